"""Who acts when in a dungeon, and what the world does besides."""

from collections.abc import Sequence

from engine.rules.course import Course
from engine.rules.exploring.upkeep import end_turn
from engine.rules.meeting import meet
from engine.tool import Asked, Outcome, Use

_NAME = "world"


class DungeonReferee:
    """Implements `engine.tool.Referee`. Outside of a fight all act in the order in which they spoke."""

    def before(self, use: Use) -> Outcome:
        """Whoever belongs to this place and was not met yet is met."""
        course = Course(use, _NAME)
        meet(course)
        return course.outcome()

    def next(self, use: Use, pool: Sequence[Asked]) -> Asked | None:  # noqa: ARG002  the protocol's arguments
        """In the order in which they were asked for."""
        return pool[0] if pool else None

    def after(self, use: Use) -> Outcome:
        """Time goes by, and what is due is given."""
        course = Course(use, _NAME)
        end_turn(course, use.actor_id)
        return course.outcome()
