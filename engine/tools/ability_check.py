"""Trying something that may fail."""

from collections.abc import Mapping
from typing import Annotated, ClassVar

from pydantic import Field

from engine.model.rules.terms import Ability, ThiefSkill
from engine.rules.course import Course
from engine.rules.exploring.checking import UNTRAINED, attempt_at, checks_here, try_check
from engine.rules.trying import put_to_the_dice
from engine.tool import Outcome, Tool, Use, refused

USUAL_DC = 12


class AbilityCheck(Tool):
    """A check of this place, or one that nobody has foreseen, which settles a fact and nothing else.

    check: of the place's data. ability, skill, dc: without one; dc 5 easy to 20 heroic. luck: points to burn.
    """

    called: ClassVar[str] = "ability-check"
    check: str | None = None
    ability: Ability | None = None
    skill: ThiefSkill | None = None
    dc: Annotated[int, Field(ge=5, le=20)] = USUAL_DC
    luck: Annotated[int, Field(ge=0, le=24)] = 0

    @classmethod
    def ids(cls, use: Use) -> Mapping[str, tuple[str, ...]]:
        course = Course(use, cls.called)
        return {"check": tuple(check.id for check in checks_here(course, use.actor_id))}

    def run(self, use: Use) -> Outcome:
        course = Course(use, self.called)
        who = course.somebody(use.actor_id or "")
        if who is None or not who.can("act"):
            return refused("cannot-act", who=who.name if who else "")
        check = next((c for c in course.area.checks if c.id == self.check), None)
        if check is not None:
            try_check(course, check, who, luck=self.luck)
            return course.outcome()
        attempt = attempt_at(course, who, ability=self.ability, skill=self.skill)
        rolled = put_to_the_dice(
            course,
            who,
            attempt.kinds,
            attempt.parts,
            dc=self.dc,
            sides=20 if attempt.is_trained else UNTRAINED,
            luck=self.luck,
        )
        code = "free-check-passed" if rolled.is_success else "free-check-failed"
        what = self.skill or self.ability or "lck"
        course.tell(f"{code}.{what}", who=who.name, dc=self.dc, roll=rolled.text)
        return course.outcome()
