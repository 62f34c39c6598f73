"""What somebody strikes with: the weapon in hand, or the fists."""

from dataclasses import dataclass

from engine.model.rules.creature import CreatureAttack
from engine.model.rules.item import ItemKind
from engine.model.rules.sheet import Sheet
from engine.rules.course import Course
from engine.rules.numbers import class_of, worn
from engine.rules.somebody import Somebody

FIST = "1d3"
"""What a blow without a weapon does."""
PLAIN_BLADE = "plain-blade"
MAGIC = "magic"


@dataclass(frozen=True)
class Arm:
    """What strikes. name: as it is told. is_missile: from afar. bonus: of the thing itself, by what it hits.

    backstab: its damage from behind, where that is better. kind: of damage. is_trained: with this very thing.
    """

    name: str
    damage: str
    is_missile: bool = False
    range_ft: tuple[int, int, int] | None = None
    hands: int = 1
    backstab: str | None = None
    is_trained: bool = True
    source: ItemKind | None = None

    def bonus(self, kind: str, target: Somebody) -> int:
        """What the thing adds to a roll of this kind against this target."""
        if self.source is None:
            return 0
        traits = set(target.kind.traits) if target.kind else set()
        counts = not self.source.against or bool(traits & set(self.source.against))
        return sum(v for k, v in self.source.bonus.items() if k == kind) if counts else 0

    @property
    def damage_kind(self) -> str:
        """What creatures may mind: a plain blade, or one with a power of its own."""
        has_power = self.source is not None and any(self.source.bonus.get(k) for k in ("attack", "damage"))
        return MAGIC if has_power else PLAIN_BLADE if self.source is not None else ""


def arms_of(course: Course, who: Somebody) -> tuple[Arm, ...]:
    """What they have in hand, as many as they have; at least the fists."""
    if who.sheet is None:
        return ()
    weapons = [
        _arm(course, who.sheet, kind)
        for _, kind in worn(who.sheet, course.adventure, course.book)
        if kind.slot == "weapon" and kind.damage is not None
    ]
    return tuple(weapons) or (Arm(course.book.words.get("fists", "fists"), FIST),)


def fists(course: Course) -> Arm:
    """Bare hands."""
    return Arm(course.book.words.get("fists", "fists"), FIST)


def attack_of(who: Somebody, number: int = 0) -> CreatureAttack | None:
    """A creature's way to strike with its nth action; the last stands for all further ones."""
    if who.kind is None:
        return None
    return who.kind.attacks[min(number, len(who.kind.attacks) - 1)]


def _arm(course: Course, sheet: Sheet, kind: ItemKind) -> Arm:
    return Arm(
        name=kind.name,
        damage=kind.damage or FIST,
        is_missile=kind.range_ft is not None and kind.hands == 2,
        range_ft=kind.range_ft,
        hands=kind.hands,
        backstab=kind.backstab_damage,
        is_trained=_is_trained(course, sheet, kind.id),
        source=kind,
    )


def _is_trained(course: Course, sheet: Sheet, kind_id: str) -> bool:
    """A class knows its weapons; everybody knows the one of what they were before."""
    occupation = next((o for o in course.book.occupations if o.id == sheet.occupation), None)
    if occupation is not None and occupation.weapon == kind_id:
        return True
    rules = class_of(sheet, course.book)
    if rules is None or not rules.weapons:
        return rules is not None or occupation is None
    return kind_id in rules.weapons
