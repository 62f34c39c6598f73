"""Let the dice of an expression fall, and work out what they come to."""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.dice.errors import DividedByZero, NumberTooLarge
from engine.dice.limits import LIMITS
from engine.dice.nodes import Bracket, Change, Dice, Expression, Negative, Node, Number, Row, Selector
from engine.dice.rolled import Die, Mark, Rolled
from engine.draws import Draws

_SIGNS = {"*": "\N{MULTIPLICATION SIGN}", "//": "/"}
"""As shown; a star would make text slanted in some places."""


@dataclass
class _Lying:
    """A die on the table, as long as something can still happen to it."""

    sides: int
    value: int
    is_kept: bool = True
    mark: Mark = ""
    shows: int | None = None
    follows: "_Lying | None" = None
    """It fell in the place of this one, which was rolled again."""

    def shown(self) -> str:
        text = str(self.value) if self.shows is None else f"{self.shows}⇒{self.value}"
        text += "!" if self.mark == "exploded" else ""
        return f"{self.follows.shown()}→{text}" if self.follows else text


@dataclass(frozen=True)
class _Part:
    """What a part of the expression came to, how it is shown, and its dice."""

    value: int
    text: str
    dice: tuple[_Lying, ...] = ()


def fall(expression: Expression, draws: Draws) -> Rolled:
    """Every die from `draws`, from left to right. Raises DividedByZero, NumberTooLarge."""
    table = _Table(expression.text, draws)
    part = table.part(expression.node)
    return Rolled(
        expression=expression.text,
        total=part.value,
        dice=tuple(Die(d.sides, d.value, d.is_kept, d.mark, d.shows) for d in table.dice),
        text=f"{part.text}{' …' if table.is_cut else ''} = {part.value}",
        comment=expression.comment,
        is_cut=table.is_cut,
    )


class _Table:
    """Where the dice of one roll lie. dice: as they fell. is_cut: more would have fallen."""

    def __init__(self, text: str, draws: Draws) -> None:
        self._text = text
        self._draws = draws
        self._again = 0
        self.dice: list[_Lying] = []
        self.is_cut = False

    def part(self, node: Node) -> _Part:
        match node:
            case Number(value):
                return _Part(value, str(value))
            case Negative(of):
                part = self.part(of)
                return _Part(-part.value, f"-{part.text}", part.dice)
            case Row():
                return self._row(node)
            case Bracket():
                return self._bracket(node)
            case Dice():
                return self._rolled(node)

    def _row(self, row: Row) -> _Part:
        total = self.part(row.first)
        for sign, node, position in row.rest:
            part = self.part(node)
            value = self._worked_out(total.value, sign, part.value, position)
            total = _Part(value, f"{total.text} {_SIGNS.get(sign, sign)} {part.text}", total.dice + part.dice)
        return total

    def _worked_out(self, left: int, sign: str, right: int, position: int) -> int:
        match sign:
            case "+":
                value = left + right
            case "-":
                value = left - right
            case "*":
                value = left * right
            case _:
                if right == 0:
                    raise DividedByZero(self._text, position)
                value = abs(left) // abs(right) * (1 if (left < 0) == (right < 0) else -1)
        if abs(value) > LIMITS.total:
            raise NumberTooLarge(self._text, position, most=LIMITS.total)
        return value

    def _bracket(self, bracket: Bracket) -> _Part:
        members = [self.part(node) for node in bracket.members]
        kept = list(range(len(members)))
        for change in bracket.changes:
            picked = _picked([members[place].value for place in kept], change.selector)
            kept = [place for n, place in enumerate(kept) if (n in picked) == (change.way == "k")]
        shown = []
        for place, member in enumerate(members):
            shown.append(member.text if place in kept else f"[{member.text}]")
            for die in () if place in kept else member.dice:
                die.is_kept = False
        written = "".join(change.written for change in bracket.changes)
        total = sum(members[place].value for place in kept)
        return _Part(total, f"({', '.join(shown)}){written}", tuple(d for m in members for d in m.dice))

    def _rolled(self, dice: Dice) -> _Part:
        lying = [self._fallen(dice.sides) for _ in range(dice.count)]
        for change in dice.changes:
            self._change(lying, change)
        shown = ", ".join(die.shown() if die.is_kept else f"[{die.shown()}]" for die in lying)
        written = dice.written + "".join(change.written for change in dice.changes)
        total = sum(die.value for die in lying if die.is_kept)
        return _Part(total, f"{written} ({shown})", tuple(lying))

    def _fallen(self, sides: int) -> _Lying:
        die = _Lying(sides, self._draws.die(sides))
        self.dice.append(die)
        return die

    def _change(self, lying: list[_Lying], change: Change) -> None:
        """What happens to the dice that count; `lying` gets those that fall besides."""
        number = change.selector.number
        kept = [die for die in lying if die.is_kept]
        picked = _picked([die.value for die in kept], change.selector)
        chosen = [die for n, die in enumerate(kept) if n in picked]
        match change.way:
            case "k" | "p":
                for n, die in enumerate(kept):
                    die.is_kept = (n in picked) == (change.way == "k")
            case "mi" | "ma":
                for die in kept:
                    bound = max(die.value, number) if change.way == "mi" else min(die.value, number)
                    if bound != die.value:
                        die.shows, die.value = die.value, bound
            case "ra":
                lying += [self._fallen(die.sides) for die in chosen[:1]]
            case "ro":
                for die in chosen:
                    self._replace(lying, die)
            case "rr":
                for die in chosen:
                    self._replace_for_good(lying, die, change.selector)
            case "e":
                self._explode(lying, chosen, change.selector)

    def _explode(self, lying: list[_Lying], chosen: list[_Lying], selector: Selector) -> None:
        for die in chosen:  # grows while it is gone through: what falls may explode too
            if self._may_fall_again():
                die.mark = "exploded"
                lying.append(self._fallen(die.sides))
                chosen += [lying[-1]] if selector.picks(lying[-1].value) else []

    def _replace(self, lying: list[_Lying], die: _Lying) -> _Lying:
        new = self._fallen(die.sides)
        die.is_kept, die.mark, new.follows = False, "rerolled", die
        lying[next(n for n, each in enumerate(lying) if each is die)] = new
        return new

    def _replace_for_good(self, lying: list[_Lying], die: _Lying, selector: Selector) -> None:
        while selector.picks(die.value) and self._may_fall_again():
            die = self._replace(lying, die)

    def _may_fall_again(self) -> bool:
        if self._again == LIMITS.again:
            self.is_cut = True
            return False
        self._again += 1
        return True


def _picked(values: Sequence[int], selector: Selector) -> frozenset[int]:
    """The places of those that a selector picks; of equal ones, the first."""
    if selector.compared in {"h", "l"}:
        sign = -1 if selector.compared == "h" else 1
        order = sorted(range(len(values)), key=lambda place: sign * values[place])
        return frozenset(order[: selector.number])
    return frozenset(place for place, value in enumerate(values) if selector.picks(value))
