"""Trying something: a check of the place's data, or one that nobody has foreseen."""

from dataclasses import dataclass

from engine.model.changes.dungeon import AreaChanged, TimePassed
from engine.model.rules.area import Check
from engine.model.rules.book import RuleBook
from engine.model.rules.sheet import Sheet
from engine.model.rules.terms import Ability, RollKind, ThiefSkill
from engine.rules.consequences import follow
from engine.rules.course import Course
from engine.rules.exploring.hazards import be_loud
from engine.rules.exploring.light import has_light
from engine.rules.numbers import Part, check_penalty, class_of, of_ability, save_parts
from engine.rules.somebody import Somebody, party_here
from engine.rules.things import bearer_of
from engine.rules.trying import Test, put_to_the_dice

UNTRAINED = 10
"""Sides of the die for what one has never learned."""
HELP = 2
"""What each helper adds."""
_SKILL_ABILITIES: dict[ThiefSkill, Ability] = {
    "find-trap": "int",
    "disguise": "per",
    "read-languages": "int",
    "cast-from-scroll": "int",
}
"""All others go by agility."""
_IN_ARMOUR: frozenset[ThiefSkill] = frozenset({"sneak", "climb"})
_HIDDEN: frozenset[ThiefSkill] = frozenset({"sneak", "hide"})
_DARK = -1
"""Steps on the dice chain without light where it is dark."""


@dataclass(frozen=True)
class Attempt:
    """What is tried, with what. trained: it rolls the whole die. kinds: of roll, narrowest first."""

    parts: tuple[Part, ...]
    kinds: tuple[RollKind, ...]
    is_trained: bool = True


def checks_here(course: Course, actor_id: str | None) -> tuple[Check, ...]:
    """What this character can try here now."""
    return tuple(check for check in course.area.checks if can_try(course, check, actor_id))


def can_try(course: Course, check: Check, actor_id: str | None) -> bool:
    """Whether it is there to be tried, and they have a try left."""
    if not check.when.holds(course.state.situation.world_state_flags):
        return False
    if check.needs_item is not None and bearer_of(course, check.needs_item) is None:
        return False
    tried = course.area_state.tried.get(check.id, ())
    match check.tries:
        case "once":
            return not tried
        case "once-each":
            return actor_id is None or actor_id not in tried
        case "always":
            return True


def try_check(course: Course, check: Check, who: Somebody, *, luck: int = 0) -> bool:
    """Try it, and what follows: whether it succeeded."""
    course.change(AreaChanged(scene_id=course.scene_id, tried={check.id: who.id}))
    if course.state.fight is None and check.minutes:
        course.change(TimePassed(minutes=check.minutes))
    if check.passes_with is not None and bearer_of(course, check.passes_with, first=who.id) is not None:
        course.tell("check-by-thing", who=who.name, what=check.name)
        is_success = True
    else:
        rolled = _rolled(course, check, who, luck)
        is_success = bool(rolled.is_success)
        course.tell(
            "check-passed" if is_success else "check-failed",
            who=who.name,
            what=check.name,
            dc=check.dc,
            roll=rolled.text,
        )
    follow(course, check.on_success if is_success else check.on_fail, who.id)
    if check.is_noisy:
        be_loud(course, who.id)
    return is_success


def attempt_at(
    course: Course, who: Somebody, *, ability: Ability | None = None, skill: ThiefSkill | None = None
) -> Attempt:
    """What somebody adds to a check of this ability or skill; without a skill of their own, untrained."""
    sheet = who.sheet
    if sheet is None:
        return Attempt((), ("check",))
    if skill is not None:
        return _by_skill(course, sheet, skill)
    ability = ability or "lck"
    return Attempt((Part(ability, of_ability(sheet, ability)),), ("check",))


def _by_skill(course: Course, sheet: Sheet, skill: ThiefSkill) -> Attempt:
    bonus = skill_bonus(sheet, course.book, skill)
    ability = _SKILL_ABILITIES.get(skill, "agi")
    parts = [Part(ability, of_ability(sheet, ability))]
    if bonus is not None:
        parts.append(Part("skill", bonus))
    if skill in _IN_ARMOUR:
        parts.append(Part("armour", check_penalty(sheet, course.adventure, course.book)))
    kinds: tuple[RollKind, ...] = ("traps", "skill") if skill in {"find-trap", "disable-trap"} else ("skill",)
    return Attempt(tuple(parts), kinds, is_trained=bonus is not None)


def skill_bonus(sheet: Sheet, book: RuleBook, skill: ThiefSkill) -> int | None:
    """What a class has learned of a skill; null for what it never learned."""
    rules = class_of(sheet, book)
    if rules is None or not sheet.level:
        return None
    row = rules.levels[sheet.level - 1]
    if skill in _HIDDEN and row.sneak_and_hide:
        return row.sneak_and_hide
    bonuses = rules.skills.get(sheet.alignment, {}).get(skill)
    return bonuses[min(sheet.level, len(bonuses)) - 1] if bonuses else None


def _rolled(course: Course, check: Check, who: Somebody, luck: int) -> Test:
    attempt = _of_check(course, check, who)
    helpers = _helpers(course, check, who)
    if helpers:
        course.tell("helped", who=who.name, helpers=", ".join(helper.name for helper in helpers))
    flags = course.state.situation.world_state_flags
    bonuses = (
        modifier.bonus
        for modifier in check.modifiers
        if modifier.when.holds(flags)
        and (modifier.has_item is None or bearer_of(course, modifier.has_item) is not None)
    )
    in_the_dark = course.area.is_dark and not has_light(course)
    return put_to_the_dice(
        course,
        who,
        attempt.kinds,
        (*attempt.parts, Part("help", HELP * len(helpers)), Part("circumstances", sum(bonuses))),
        dc=check.dc,
        sides=20 if attempt.is_trained else UNTRAINED,
        steps=_DARK if in_the_dark else 0,
        luck=luck,
    )


def _of_check(course: Course, check: Check, who: Somebody) -> Attempt:
    if check.save is not None and who.sheet is not None:
        parts = save_parts(who.sheet, check.save, course.adventure, course.book)
        return Attempt(parts, (check.save, "check"))
    attempt = attempt_at(course, who, ability=check.ability, skill=check.skill)
    kinds = attempt.kinds if check.kind in {"check", *attempt.kinds} else (check.kind, *attempt.kinds)
    parts = attempt.parts
    if check.kind == "swim" and who.sheet is not None:
        parts = (*parts, Part("armour", check_penalty(who.sheet, course.adventure, course.book)))
    known = {who.sheet.occupation, who.sheet.class_id} if who.sheet is not None else set()
    is_trained = attempt.is_trained and (not check.trained or bool(known & set(check.trained)))
    return Attempt(parts, kinds, is_trained)


def _helpers(course: Course, check: Check, who: Somebody) -> tuple[Somebody, ...]:
    """Those who lend a hand: nobody does in the middle of a fight."""
    if course.state.fight is not None:
        return ()
    others = (o for o in party_here(course.adventure, course.state) if o.id != who.id and o.can("act"))
    return tuple(others)[: check.helpers]
