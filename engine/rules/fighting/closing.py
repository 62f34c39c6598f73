"""Coming hand to hand with a foe that is still off."""

from engine.model.changes.dungeon import CreatureSet
from engine.rules.course import Course
from engine.rules.numbers import worn
from engine.rules.somebody import Somebody

HAND_TO_HAND = 5


def come_near(course: Course, who: Somebody, target: Somebody) -> bool:
    """One move towards it: whether a blow can fall in the same round."""
    creature, sheet = target.creature, who.sheet
    if creature is None or sheet is None:
        return False
    slowed = sum(kind.speed for _, kind in worn(sheet, course.adventure, course.book))
    left = max(HAND_TO_HAND, creature.distance_ft - max(HAND_TO_HAND, sheet.speed + slowed))
    course.change(CreatureSet(creature_id=target.id, distance_ft=left))
    if left > HAND_TO_HAND:
        course.tell("comes-near", who=who.name, feet=left)
        return False
    return True
