"""A blow of a character: hit or miss, critical or fumble, and what it does."""

from collections.abc import Iterator
from dataclasses import dataclass

from engine.dice.rolling import roll
from engine.model.changes.dungeon import CreatureSet
from engine.model.rules.sheet import Sheet
from engine.model.rules.terms import Deed, RollKind
from engine.rules.consequences import harm
from engine.rules.course import Course
from engine.rules.exploring.checking import skill_bonus
from engine.rules.fighting.arms import Arm
from engine.rules.fighting.deeds import do_deed
from engine.rules.fighting.defence import armour_of
from engine.rules.fighting.mishaps import critical, fumble
from engine.rules.numbers import Part, class_of, modifier, of_ability, row_of
from engine.rules.somebody import Somebody, party_here
from engine.rules.trying import Test, bonus_of, put_to_the_dice

HAND_TO_HAND = 5
_D20 = 20
_MEDIUM = -2
_INTO_MELEE = -1
CHARGE = 2
_BACKSTAB_TABLE = "crit-ii"


@dataclass(frozen=True)
class Blow:
    """How a blow is struck. deed: declared before the roll; steps: along the chain."""

    deed: Deed | None = None
    is_backstab: bool = False
    is_charge: bool = False
    steps: int = 0
    luck: int = 0


@dataclass(frozen=True)
class _Hit:
    sheet: Sheet
    rolled: Test
    deed: int


def strike(course: Course, who: Somebody, target: Somebody, arm: Arm, blow: Blow) -> bool:
    """One attack of a character on a creature: whether it hit."""
    if who.sheet is None:
        return False
    deed = _deed_die(course, who.sheet)
    shown = roll(deed, course.dice).total if deed else 0
    rolled = put_to_the_dice(
        course,
        who,
        _kinds(arm),
        _parts(course, who, who.sheet, target, arm, blow, shown),
        dc=armour_of(course, target),
        steps=blow.steps + _range_steps(arm, target) + (0 if arm.is_trained else -1),
        luck=blow.luck,
    )
    if rolled.is_one and rolled.is_success is not True:
        course.tell("missed", who=who.name, whom=target.name, arm=arm.name, roll=rolled.text, ac=rolled.dc)
        fumble(course, who)
        return False
    is_hit = bool(rolled.is_success) or rolled.is_top
    if not is_hit:
        course.tell("missed", who=who.name, whom=target.name, arm=arm.name, roll=rolled.text, ac=rolled.dc)
        _stray(course, who, target, arm)
        return False
    course.tell("hit", who=who.name, whom=target.name, arm=arm.name, roll=rolled.text, ac=rolled.dc)
    _hurt(course, who, target, arm, blow, _Hit(who.sheet, rolled, shown))
    if blow.deed is not None and deed:
        do_deed(course, who, target, blow.deed, shown)
    return True


def is_from_behind(target: Somebody, who: Somebody) -> bool:
    """Whether it can be struck from behind: it has noticed nobody, or is busy with somebody else."""
    creature = target.creature
    if creature is None:
        return False
    return creature.standing in {"waiting", "friendly"} or creature.target_id not in ("", who.id)


def two_weapon_steps(sheet: Sheet) -> tuple[int, int]:
    """Steps on the chain for the first and the second hand, by agility; halflings count as 16."""
    score = sheet.abilities["agi"].now if "agi" in sheet.abilities else 0
    score = max(score, 16) if sheet.class_id == "halfling" else score
    ladder = ((8, (-3, -4)), (11, (-2, -3)), (15, (-1, -2)), (17, (-1, -1)))
    return next((steps for top, steps in ladder if score <= top), (0, -1))


def _kinds(arm: Arm) -> tuple[RollKind, ...]:
    return ("missile",) if arm.is_missile else ("melee",)


def _deed_die(course: Course, sheet: Sheet) -> str | None:
    row = row_of(sheet, course.book)
    return row.deed if row else None


