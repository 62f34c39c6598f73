"""What is taken, put on, put away, given, dropped or used."""

from collections.abc import Mapping
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from engine.model.changes.sheets import ItemAdded, ItemRemoved, ItemWorn
from engine.model.rules.item import Item, ItemKind, Slot
from engine.rules.course import Course
from engine.rules.exploring.treasure import take_treasure, treasure_here
from engine.rules.exploring.using import use_thing, uses_here
from engine.rules.numbers import kind_of_item
from engine.rules.somebody import Somebody, party_here
from engine.tool import Outcome, Tool, Use, refused

_WORN: frozenset[Slot] = frozenset({"weapon", "armour", "shield", "ring", "light"})
_HANDS = 2


class UpdateInventory(Tool):
    """add: take what lies here. remove: drop. equip, unequip: put on and off. give: to somebody of the party.

    use: where the place has an answer to it. item: id of a treasure of the place, or of something carried.
    """

    called: ClassVar[str] = "update-inventory"
    action: Literal["add", "remove", "equip", "unequip", "give", "use"]
    item: str
    quantity: Annotated[int, Field(ge=1, le=10_000)] = 1
    to: str | None = None

    @classmethod
    def ids(cls, use: Use) -> Mapping[str, tuple[str, ...]]:
        course = Course(use, cls.called)
        who = course.somebody(use.actor_id or "")
        carried = tuple(item.id for item in who.sheet.items) if who and who.sheet else ()
        others = tuple(w.id for w in party_here(use.adventure, use.state) if w.id != use.actor_id)
        return {
            "item": (
                *(treasure.id for treasure in treasure_here(course)),
                *carried,
                *(thing.item for thing in uses_here(course)),
            ),
            "to": others,
        }

    def run(self, use: Use) -> Outcome:
        course = Course(use, self.called)
        who = course.somebody(use.actor_id or "")
        if who is None or who.sheet is None or not who.can("act"):
            return refused("cannot-act", who=who.name if who else "")
        match self.action:
            case "add":
                return self._take(course, who)
            case "use":
                return self._use(course, who)
            case _:
                item = next((i for i in who.sheet.items if i.id == self.item), None)
                if item is None:
                    return refused("not-carried", who=who.name)
                return self._carried(course, who, item)

    def _take(self, course: Course, who: Somebody) -> Outcome:
        treasure = next((t for t in treasure_here(course) if t.id == self.item), None)
        if treasure is None or not take_treasure(course, treasure, who):
            return refused("not-there", who=who.name)
        return course.outcome()

    def _use(self, course: Course, who: Somebody) -> Outcome:
        kinds = {item.kind for item in who.sheet.items if item.id == self.item} if who.sheet else set()
        use = next((u for u in uses_here(course) if u.item == self.item or u.item in kinds), None)
        if use is None:
            return refused("no-use-here", who=who.name)
        use_thing(course, use, who)
        return course.outcome()

    def _carried(self, course: Course, who: Somebody, item: Item) -> Outcome:
        kind = kind_of_item(item.kind, course.adventure, course.book)
        match self.action:
            case "remove":
                course.change(ItemRemoved(character_id=who.id, item_id=item.id, quantity=self.quantity))
                course.tell("item-dropped", who=who.name, item=item.name)
            case "give":
                return self._give(course, who, item)
            case "equip" if kind is not None and kind.slot in _WORN:
                _put_on(course, who, item, kind)
            case "unequip":
                course.change(ItemWorn(character_id=who.id, item_id=item.id, is_worn=False))
                course.tell("item-put-away", who=who.name, item=item.name)
            case _:
                return refused("not-worn", who=who.name, item=item.name)
        return course.outcome()

    def _give(self, course: Course, who: Somebody, item: Item) -> Outcome:
        to = course.somebody(self.to or "")
        if to is None or to.sheet is None:
            return refused("nobody-to-give", who=who.name, item=item.name)
        quantity = min(self.quantity, item.quantity)
        given = item.model_copy(update={"quantity": quantity, "is_worn": False})
        if quantity < item.quantity:
            given = given.model_copy(update={"id": f"{item.id}-{to.id}"[:60]})
        course.change(
            ItemRemoved(character_id=who.id, item_id=item.id, quantity=quantity),
            ItemAdded(character_id=to.id, item=given),
        )
        course.tell("item-given", who=who.name, item=item.name, to=to.name)
        return course.outcome()


def _put_on(course: Course, who: Somebody, item: Item, kind: ItemKind) -> None:
    """In hand or on the body; what was there before and leaves no room is put away."""
    for other in who.sheet.items if who.sheet else ():
        worn = kind_of_item(other.kind, course.adventure, course.book)
        if other.id == item.id or not other.is_worn or worn is None:
            continue
        has_no_hand = kind.slot in {"weapon", "shield"} and worn.slot in {"weapon", "shield"}
        needs_both = has_no_hand and kind.hands + worn.hands > _HANDS
        if worn.slot == kind.slot or needs_both:
            course.change(ItemWorn(character_id=who.id, item_id=other.id, is_worn=False))
    course.change(ItemWorn(character_id=who.id, item_id=item.id, is_worn=True))
    course.tell("item-put-on", who=who.name, item=item.name)
