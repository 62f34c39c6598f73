"""Who acts first: a die of the chain with agility, and what warriors add."""

from engine.rules.course import Course
from engine.rules.numbers import Part, of_ability, worn
from engine.rules.somebody import Somebody
from engine.rules.trying import put_to_the_dice

_TWO_HANDED = 16
"""Sides of the die with a weapon for two hands."""


def rolled_initiative(course: Course, who: Somebody) -> int:
    """Rolled and told."""
    parts, sides = [Part("kind", who.kind.initiative)] if who.kind else [], 20
    if who.sheet is not None:
        parts.append(Part("agi", of_ability(who.sheet, "agi")))
        if who.sheet.class_id == "warrior":
            parts.append(Part("level", who.sheet.level))
        weapons = [
            kind for _, kind in worn(who.sheet, course.adventure, course.book) if kind.slot == "weapon"
        ]
        sides = _TWO_HANDED if any(kind.hands == 2 for kind in weapons) else sides
    rolled = put_to_the_dice(course, who, ("initiative",), parts, sides=sides)
    course.tell("initiative", who=who.name, roll=rolled.text, total=rolled.total)
    return rolled.total
