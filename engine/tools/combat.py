"""Fighting: everything that somebody may do with a turn of a round."""

from collections.abc import Mapping
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from engine.model.rules import terms
from engine.rules.course import Course
from engine.rules.fighting.arms import arms_of, fists
from engine.rules.fighting.beasts import creature_acts, prey_of
from engine.rules.fighting.closing import come_near
from engine.rules.fighting.grappling import break_free, grapple
from engine.rules.fighting.mishaps import critical, fumble
from engine.rules.fighting.rounds import guard
from engine.rules.fighting.striking import HAND_TO_HAND, Blow, is_from_behind, strike, two_weapon_steps
from engine.rules.meeting import begin_fight, challenge
from engine.rules.numbers import row_of
from engine.rules.somebody import Somebody, foes_here, party_here
from engine.tool import Outcome, Tool, Use, refused

Operation = Literal[
    "initiative", "attack", "mighty-deed", "sneak-attack", "critical-hit", "fumble",
    "charge", "two-weapons", "grapple", "break-free", "guard",
]  # fmt: skip
_BY_TABLE = {"critical-hit", "fumble"}
_CHARGE_FT = 15
"""How far off a target has to be for a charge: half a move."""
_NEEDS_TARGET = {"attack", "mighty-deed", "sneak-attack", "charge", "two-weapons", "grapple", "critical-hit"}


class Combat(Tool):
    """One action in a fight. deed: of a mighty-deed. luck: points to burn on the roll.

    critical-hit and fumble come by themselves; only a DM asks for them.
    """

    called: ClassVar[str] = "combat"
    operation: Operation
    target: str | None = None
    deed: terms.Deed | None = None
    luck: Annotated[int, Field(ge=0, le=24)] = 0

    @classmethod
    def ids(cls, use: Use) -> Mapping[str, tuple[str, ...]]:
        if use.actor_id in use.state.creatures:
            return {"target": tuple(who.id for who in party_here(use.adventure, use.state))}
        return {
            "target": tuple(c.id for c in use.state.creatures_here() if c.hp > 0 and c.standing != "fled")
        }

    def run(self, use: Use) -> Outcome:
        course = Course(use, self.called)
        who = course.somebody(use.actor_id or "")
        if who is None or not who.is_up:
            return refused("cannot-act", who=who.name if who else "")
        if self.operation in _BY_TABLE and use.caller in {"model", "player"}:
            return refused("comes-by-itself", who=who.name)
        if not who.can("act") and self.operation != "break-free":
            return refused("cannot-act", who=who.name)
        if who.kind is not None:
            return self._of_creature(course, who)
        return self._of_character(course, who)

    def _of_creature(self, course: Course, who: Somebody) -> Outcome:
        prey = course.somebody(self.target or "") or prey_of(course, who)
        if self.operation == "fumble":
            fumble(course, who)
        elif prey is not None:
            creature_acts(course, who, prey)
        return course.outcome()

    def _of_character(self, course: Course, who: Somebody) -> Outcome:
        if self.operation == "guard":
            guard(course, who)
            return course.outcome()
        if self.operation == "fumble":
            fumble(course, who)
            return course.outcome()
        if self.operation == "break-free":
            break_free(course, who)
            return course.outcome()
        if self.operation == "initiative":
            if not foes_here(course.adventure, course.state):
                return refused("nobody-to-fight", who=who.name)
            begin_fight(course)
            return course.outcome()
        target = course.somebody(self.target or "") or _only(course)
        if target is None or target.creature is None or not target.is_up:
            return refused("no-target", who=who.name)
        return self._at(course, who, target)

    def _at(self, course: Course, who: Somebody, target: Somebody) -> Outcome:
        if self.operation == "critical-hit":
            critical(course, who, target)
            return course.outcome()
        is_unaware = is_from_behind(target, who)
        challenge(course, target)
        now = course.somebody(target.id) or target
        if self.operation == "grapple":
            grapple(course, who, now)
            return course.outcome()
        if not _reaches(course, who, now, self.operation):
            return course.outcome()
        match self.operation:
            case "mighty-deed":
                return self._deed(course, who, now)
            case "sneak-attack":
                blow = Blow(is_backstab=is_unaware and _has_backstab(who), luck=self.luck)
                if not blow.is_backstab:
                    course.tell("no-backstab", who=who.name)
                strike(course, who, now, arms_of(course, who)[0], blow)
            case "charge":
                is_far = target.creature is not None and target.creature.distance_ft >= _CHARGE_FT
                strike(course, who, now, arms_of(course, who)[0], Blow(is_charge=is_far, luck=self.luck))
            case "two-weapons":
                _both_hands(course, who, now, self.luck)
            case _:
                strike(course, who, now, arms_of(course, who)[0], Blow(luck=self.luck))
        return course.outcome()

    def _deed(self, course: Course, who: Somebody, target: Somebody) -> Outcome:
        row = row_of(who.sheet, course.book) if who.sheet else None
        if row is None or row.deed is None:
            course.tell("no-deeds", who=who.name)
        blow = Blow(deed=self.deed or "precision", luck=self.luck)
        strike(course, who, target, arms_of(course, who)[0], blow)
        return course.outcome()


def _only(course: Course) -> Somebody | None:
    """The foe that is meant where nobody was named: the nearest, in the order of coming."""
    foes = foes_here(course.adventure, course.state)
    return min(foes, key=lambda foe: foe.creature.distance_ft if foe.creature else 0, default=None)


def _has_backstab(who: Somebody) -> bool:
    return who.sheet is not None and who.sheet.class_id == "thief"


def _reaches(course: Course, who: Somebody, target: Somebody, operation: str) -> bool:
    """Whether the blow can fall now: from afar, close enough, or after a move; else they have come nearer."""
    creature, sheet = target.creature, who.sheet
    if creature is None or sheet is None:
        return False
    if arms_of(course, who)[0].is_missile and operation != "charge":
        return True
    if creature.distance_ft <= HAND_TO_HAND:
        return True
    return come_near(course, who, target)


def _both_hands(course: Course, who: Somebody, target: Somebody, luck: int) -> None:
    arms = [arm for arm in arms_of(course, who) if arm.hands == 1]
    if who.sheet is None or len(arms) < 2:
        course.tell("no-second-weapon", who=who.name)
        strike(course, who, target, (arms or [fists(course)])[0], Blow(luck=luck))
        return
    for arm, steps in zip(arms, two_weapon_steps(who.sheet), strict=False):
        now = course.somebody(target.id)
        if now is not None and now.is_up:
            strike(course, who, now, arm, Blow(steps=steps, luck=luck))
            luck = 0
