"""A test: one die of the chain and what is added to it, against a number. Every roll of a d20 is one."""

from collections.abc import Iterable
from dataclasses import dataclass

from engine.dice.chain import stepped
from engine.dice.rolling import roll
from engine.model.change import Change
from engine.model.changes.sheets import AbilityChanged, EffectEnded, EffectGiven
from engine.model.rules.active_effect import ActiveEffect
from engine.model.rules.terms import RollKind
from engine.rules.course import Course
from engine.rules.numbers import Part, luck_sign_parts, row_of
from engine.rules.rulings import forced
from engine.rules.somebody import Somebody

_IMPLIED: dict[RollKind, tuple[RollKind, ...]] = {
    "melee": ("attack", "all"),
    "missile": ("attack", "all"),
    "unarmed": ("melee", "attack", "all"),
    "check": ("all",),
    "skill": ("check", "all"),
    "swim": ("check", "all"),
    "reflex": ("save", "all"),
    "fortitude": ("save", "all"),
    "will": ("save", "all"),
    "casting": ("all",),
    "turning": ("casting", "all"),
    "healing": ("casting", "all"),
    "melee-damage": ("damage",),
    "missile-damage": ("damage",),
}
_OWN_LUCK = {"thief", "halfling"}
"""Classes whose burned luck comes back."""
_HALFLING = 2
"""What each point of a halfling's luck adds."""


@dataclass(frozen=True)
class Test:
    """How a test went. natural: what the die shows; dc: null = none, then `is_success` is null too.

    sides: of the die. is_top: the die's highest; text: die and parts, as shown ("d20 (14) + 3 = 17").
    """

    __test__ = False  # not a test of pytest's

    who: str
    natural: int
    sides: int
    total: int
    dc: int | None
    is_success: bool | None
    parts: tuple[Part, ...]
    text: str

    @property
    def is_top(self) -> bool:
        """The die shows its highest number."""
        return self.natural == self.sides

    @property
    def is_one(self) -> bool:
        """The die shows a one."""
        return self.natural == 1


def put_to_the_dice(
    course: Course,
    who: Somebody,
    kinds: tuple[RollKind, ...],
    parts: Iterable[Part] = (),
    *,
    dc: int | None = None,
    sides: int = 20,
    steps: int = 0,
    luck: int = 0,
) -> Test:
    """Roll it, and use up what counts for it only so often.

    kinds: what kind of roll it is, the narrowest first. steps: along the chain. luck: points to burn, taken
    from what is left of them. A DM's forced outcome wins over the die; a number stands in its place.
    """
    every = widened(kinds)
    effects = counting(course, who, every)
    steps += sum(effect.steps for effect in effects if "all" in every and "save" not in every)
    die = stepped(sides, steps)
    natural = course.dice.die(die)
    ruled = forced(course, who.id)
    if ruled.isdecimal():
        natural = max(1, min(die, int(ruled)))
    counted = [*parts]
    if who.sheet is not None:
        counted += luck_sign_parts(who.sheet, course.book, every)
    for effect in effects:
        bonus = sum(value for kind, value in effect.bonus.items() if kind in every)
        counted += [Part(effect.name, bonus, is_name=True)] if bonus else []
    counted += _burned(course, who, luck)
    course.change(*_worn_out(who, effects))
    kept = tuple(part for part in counted if part.value)
    total = natural + sum(part.value for part in kept)
    is_success = None if dc is None else total >= dc
    if ruled in {"success", "failure"} and dc is not None:
        is_success = ruled == "success"
    return Test(who.id, natural, die, total, dc, is_success, kept, _shown(die, natural, kept, total))


def widened(kinds: tuple[RollKind, ...]) -> frozenset[RollKind]:
    """These kinds and all that they belong to."""
    return frozenset(kinds) | {wide for kind in kinds for wide in _IMPLIED.get(kind, ())}


def counting(course: Course, who: Somebody, every: frozenset[RollKind]) -> tuple[ActiveEffect, ...]:
    """The effects upon somebody that count for a roll of these kinds, here."""
    return tuple(
        effect
        for effect in who.effects
        if effect.only_in in (None, course.scene_id)
        and (any(kind in every for kind in effect.bonus) or (effect.steps and "all" in every))
    )


def bonus_of(course: Course, who: Somebody, *kinds: RollKind) -> int:
    """What effects add to a number that is not rolled (armour class, damage), without using any up."""
    every = widened(kinds)
    return sum(
        value
        for effect in counting(course, who, every)
        for kind, value in effect.bonus.items()
        if kind in every
    )


def _burned(course: Course, who: Somebody, points: int) -> list[Part]:
    """Luck that is burned for this roll; it is gone, but for those whose luck comes back with rest."""
    score = who.sheet.abilities.get("lck") if who.sheet else None
    points = min(points, score.now) if score else 0
    if who.sheet is None or points <= 0:
        return []
    returns = who.sheet.class_id in _OWN_LUCK
    course.change(AbilityChanged(character_id=who.id, ability="lck", by=-points, is_lasting=not returns))
    row = row_of(who.sheet, course.book)
    value = points
    if who.sheet.class_id == "halfling":
        value = _HALFLING * points
    elif row is not None and row.luck_die is not None:
        value = sum(roll(row.luck_die, course.dice).total for _ in range(points))
    course.tell("luck-burned", who=who.name, points=points, bonus=value)
    return [Part("luck", value)]


def _worn_out(who: Somebody, effects: tuple[ActiveEffect, ...]) -> list[Change]:
    changes: list[Change] = []
    for effect in effects:
        if effect.uses is None:
            continue
        if effect.uses <= 1:
            changes.append(EffectEnded(whom=who.id, effect_id=effect.id))
        else:
            less = effect.model_copy(update={"uses": effect.uses - 1})
            changes.append(EffectGiven(whom=who.id, effect=less))
    return changes


def _shown(sides: int, natural: int, parts: tuple[Part, ...], total: int) -> str:
    bonus = sum(part.value for part in parts)
    sign = f" {'+' if bonus > 0 else '-'} {abs(bonus)}" if bonus else ""
    return f"d{sides} ({natural}){sign} = {total}"
