"""Saving throws, of characters and creatures."""

from engine.model.rules.terms import Save
from engine.rules.course import Course
from engine.rules.numbers import Part, save_parts
from engine.rules.rulings import waived
from engine.rules.somebody import Somebody
from engine.rules.trying import Test, put_to_the_dice


def save(course: Course, who: Somebody, kind: Save, dc: int, *, bonus: int = 0, luck: int = 0) -> Test:
    """Roll it and tell how it went. A creature that is immune makes it whatever the die shows."""
    if who.sheet is not None:
        parts = save_parts(who.sheet, kind, course.adventure, course.book)
    else:
        parts = (Part("kind", who.kind.saves.get(kind, 0) if who.kind else 0),)
    rolled = put_to_the_dice(course, who, (kind,), (*parts, Part("bonus", bonus)), dc=dc, luck=luck)
    is_made = bool(rolled.is_success) or (who.kind is not None and kind in who.kind.immune)
    course.tell(
        f"save-made.{kind}" if is_made else f"save-failed.{kind}", who=who.name, dc=dc, roll=rolled.text
    )
    return rolled if is_made == rolled.is_success else _made(rolled)


def saves_or_waived(course: Course, who: Somebody, kind: Save, dc: int) -> bool:
    """Whether they get out of it: by a DM's word, or by the roll."""
    return waived(course, who.id) or bool(save(course, who, kind, dc).is_success)


def _made(rolled: Test) -> Test:
    return Test(
        rolled.who, rolled.natural, rolled.sides, rolled.total, rolled.dc, True, rolled.parts, rolled.text
    )
