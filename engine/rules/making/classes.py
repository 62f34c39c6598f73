"""A class, and the levels in it."""

from engine.dice.rolling import roll
from engine.draws import Draws
from engine.model.rules.book import ClassRules, LevelRow, RuleBook
from engine.model.rules.item import Item
from engine.model.rules.sheet import KnownSpell, Sheet
from engine.model.rules.terms import MOST_LEVEL, ClassId
from engine.rules.levels import CLASS, LEVEL, level_for
from engine.rules.numbers import modifier, of_ability

_SECOND = 2
"""The level of the spells that clerics count apart."""
_PERCENT = 100
_LUCK_IN_QUIRKS = 10
_OUTFIT: dict[ClassId, tuple[str, ...]] = {
    "warrior": ("longsword", "shield", "studded"),
    "dwarf": ("handaxe", "shield", "studded"),
    "cleric": ("mace", "shield", "leather", "holy-sign"),
    "thief": ("dagger", "leather", "thieves-tools"),
    "wizard": ("staff", "dagger"),
    "elf": ("longsword", "leather", "shortbow"),
    "halfling": ("short-sword", "dagger", "leather", "sling"),
}
"""What somebody who begins with a level has got hold of."""


def with_class(sheet: Sheet, book: RuleBook, dice: Draws, class_id: ClassId) -> Sheet:
    """Level 1 of a class, from somebody of level 0, with the outfit of one who has lived so far."""
    chosen = sheet.model_copy(update={"class_id": class_id, "items": _outfitted(sheet, book, class_id)})
    if class_id == "warrior":
        arm = next(
            (item.kind for item in chosen.items if item.is_worn and book.items[item.kind].damage), None
        )
        chosen = chosen.model_copy(update={"lucky_weapon": arm})
    return next_level(chosen, book, dice)


def next_level(sheet: Sheet, book: RuleBook, dice: Draws) -> Sheet:
    """One level more: hit points, and spells that are new. Unchanged at the top or without a class."""
    rules = book.classes.get(sheet.class_id) if sheet.class_id else None
    if rules is None or sheet.level >= MOST_LEVEL:
        return sheet
    sign = next((s for s in book.signs if s.id == sheet.luck_sign), None)
    luck = modifier(sheet.luck_at_birth) if sign is not None and sign.kind == "hit-points" else 0
    gained = max(1, roll(rules.hit_die, dice).total + of_ability(sheet, "sta") + luck)
    level = sheet.level + 1
    risen = sheet.model_copy(
        update={"level": level, "hp": sheet.hp + gained, "hp_most": sheet.hp_most + gained}
    )
    risen = risen.model_copy(update={"spells": _learned(risen, rules, book, dice)})
    choices = tuple(c for c in risen.choices if c not in {CLASS, LEVEL})
    more = (LEVEL,) if level_for(risen.xp) > level else ()
    return risen.model_copy(update={"choices": (*choices, *more)})


def _learned(sheet: Sheet, rules: ClassRules, book: RuleBook, dice: Draws) -> tuple[KnownSpell, ...]:
    """What is known already, and as many more as the level has, drawn from the book."""
    if rules.side is None:
        return sheet.spells
    row = rules.levels[sheet.level - 1]
    known = list(sheet.spells)
    if rules.side == "divine":
        _learn(known, book, 1, row.spells, dice)
        _learn(known, book, _SECOND, row.second_spells, dice)
    else:
        _learn_arcane(known, book, row, sheet, dice)
    return tuple(known)


def _learn_arcane(known: list[KnownSpell], book: RuleBook, row: LevelRow, sheet: Sheet, dice: Draws) -> None:
    open_ = [s for s in book.spells.values() if s.side == "arcane" and s.level <= row.spell_level]
    new = [s.id for s in open_ if all(k.id != s.id for k in known)]
    while len(known) < row.spells and new:
        known.append(_with_quirk(new.pop(dice.die(len(new)) - 1), book, sheet, dice))


def _learn(known: list[KnownSpell], book: RuleBook, level: int, most: int, dice: Draws) -> None:
    of_level = {s.id for s in book.spells.values() if s.side == "divine" and s.level == level}
    new = sorted(of_level - {k.id for k in known})
    while sum(1 for k in known if k.id in of_level) < most and new:
        known.append(KnownSpell(id=new.pop(dice.die(len(new)) - 1)))


def _with_quirk(spell_id: str, book: RuleBook, sheet: Sheet, dice: Draws) -> KnownSpell:
    """Arcane magic is never quite the same in two hands: rolled once for each spell, for life."""
    table = book.tables.get("quirk")
    if table is None:
        return KnownSpell(id=spell_id)
    total = dice.die(_PERCENT) + _LUCK_IN_QUIRKS * of_ability(sheet, "lck")
    return KnownSpell(id=spell_id, quirk=table.row(total).id)


def _outfitted(sheet: Sheet, book: RuleBook, class_id: ClassId) -> tuple[Item, ...]:
    """The class's things, worn as far as two hands go, beside what was there."""
    items = [item.model_copy(update={"is_worn": False}) for item in sheet.items]
    hands = 0
    for kind_id in _OUTFIT[class_id]:
        kind = book.items.get(kind_id)
        if kind is None:
            continue
        is_worn = kind.slot == "armour"
        if kind.slot in {"weapon", "shield"} and hands + kind.hands <= _SECOND:
            hands += kind.hands
            is_worn = True
        items = [item for item in items if item.kind != kind_id]
        items.append(Item(id=f"{kind_id}-0", kind=kind_id, name=kind.name, is_worn=is_worn))
    return tuple(items)
