"""What may be written behind dice and sets: to keep, put away, roll again, explode, hold in bounds."""

import re
from dataclasses import replace
from typing import cast

from engine.dice.errors import AlwaysExplodes, AlwaysRerolls, NotForThis, NumberTooLarge
from engine.dice.limits import LIMITS
from engine.dice.nodes import Bracket, Change, Compared, Dice, Number, Selector, Way

_PARTS = re.compile(r"(rr|ro|ra|mi|ma|[rkpe!])([<>]=?|[hl])?(\d*)", re.IGNORECASE)
_SHORT = {"r": "ro", "!": "e"}
_ENDLESS = {"rr", "e"}
"""Goes on as long as a die is picked; the highest or lowest is always there, so only values may be."""


def change_of(node: Number | Dice | Bracket, written: str, position: int, text: str) -> Dice | Bracket:
    """The node with one more change. text: the whole expression, for the errors. Raises DiceError."""
    parts = _PARTS.fullmatch(written.lower())
    if parts is None or isinstance(node, Number):
        raise NotForThis(text, position, written)
    way = cast("Way", _SHORT.get(parts[1], parts[1]))
    if isinstance(node, Bracket):
        if not node.is_set or way not in {"k", "p"}:
            raise NotForThis(text, position, written)
    else:
        _check(node, way, parts[2] or "", position, written, text)
    number = int(parts[3] or (node.sides if written == "!" and isinstance(node, Dice) else 1))
    if number > LIMITS.number:
        raise NumberTooLarge(text, position, written, most=LIMITS.number)
    selector = Selector(cast("Compared", parts[2] or "="), number)
    change = Change(way, selector, position, written.lower())
    if isinstance(node, Dice):
        _check_end(node, change, text)
    return replace(node, changes=(*node.changes, change))


def best_of_two(node: Dice, *, is_better: bool, position: int) -> Dice:
    """The same die twice, of which the better or the worse one counts."""
    sides = node.written.partition("d")[2]
    highest = Selector("h" if is_better else "l", 1)
    change = Change("k", highest, position, "kh1" if is_better else "kl1")
    return replace(node, count=2, written=f"2d{sides}", changes=(change,))


def _check(node: Dice, way: Way, compared: str, position: int, written: str, text: str) -> None:
    is_repeated = way in _ENDLESS and any(change.way == way for change in node.changes)
    if is_repeated or (way in _ENDLESS and compared in {"h", "l"}):
        raise NotForThis(text, position, written)


def _check_end(node: Dice, change: Change, text: str) -> None:
    if change.way not in {"e", "rr", "ro"} or change.selector.compared in {"h", "l"}:
        return
    if all(change.selector.picks(value) for value in range(1, node.sides + 1)):
        endless = AlwaysExplodes if change.way == "e" else AlwaysRerolls
        raise endless(text, change.position, change.written)
