"""Harm and healing: hit points, falling, bleeding out, dying (hit points never go below 0)."""

from engine.model.changes.dungeon import CreatureHurt, CreatureSet
from engine.model.changes.sheets import (
    AbilityChanged,
    ChoicesSet,
    DyingSet,
    EffectGiven,
    HitPointsChanged,
)
from engine.model.rules.active_effect import ActiveEffect
from engine.rules.course import Course
from engine.rules.rulings import waived
from engine.rules.somebody import Somebody


def hurt(course: Course, who: Somebody, points: int, *, kind: str = "") -> int:
    """So many hit points, and what follows: the points that were really lost.

    kind: of damage ("fire", "sound", "plain-blade"), which some creatures mind more or less. A DM may
    have let it pass them by.
    """
    points = max(0, points)
    if points == 0 or not who.hp or waived(course, who.id):
        return 0
    if who.kind is not None:
        return _hurt_creature(course, who, points, kind)
    lost = min(points, who.hp)
    course.change(HitPointsChanged(character_id=who.id, by=-points))
    course.tell("hurt", who=who.name, points=points, left=who.hp - lost)
    if lost == who.hp:
        _falls(course, who)
    return lost


def heal(course: Course, who: Somebody, points: int) -> int:
    """So many hit points back, at most to the full: the points that came back.

    Somebody who bleeds out is saved by it: the hit points are those healed, one point of stamina is gone
    for good, and a scar stays. The dead are not healed.
    """
    if who.sheet is None:
        most = who.creature.hp_most if who.creature else 0
        back = min(points, most - who.hp)
        if back > 0:
            course.change(CreatureHurt(creature_id=who.id, by=back))
            course.tell("healed", who=who.name, points=back, left=who.hp + back)
        return max(0, back)
    if who.sheet.is_dead or points <= 0:
        return 0
    was_dying = who.sheet.bleeding is not None
    back = min(points, who.sheet.hp_most - who.sheet.hp)
    course.change(HitPointsChanged(character_id=who.id, by=points))
    if was_dying:
        course.change(
            DyingSet(character_id=who.id),
            AbilityChanged(character_id=who.id, ability="sta", by=-1, is_lasting=True),
            EffectGiven(whom=who.id, effect=_scar(course)),
        )
        course.tell("saved-from-death", who=who.name, left=who.sheet.hp + back)
    course.tell("healed", who=who.name, points=back, left=who.sheet.hp + back)
    return back


def _falls(course: Course, who: Somebody) -> None:
    if who.sheet is None:
        return
    if who.sheet.level == 0:
        course.change(DyingSet(character_id=who.id, died_at=course.state.minute))
        course.change(ChoicesSet(character_id=who.id, choices=()))
        course.tell("dies", who=who.name)
        return
    course.change(DyingSet(character_id=who.id, bleeding=who.sheet.level))
    course.tell("bleeds-out", who=who.name, rounds=who.sheet.level)


def bleed(course: Course, who: Somebody) -> None:
    """A round has passed for somebody who bleeds out: one fewer is left, and after the last they are dead."""
    if who.sheet is None or who.sheet.bleeding is None:
        return
    if who.sheet.bleeding <= 0:
        course.change(DyingSet(character_id=who.id, died_at=course.state.minute))
        course.tell("dies", who=who.name)
        return
    course.change(DyingSet(character_id=who.id, bleeding=who.sheet.bleeding - 1))
    course.tell("bleeds", who=who.name, rounds=who.sheet.bleeding - 1)


def _hurt_creature(course: Course, who: Somebody, points: int, kind: str) -> int:
    if who.kind is not None and kind:
        points = points * 2 if kind in who.kind.double_from else points
        points = max(1, points // 2) if kind in who.kind.half_from else points
    lost = min(points, who.hp)
    course.change(CreatureHurt(creature_id=who.id, by=-points))
    course.tell("creature-falls" if lost == who.hp else "creature-hurt", who=who.name, points=points)
    if lost == who.hp:
        course.change(CreatureSet(creature_id=who.id, standing="dead"))
    return lost


def _scar(course: Course) -> ActiveEffect:
    return ActiveEffect(id="scar", name=course.book.words.get("scar", "scar"), is_scar=True)
