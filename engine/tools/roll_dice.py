"""Dice for whatever no rule foresees."""

from typing import Annotated, ClassVar

from pydantic import Field

from engine.dice.errors import DiceError
from engine.dice.limits import LIMITS
from engine.dice.rolled import Rolled
from engine.dice.rolling import roll
from engine.rules.course import Course
from engine.rules.rulings import forced
from engine.tool import Outcome, Tool, Use, refused


class RollDice(Tool):
    """A roll that settles a fact and nothing else.

    die: "d20", "d%", "d24"; quantity, modifier: how many, and what is added. expression: instead of these,
    as a player writes it ("4d6kh3 + 2"). dc: what the total has to reach; null = a number is all it is.
    """

    called: ClassVar[str] = "roll-dice"
    die: Annotated[str, Field(max_length=8)] = "d20"
    quantity: Annotated[int, Field(ge=1, le=LIMITS.dice_at_once)] = 1
    modifier: Annotated[int, Field(ge=-1000, le=1000)] = 0
    dc: Annotated[int, Field(ge=1, le=1000)] | None = None
    expression: Annotated[str, Field(max_length=LIMITS.letters)] | None = None

    def run(self, use: Use) -> Outcome:
        course = Course(use, self.called)
        who = course.somebody(use.actor_id or "")
        written = self.expression or self._written()
        try:
            rolled = roll(written, course.dice)
        except DiceError:
            return refused("not-dice", expression=written)
        ruled = forced(course, who.id if who else "")
        total, text = _as_ruled(rolled, ruled)
        name = who.name if who else ""
        if self.dc is None:
            course.tell("rolled", who=name, expression=written, text=text, total=total)
            return course.outcome()
        is_success = ruled == "success" or (total >= self.dc and ruled != "failure")
        code = "rolled-passed" if is_success else "rolled-failed"
        course.tell(code, who=name, expression=written, text=text, total=total, dc=self.dc)
        return course.outcome()

    def _written(self) -> str:
        sides = self.die.strip().casefold().lstrip("dw")
        bonus = f" {'+' if self.modifier > 0 else '-'} {abs(self.modifier)}" if self.modifier else ""
        return f"{self.quantity}d{sides}{bonus}"


def _as_ruled(rolled: Rolled, ruled: str) -> tuple[int, str]:
    """Total and text; where a DM has chosen the number of the only die, it stands in its place."""
    if not ruled.isdecimal() or len(rolled.dice) != 1 or rolled.natural is None:
        return rolled.total, rolled.text
    sides = rolled.dice[0].sides
    natural = max(1, min(sides, int(ruled)))
    total = rolled.total - rolled.natural + natural
    return total, f"d{sides} ({natural}) … = {total}"
