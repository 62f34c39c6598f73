"""Things that change hands: a new piece of some kind, and who carries what."""

from engine.model.changes.sheets import ItemAdded, ItemRemoved, MoneyChanged
from engine.model.rules.item import Item
from engine.rules.course import Course
from engine.rules.numbers import kind_of_item
from engine.rules.somebody import Somebody, party_here


def give(course: Course, who: Somebody, kind_id: str, quantity: int = 1) -> Item | None:
    """So many of a kind are theirs from now on; coins go to the purse. null if there is no such kind.

    More of what they carry already (and that is not in use) lies with the rest.
    """
    kind = kind_of_item(kind_id, course.adventure, course.book)
    if kind is None or who.sheet is None or quantity < 1:
        return None
    if kind.slot == "coin":
        course.change(MoneyChanged(character_id=who.id, by=kind.value * quantity))
        return Item(id=kind_id, kind=kind_id, name=kind.name, quantity=quantity)
    same = next((i for i in who.sheet.items if i.kind == kind_id and not i.is_worn), None)
    if same is not None:
        item = same.model_copy(update={"quantity": same.quantity + quantity})
    else:
        item = Item(id=_free_id(course, kind_id), kind=kind_id, name=kind.name, quantity=quantity)
    course.change(ItemAdded(character_id=who.id, item=item))
    return item


def take(course: Course, kind_id: str, quantity: int = 1, *, first: str = "") -> bool:
    """So many of a kind are gone from the party, from `first` if they have it; false if nobody has it."""
    bearer = bearer_of(course, kind_id, first=first)
    if bearer is None or bearer.sheet is None:
        return False
    item = next(i for i in bearer.sheet.items if i.kind == kind_id)
    course.change(ItemRemoved(character_id=bearer.id, item_id=item.id, quantity=quantity))
    return True


def bearer_of(course: Course, kind_id: str, *, first: str = "") -> Somebody | None:
    """Who carries one: `first` before all others, the living before the dead."""
    party = sorted(
        party_here(course.adventure, course.state),
        key=lambda who: (who.id != first, not who.is_up),
    )
    return next((who for who in party if who.sheet and any(i.kind == kind_id for i in who.sheet.items)), None)


def _free_id(course: Course, kind_id: str) -> str:
    taken = {
        item.id for c in course.state.characters.values() if c.sheet is not None for item in c.sheet.items
    }
    number = 1
    while f"{kind_id}-{number}" in taken:
        number += 1
    return f"{kind_id}-{number}"
