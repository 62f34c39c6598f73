"""How hard somebody is to hit."""

from engine.rules.course import Course
from engine.rules.numbers import armour_class, total
from engine.rules.somebody import Somebody
from engine.rules.trying import bonus_of


def armour_of(course: Course, who: Somebody) -> int:
    """Armour class, with all that is upon them."""
    if who.sheet is not None:
        plain = total(armour_class(who.sheet, course.adventure, course.book))
    else:
        plain = who.kind.ac if who.kind else 10
    return plain + bonus_of(course, who, "ac")
