"""Experience for what was survived, where the data says that it is due."""

from collections.abc import Mapping
from typing import Annotated, ClassVar

from pydantic import Field

from engine.rules.course import Course
from engine.rules.progress import MOST_XP, due_awards, give_award
from engine.tool import Outcome, Tool, Use, refused


class AwardXp(Tool):
    """reason: id of an award that is due; how much it is worth is the data's to say, whatever `xp` says."""

    called: ClassVar[str] = "award-xp"
    reason: str
    xp: Annotated[int, Field(ge=0, le=MOST_XP)] = 0

    @classmethod
    def ids(cls, use: Use) -> Mapping[str, tuple[str, ...]]:
        return {"reason": tuple(award.id for award in due_awards(Course(use, cls.called)))}

    def run(self, use: Use) -> Outcome:
        course = Course(use, self.called)
        award = next((a for a in due_awards(course) if a.id == self.reason), None)
        if award is None:
            return refused("award-not-due")
        give_award(course, award)
        return course.outcome()
