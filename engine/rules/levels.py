"""Experience and levels: what a character may choose once there is enough of it."""

from engine.model.changes.sheets import ChoicesSet
from engine.rules.course import Course
from engine.rules.somebody import Somebody

THRESHOLDS = (10, 50, 110, 190, 290, 410, 550, 710, 890, 1090)
"""Experience that levels 1 to 10 take."""
CLASS = "class"
LEVEL = "level"


def level_for(xp: int) -> int:
    """The level that so much experience is worth.

    >>> [level_for(xp) for xp in (0, 9, 10, 49, 50, 1090, 99999)]
    [0, 0, 1, 1, 2, 10, 10]
    """
    return sum(xp >= threshold for threshold in THRESHOLDS)


def tell_levels(course: Course, who: Somebody) -> None:
    """Somebody who has enough for another level is told so, and has a choice open until they make it."""
    now = course.somebody(who.id)
    if now is None or now.sheet is None or level_for(now.sheet.xp) <= now.sheet.level:
        return
    choice = CLASS if now.sheet.level == 0 else LEVEL
    if choice in now.sheet.choices:
        return
    course.change(ChoicesSet(character_id=who.id, choices=(*now.sheet.choices, choice)))
    course.tell("level-open", who=who.name, level=now.sheet.level + 1)
