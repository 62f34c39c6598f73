"""Who comes to the table: the character that was chosen, with numbers, and in a funnel a few more besides."""

from dataclasses import dataclass

from engine.draws import Draws
from engine.model.character import Character
from engine.model.rules.book import RuleBook
from engine.model.rules.sheet import Sheet
from engine.model.rules.terms import Alignment, ClassId
from engine.rules.making.people import Wish, new_sheet

MOST = 4
"""Characters of one player in a funnel."""


@dataclass(frozen=True)
class Newcomer:
    """What is known of somebody who sits down. funnel: how many of level 0; 0 = one of level 1."""

    character: Character
    book: RuleBook
    dice: Draws
    funnel: int = 0
    class_id: ClassId | None = None
    alignment: Alignment | None = None
    brought: Sheet | None = None
    taken: frozenset[str] = frozenset()
    """Names and ids that others have."""


def newcomers(new: Newcomer) -> tuple[Character, ...]:
    """The character itself first, then whoever comes with it."""
    wish = Wish(1 if not new.funnel else 0, None if new.funnel else new.class_id, new.alignment)
    sheet = new.brought or new_sheet(new.book, new.dice, wish)
    role = new.character.role or _trade(new.book, sheet)
    found = [new.character.model_copy(update={"sheet": sheet, "role": role})]
    for _ in range(1, min(MOST, new.funnel) if new.brought is None else 1):
        found.append(_another(new, found))
    return tuple(found)


def _another(new: Newcomer, found: list[Character]) -> Character:
    sheet = new_sheet(new.book, new.dice, Wish())
    race = next((o.race for o in new.book.occupations if o.id == sheet.occupation), "human")
    taken = {*new.taken, *(c.name for c in found)}
    names = [name for name in new.book.names.get(race, ()) if name not in taken]
    name = names[new.dice.die(len(names)) - 1] if names else f"{new.character.name} {len(found) + 1}"
    return Character(
        id=f"{new.character.id}-{len(found) + 1}",
        name=name,
        role=_trade(new.book, sheet),
        is_user_character=True,
        sheet=sheet,
    )


def _trade(book: RuleBook, sheet: Sheet) -> str:
    """What somebody is, by class or occupation."""
    if sheet.class_id is not None and sheet.class_id in book.classes:
        return book.classes[sheet.class_id].name
    return next((o.name for o in book.occupations if o.id == sheet.occupation), sheet.occupation)
