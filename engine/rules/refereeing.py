"""Who acts when in a dungeon, and what the world does besides."""

from collections.abc import Sequence

from engine.model.action import ToolCall
from engine.model.rules.fight import Fight
from engine.rules.course import Course
from engine.rules.exploring.upkeep import end_turn, quiet_turn
from engine.rules.fighting.rounds import acts_in, end_round, is_over
from engine.rules.meeting import meet
from engine.rules.somebody import somebody
from engine.tool import Asked, Outcome, Use

_NAME = "world"
_FREE = {"roll-dice"}
"""Tools that cost nothing in a round."""
_MOVES = {"movement", "update-inventory"}
"""Tools that are a move; every other is an action."""


class DungeonReferee:
    """Implements `engine.tool.Referee`.

    Outside of a fight all act in the order in which they spoke. In a fight a turn is a round: by initiative,
    one action and one move each; who has chosen nothing guards; creatures act by their tactics.
    """

    def __init__(self) -> None:
        self._is_round = False
        self._done: set[str] = set()
        self._spent: set[tuple[str, str]] = set()
        self._left: tuple[Asked, ...] = ()

    def before(self, use: Use) -> Outcome:
        """Whoever belongs to this place and was not met yet is met."""
        self._is_round = use.state.fight is not None
        course = Course(use, _NAME)
        meet(course)
        return course.outcome()

    def next(self, use: Use, pool: Sequence[Asked]) -> Asked | None:
        """By initiative in a round; what is left over in the end was too much."""
        fight = use.state.fight
        if not self._is_round or fight is None:
            return pool[0] if pool else None
        for combatant in fight.order:
            if combatant.id not in self._done and (asked := self._of(combatant.id, fight, use, pool)):
                return asked
        others = [a for a in pool if a.actor_id not in self._done]
        if others:
            self._done |= {others[0].actor_id or ""}
            return others[0]
        self._left = tuple(pool)
        return None

    def after(self, use: Use) -> Outcome:
        """Time goes by, and what is due is given."""
        course = Course(use, _NAME)
        for asked in self._left:
            who = course.somebody(asked.actor_id or "")
            course.tell("one-action", who=who.name if who else "", what=asked.call.tool)
        if self._is_round:
            end_round(course, "")
        elif course.state.fight is None:
            quiet_turn(course)
        elif is_over(course):
            end_round(course, "")
        end_turn(course)
        return course.outcome()

    def _of(self, who: str, fight: Fight, use: Use, pool: Sequence[Asked]) -> Asked | None:
        """The next thing that somebody does in this round; null once they are through."""
        body = somebody(use.adventure, use.state, who)
        if body is None or not body.is_up or not acts_in(fight, who):
            self._done.add(who)
            return None
        if body.creature is not None:
            self._done.add(who)
            call = ToolCall(tool="combat", args={"operation": "attack"}, who=who)
            is_foe = body.creature.standing == "hostile" and body.can("act")
            return Asked(call, "world", who) if is_foe else None
        for asked in pool:
            if asked.actor_id == who and self._may(who, asked.call.tool):
                return asked
        self._done.add(who)
        if any(spent == who for spent, _ in self._spent):
            return None
        return Asked(ToolCall(tool="combat", args={"operation": "guard"}, who=who), "world", who)

    def _may(self, who: str, tool: str) -> bool:
        """Whether there is an action or a move left for it; it is spent by asking."""
        if tool in _FREE:
            return True
        kind = (who, "move" if tool in _MOVES else "action")
        if kind in self._spent:
            return False
        self._spent.add(kind)
        return True
