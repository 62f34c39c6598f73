"""Moving on: which ways there are, what bars them, and what it takes to go."""

from typing import Literal

from engine.model.adventure import Exit
from engine.model.changes.dungeon import TimePassed
from engine.model.changes.situation import FlagSet
from engine.model.rules.area import Check, Passage
from engine.rules.course import Course
from engine.rules.exploring.checking import attempt_at, can_try, try_check
from engine.rules.exploring.hazards import hazards
from engine.rules.meeting import enter
from engine.rules.somebody import Somebody
from engine.rules.things import bearer_of
from engine.rules.trying import put_to_the_dice

Pace = Literal["explore", "hurry", "sneak"]
_HURRIED = 1
"""Minutes of a way that is hurried."""
_SNEAKING = 12
"""How hard it is not to be noticed."""


def ways_here(course: Course) -> tuple[Exit, ...]:
    """The ways that the party knows of: all but secret ones that nobody has found."""
    scene = course.adventure.scene(course.scene_id)
    flags = course.state.situation.world_state_flags
    return tuple(
        way
        for way in (scene.exits if scene else ())
        if not passage_to(course, way.to).is_secret or way.when.holds(flags)
    )


def passage_to(course: Course, scene_id: str) -> Passage:
    """The rules of a way; plain ones where the data has none."""
    return next((p for p in course.area.passages if p.to == scene_id), Passage(to=scene_id))


def pass_on(course: Course, way: Exit, who: Somebody, pace: Pace, *, luck: int = 0) -> bool:
    """The whole party goes, led by `who`: whether it went."""
    passage = passage_to(course, way.to)
    if not _is_open(course, way, passage, who):
        return False
    check = _check_of(course, passage)
    if check is not None and not try_check(course, check, who, luck=luck):
        return False
    if course.scene_id != _here(course, way):
        return True  # the way itself has carried the party off
    hazards(course, "leave", who.id)
    minutes = min(passage.minutes, _HURRIED) if pace == "hurry" else passage.minutes
    course.change(TimePassed(minutes=minutes))
    if way.text is not None:
        course.tell("told", text=way.text)
    is_quiet = pace == "sneak" and _sneaks(course, who, luck)
    enter(course, way.to, is_quiet=is_quiet)
    hazards(course, "enter", who.id)
    return True


def _here(course: Course, way: Exit) -> str:
    scenes = (s for s in course.adventure.scenes if s.id == course.scene_id and way in s.exits)
    found = next(scenes, None)
    return found.id if found else ""


def _is_open(course: Course, way: Exit, passage: Passage, who: Somebody) -> bool:
    if way.when.holds(course.state.situation.world_state_flags):
        return True
    key = passage.locked_by
    if key is not None and bearer_of(course, key, first=who.id) is not None:
        course.change(*(FlagSet(key=k, value=v) for k, v in way.when.flags.items()))
        course.tell("unlocked", who=who.name)
        return True
    if way.blocked is not None:
        course.tell("told", text=way.blocked)
    return False


def _check_of(course: Course, passage: Passage) -> Check | None:
    """What has to be passed on this way, unless nobody can try it any more."""
    check = next((c for c in course.area.checks if c.id == passage.check), None)
    return check if check is not None and can_try(course, check, None) else None


def _sneaks(course: Course, who: Somebody, luck: int) -> bool:
    attempt = attempt_at(course, who, skill="sneak")
    rolled = put_to_the_dice(
        course,
        who,
        attempt.kinds,
        attempt.parts,
        dc=_SNEAKING,
        sides=20 if attempt.is_trained else 10,
        luck=luck,
    )
    code = "sneaked" if rolled.is_success else "heard"
    course.tell(code, who=who.name, roll=rolled.text, dc=_SNEAKING)
    return bool(rolled.is_success)
