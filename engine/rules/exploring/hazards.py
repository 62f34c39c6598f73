"""What happens by itself in a place: on entering or leaving, when it is loud, as time goes by."""

from typing import Literal

from engine.model.changes.dungeon import AreaChanged
from engine.model.rules.area import Hazard
from engine.rules.consequences import follow
from engine.rules.course import Course
from engine.rules.meeting import noise
from engine.rules.numbers import Part, armour_class, total
from engine.rules.somebody import Somebody, party_here
from engine.rules.trying import bonus_of, put_to_the_dice

When = Literal["enter", "leave", "noise", "turn", "round"]


def hazards(course: Course, on: When, actor_id: str | None) -> None:
    """All that happens here on this occasion, in the order of the data."""
    for hazard in course.area.hazards:
        if hazard.on == on and _is_due(course, hazard):
            _happens(course, hazard, actor_id)


def be_loud(course: Course, actor_id: str | None) -> None:
    """Something was heard: what listens wakes, what hangs loosely falls."""
    hazards(course, "noise", actor_id)
    noise(course)


def _is_due(course: Course, hazard: Hazard) -> bool:
    people = [who for who in party_here(course.adventure, course.state) if who.is_up]
    return (
        hazard.when.holds(course.state.situation.world_state_flags)
        and hazard.id not in course.area_state.spent
        and len(people) >= hazard.least
    )


def _happens(course: Course, hazard: Hazard, actor_id: str | None) -> None:
    people = [who for who in party_here(course.adventure, course.state) if who.is_up]
    target = next((who for who in people if who.id == actor_id), people[0])
    if hazard.once:
        course.change(AreaChanged(scene_id=course.scene_id, spent=(hazard.id,)))
    if hazard.attack_bonus is not None:
        target = people[course.dice.die(len(people)) - 1]
        if not _hits(course, hazard, target):
            return
    follow(course, hazard.consequence, target.id)


def _hits(course: Course, hazard: Hazard, target: Somebody) -> bool:
    """An attack by the place itself; it has a name and a bonus and nothing else."""
    if target.sheet is None or hazard.attack_bonus is None:
        return False
    ac = total(armour_class(target.sheet, course.adventure, course.book)) + bonus_of(course, target, "ac")
    striker = Somebody(id="", name=hazard.name)
    rolled = put_to_the_dice(course, striker, ("melee",), (Part("kind", hazard.attack_bonus),), dc=ac)
    is_hit = bool(rolled.is_success) or rolled.is_top
    course.tell(
        "hazard-hits" if is_hit else "hazard-misses",
        what=hazard.name,
        whom=target.name,
        roll=rolled.text,
        ac=ac,
    )
    return is_hit
