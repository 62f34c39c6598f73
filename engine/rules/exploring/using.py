"""Using a thing where the place has an answer to it."""

from engine.model.changes.dungeon import ClockSet
from engine.model.rules.area import ItemUse
from engine.rules.consequences import follow
from engine.rules.course import Course
from engine.rules.exploring.hazards import be_loud
from engine.rules.numbers import kind_of_item
from engine.rules.somebody import Somebody
from engine.rules.things import bearer_of, take


def uses_here(course: Course) -> tuple[ItemUse, ...]:
    """What can be used here now with what the party carries."""
    flags = course.state.situation.world_state_flags
    return tuple(
        use for use in course.area.uses if use.when.holds(flags) and bearer_of(course, use.item) is not None
    )


def use_thing(course: Course, use: ItemUse, who: Somebody) -> None:
    """Once more; what comes of it comes with the last of the uses that it takes."""
    kind = kind_of_item(use.item, course.adventure, course.book)
    clock = f"use-{course.scene_id}-{use.item}"[:40]
    times = course.state.clocks.get(clock, 0) + 1
    name = kind.name if kind else use.item
    if use.times > 1:
        course.tell("used-again", who=who.name, item=name, time=times, times=use.times)
    else:
        course.tell("used", who=who.name, item=name)
    if times < use.times:
        course.change(ClockSet(clock=clock, rounds=times))
        return
    course.change(ClockSet(clock=clock, rounds=None))
    if use.is_used_up:
        take(course, use.item, first=who.id)
    follow(course, use.consequence, who.id)
    if use.is_noisy:
        be_loud(course, who.id)