def _parts(
    course: Course, who: Somebody, sheet: Sheet, target: Somebody, arm: Arm, blow: Blow, deed: int
) -> Iterator[Part]:
    row = row_of(sheet, course.book)
    ability = "agi" if arm.is_missile else "str"
    yield Part("class", row.attack if row else 0)
    yield Part("deed", deed)
    yield Part(ability, of_ability(sheet, "agi" if arm.is_missile else "str"))
    yield Part(arm.name, arm.bonus("attack", target), is_name=True)
    if arm.source is not None and sheet.lucky_weapon == arm.source.id:
        yield Part("lucky-weapon", modifier(sheet.luck_at_birth))
    if blow.is_charge:
        yield Part("charge", CHARGE)
    if blow.is_backstab:
        yield Part("backstab", skill_bonus(sheet, course.book, "backstab") or 0)
    if arm.is_missile:
        yield Part("range", _range_bonus(arm, target))
        yield Part("into-melee", _INTO_MELEE if _is_in_melee(course, who, target) else 0)


def _distance(target: Somebody) -> int:
    return target.creature.distance_ft if target.creature else HAND_TO_HAND


def _range_bonus(arm: Arm, target: Somebody) -> int:
    short, medium, _ = arm.range_ft or (0, 0, 0)
    return _MEDIUM if short < _distance(target) <= medium else 0


def _range_steps(arm: Arm, target: Somebody) -> int:
    if not arm.is_missile or arm.range_ft is None:
        return 0
    return -1 if _distance(target) > arm.range_ft[1] else 0


def _is_in_melee(course: Course, who: Somebody, target: Somebody) -> bool:
    """Whether somebody else of the party is at hand to hand with it."""
    creature = target.creature
    if creature is None or creature.distance_ft > HAND_TO_HAND:
        return False
    others = (o.id for o in party_here(course.adventure, course.state) if o.id != who.id)
    return creature.target_id in others


def _stray(course: Course, who: Somebody, target: Somebody, arm: Arm) -> None:
    """A missile that missed in a melee has an even chance to be rolled against the ally in it."""
    if not arm.is_missile or not _is_in_melee(course, who, target) or course.dice.die(2) == 1:
        return
    ally = course.somebody(target.creature.target_id) if target.creature else None
    if ally is None or not ally.is_up:
        return
    rolled = put_to_the_dice(course, who, ("missile",), (), dc=armour_of(course, ally))
    code = "stray-hit" if rolled.is_success else "stray-miss"
    course.tell(code, who=who.name, whom=ally.name, roll=rolled.text)
    if rolled.is_success:
        harm(course, ally, roll(arm.damage, course.dice).total, source=who.id)


def _hurt(course: Course, who: Somebody, target: Somebody, arm: Arm, blow: Blow, hit: _Hit) -> None:
    sheet = hit.sheet
    dice = arm.backstab if blow.is_backstab and arm.backstab else arm.damage
    points = roll(dice, course.dice).total + hit.deed + arm.bonus("damage", target)
    kind: RollKind = "missile-damage" if arm.is_missile else "melee-damage"
    points += 0 if arm.is_missile else of_ability(sheet, "str")
    points += bonus_of(course, who, kind)
    if _is_critical(course, sheet, hit.rolled) or blow.is_backstab:
        points += critical(course, who, target, table=_BACKSTAB_TABLE if blow.is_backstab else "")
    now = course.somebody(target.id)
    if now is not None and now.is_up:
        harm(course, now, max(1, points), kind=arm.damage_kind, source=who.id)
    still = course.somebody(target.id)
    if still is not None and still.is_up:
        course.change(CreatureSet(creature_id=target.id, target_id=who.id))


def _is_critical(course: Course, sheet: Sheet, rolled: Test) -> bool:
    """The top of the die, or within the class's threat range, shifted with the die."""
    if rolled.is_top:
        return True
    row = row_of(sheet, course.book)
    threat = (row.threat if row else 20) + rolled.sides - _D20
    rules = class_of(sheet, course.book)
    return rules is not None and rolled.natural >= threat and bool(rolled.is_success)
