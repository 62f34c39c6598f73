"""Moving on to another place."""

from collections.abc import Mapping
from typing import Annotated, ClassVar

from pydantic import Field

from engine.rules.course import Course
from engine.rules.exploring.passing import Pace, pass_on, ways_here
from engine.rules.fighting.retreating import retreat
from engine.tool import Outcome, Tool, Use, refused


class Movement(Tool):
    """The party goes on, out of a fight too if it must.

    mode: explore takes its time, hurry does not, sneak tries not to be noticed.
    """

    called: ClassVar[str] = "movement"
    to: str
    mode: Pace = "explore"
    luck: Annotated[int, Field(ge=0, le=24)] = 0

    @classmethod
    def ids(cls, use: Use) -> Mapping[str, tuple[str, ...]]:
        return {"to": tuple(way.to for way in ways_here(Course(use, cls.called)))}

    def run(self, use: Use) -> Outcome:
        course = Course(use, self.called)
        who = course.somebody(use.actor_id or "")
        if who is None or not who.can("move"):
            return refused("cannot-move", who=who.name if who else "")
        way = next(way for way in ways_here(course) if way.to == self.to)
        if course.state.fight is not None:
            retreat(course, way, who, self.mode, luck=self.luck)
        else:
            pass_on(course, way, who, self.mode, luck=self.luck)
        return course.outcome()
