"""Who carries light."""

from engine.rules.course import Course
from engine.rules.numbers import kind_of_item
from engine.rules.somebody import party_here

LIT = "lit"
"""Id of the effect of a light that magic made."""


def has_light(course: Course) -> bool:
    """Whether anybody of the party who is up has a light in hand, or one that magic made."""
    for who in party_here(course.adventure, course.state):
        if not who.is_up or who.sheet is None:
            continue
        kinds = (kind_of_item(i.kind, course.adventure, course.book) for i in who.sheet.items)
        if any(kind is not None and kind.carries_light for kind in kinds):
            return True
        if any(effect.id == LIT for effect in who.effects):
            return True
    return False
