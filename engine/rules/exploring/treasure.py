"""What lies in a place, and taking it."""

from engine.dice.rolling import roll
from engine.model.changes.dungeon import AreaChanged
from engine.model.rules.area import Treasure
from engine.rules.consequences import follow
from engine.rules.course import Course
from engine.rules.numbers import kind_of_item
from engine.rules.somebody import Somebody
from engine.rules.things import give


def treasure_here(course: Course) -> tuple[Treasure, ...]:
    """What can be seen and taken here now."""
    flags = course.state.situation.world_state_flags
    return tuple(
        treasure
        for treasure in course.area.treasure
        if treasure.id not in course.area_state.taken
        and (not treasure.is_hidden or treasure.id in course.area_state.found)
        and treasure.when.holds(flags)
    )


def take_treasure(course: Course, treasure: Treasure, who: Somebody) -> bool:
    """It is theirs, with whatever taking it sets off. False if it is nothing that the book knows."""
    quantity = max(1, roll(treasure.quantity, course.dice).total)
    kind = kind_of_item(treasure.item, course.adventure, course.book)
    if kind is None or give(course, who, treasure.item, quantity) is None:
        return False
    course.change(AreaChanged(scene_id=course.scene_id, taken=(treasure.id,)))
    course.tell("item-gained", who=who.name, item=kind.name, quantity=quantity)
    if treasure.on_take is not None:
        follow(course, treasure.on_take, who.id)
    return True
