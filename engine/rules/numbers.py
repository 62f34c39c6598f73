"""What follows from a sheet: modifiers, armour class, saves, attack. Each number with its parts."""

from collections.abc import Iterable
from dataclasses import dataclass

from engine.model.adventure import Adventure
from engine.model.rules.book import ClassRules, LevelRow, RuleBook
from engine.model.rules.item import Item, ItemKind
from engine.model.rules.sheet import Sheet
from engine.model.rules.terms import Ability, RollKind, Save

SAVE_ABILITY: dict[Save, Ability] = {"reflex": "agi", "fortitude": "sta", "will": "per"}
_TOPS = ((1, -4), (3, -3), (5, -2), (8, -1), (12, 0), (15, 1), (17, 2), (19, 3), (21, 4), (23, 5))
"""Highest score that has this modifier; above them +6."""


@dataclass(frozen=True)
class Part:
    """A part of a number. name: a key below `rules.part.`, or a name as it is read if `is_name`."""

    name: str
    value: int
    is_name: bool = False


def modifier(score: int) -> int:
    """Of an ability's score.

    >>> [modifier(score) for score in (0, 3, 8, 9, 12, 13, 18, 24)]
    [-4, -3, -1, 0, 0, 1, 3, 6]
    """
    return next((value for top, value in _TOPS if score <= top), 6)


def of_ability(sheet: Sheet, ability: Ability) -> int:
    """The modifier of an ability as it is now; 0 for one that is not on the sheet."""
    score = sheet.abilities.get(ability)
    return modifier(score.now) if score else 0


def class_of(sheet: Sheet, book: RuleBook) -> ClassRules | None:
    """The rules of the character's class; null at level 0."""
    return book.classes.get(sheet.class_id) if sheet.class_id else None


def row_of(sheet: Sheet, book: RuleBook) -> LevelRow | None:
    """The class's row of the character's level; null at level 0."""
    rules = class_of(sheet, book)
    return rules.levels[sheet.level - 1] if rules and sheet.level else None


def kind_of_item(kind: str, adventure: Adventure, book: RuleBook) -> ItemKind | None:
    """What a thing is: the adventure's own kind before the book's."""
    own = adventure.dungeon.item(kind) if adventure.dungeon else None
    return own or book.items.get(kind)


def worn(sheet: Sheet, adventure: Adventure, book: RuleBook) -> tuple[tuple[Item, ItemKind], ...]:
    """What is in hand or put on, with its kind."""
    pairs = ((item, kind_of_item(item.kind, adventure, book)) for item in sheet.items if item.is_worn)
    return tuple((item, kind) for item, kind in pairs if kind is not None)


def luck_sign_parts(sheet: Sheet, book: RuleBook, kinds: Iterable[RollKind]) -> tuple[Part, ...]:
    """The modifier of birth, where the sign counts for one of these kinds of roll."""
    sign = next((s for s in book.signs if s.id == sheet.luck_sign), None)
    value = modifier(sheet.luck_at_birth)
    if sign is None or not value or sign.kind not in set(kinds):
        return ()
    return (Part(sign.name, value, is_name=True),)


def armour_class(sheet: Sheet, adventure: Adventure, book: RuleBook) -> tuple[Part, ...]:
    """10, agility, armour, shield, and what the sign and effects add."""
    parts = [Part("base", 10), Part("agi", of_ability(sheet, "agi"))]
    parts += [Part(kind.name, kind.ac, is_name=True) for _, kind in worn(sheet, adventure, book) if kind.ac]
    parts += [
        Part(kind.name, kind.bonus["ac"], is_name=True)
        for _, kind in worn(sheet, adventure, book)
        if kind.bonus.get("ac")
    ]
    return (*parts, *luck_sign_parts(sheet, book, ("ac",)))


def save_parts(sheet: Sheet, save: Save, adventure: Adventure, book: RuleBook) -> tuple[Part, ...]:
    """Class, ability and what is worn; the roll itself adds the sign."""
    row = row_of(sheet, book)
    ability = SAVE_ABILITY[save]
    parts = [Part("class", row.saves.get(save, 0) if row else 0), Part(ability, of_ability(sheet, ability))]
    for _, kind in worn(sheet, adventure, book):
        parts += [Part(kind.name, kind.bonus[k], is_name=True) for k in ("save", save) if kind.bonus.get(k)]
    return tuple(parts)


def check_penalty(sheet: Sheet, adventure: Adventure, book: RuleBook) -> int:
    """What armour takes from sneaking, climbing and swimming: 0 or below."""
    return sum(kind.check_penalty for _, kind in worn(sheet, adventure, book))


def total(parts: Iterable[Part]) -> int:
    """All of them together."""
    return sum(part.value for part in parts)
