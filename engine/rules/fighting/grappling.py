"""Holding somebody fast, and getting loose."""

from engine.model.changes.dungeon import FightSet
from engine.model.changes.sheets import EffectEnded, EffectGiven
from engine.model.rules.active_effect import ActiveEffect
from engine.rules.course import Course
from engine.rules.numbers import Part, of_ability, row_of
from engine.rules.somebody import Somebody
from engine.rules.trying import Test, put_to_the_dice

HELD = "held"
_GIANT = 4
"""What twice the size adds."""


def grapple(course: Course, who: Somebody, target: Somebody) -> bool:
    """Opposed rolls of attack; the winner holds the loser: whether `who` holds `target` now."""
    mine, theirs = _rolled(course, who), _rolled(course, target)
    is_won = mine.total > theirs.total
    code = "grapples" if is_won else "slips-away"
    course.tell(code, who=who.name, whom=target.name, roll=mine.text, against=theirs.text)
    fight = course.state.fight
    if is_won and fight is not None:
        name = course.book.words.get(HELD, HELD)
        effect = ActiveEffect(
            id=HELD, name=name, prevents=("act", "move"), bonus={"ac": -2}, source_id=who.id
        )
        course.change(
            EffectGiven(whom=target.id, effect=effect),
            FightSet(fight=fight.model_copy(update={"held": fight.held | {target.id: who.id}})),
        )
    return is_won


def break_free(course: Course, who: Somebody) -> bool:
    """Opposed rolls again, against whoever holds them."""
    fight = course.state.fight
    holder = course.somebody(fight.held.get(who.id, "")) if fight else None
    if fight is None or holder is None:
        _loose(course, who)
        return True
    mine, theirs = _rolled(course, who), _rolled(course, holder)
    is_won = mine.total > theirs.total
    code = "breaks-free" if is_won else "stays-held"
    course.tell(code, who=who.name, whom=holder.name, roll=mine.text, against=theirs.text)
    if is_won:
        held = {whom: by for whom, by in fight.held.items() if whom != who.id}
        course.change(FightSet(fight=fight.model_copy(update={"held": held})))
        _loose(course, who)
    return is_won


def _loose(course: Course, who: Somebody) -> None:
    course.change(EffectEnded(whom=who.id, effect_id=HELD))


def _rolled(course: Course, who: Somebody) -> Test:
    parts: list[Part] = []
    if who.sheet is not None:
        row = row_of(who.sheet, course.book)
        parts += [Part("class", row.attack if row else 0), Part("str", of_ability(who.sheet, "str"))]
    elif who.kind is not None:
        parts.append(Part(who.kind.attacks[0].name, who.kind.attacks[0].bonus, is_name=True))
        parts.append(Part("size", _GIANT if "giant" in who.kind.traits else 0))
    return put_to_the_dice(course, who, ("unarmed",), parts)
