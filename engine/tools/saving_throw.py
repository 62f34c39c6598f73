"""Getting out of harm's way."""

from typing import Annotated, ClassVar

from pydantic import Field

from engine.model.rules import terms
from engine.rules.course import Course
from engine.rules.saving import save
from engine.tool import Outcome, Tool, Use, refused


class SavingThrow(Tool):
    """A save against a danger that the place's data does not know. bonus: for what helps or hinders."""

    called: ClassVar[str] = "saving-throw"
    save: terms.Save
    dc: Annotated[int, Field(ge=5, le=20)] = 10
    bonus: Annotated[int, Field(ge=-10, le=10)] = 0
    luck: Annotated[int, Field(ge=0, le=24)] = 0

    def run(self, use: Use) -> Outcome:
        course = Course(use, self.called)
        who = course.somebody(use.actor_id or "")
        if who is None or not who.is_up:
            return refused("cannot-act", who=who.name if who else "")
        save(course, who, self.save, self.dc, bonus=self.bonus, luck=self.luck)
        return course.outcome()
