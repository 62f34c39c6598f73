"""The one roll behind everything: the die, what is added, and what a DM has ruled."""

import pytest

from engine.model.changes.dungeon import RulingMade
from engine.model.changes.sheets import EffectGiven
from engine.model.rules.active_effect import ActiveEffect
from engine.model.rules.ruling import Ruling
from engine.model.rules.terms import RollKind
from engine.rules.course import Course
from engine.rules.numbers import Part
from engine.rules.trying import Test, put_to_the_dice
from tests.engine.rules import crawl


def course_of(*numbers: int, **sheet: object) -> Course:
    return crawl.course(crawl.state(crawl.person("Mira", **sheet)), *numbers)


def rolled(course: Course, *kinds: RollKind, dc: int | None = 12, steps: int = 0) -> Test:
    who = course.somebody("mira")
    assert who is not None
    return put_to_the_dice(course, who, kinds or ("check",), (Part("str", 2),), dc=dc, steps=steps)


def test_die_and_parts_are_added_and_shown() -> None:
    """What a player reads is what was reckoned."""
    test = rolled(course_of(10))

    assert (test.total, test.is_success, test.text) == (12, True, "d20 (10) + 2 = 12")


def test_a_bonus_counts_for_its_kind_and_what_belongs_to_it() -> None:
    """A blessing on saves helps the will, and not the arm."""
    effect = ActiveEffect(id="calm", name="calm", bonus={"save": 3})
    seen = []
    for kind in ("will", "check"):
        course = course_of(10)
        course.change(EffectGiven(whom="mira", effect=effect))
        seen.append(rolled(course, kind).total)

    assert seen == [15, 12]


def test_what_counts_once_is_used_up_by_the_roll() -> None:
    """Plus two on one roll is not plus two on two."""
    course = course_of(10, 10)
    course.change(
        EffectGiven(whom="mira", effect=ActiveEffect(id="hint", name="a hint", bonus={"check": 2}, uses=1))
    )

    assert [rolled(course).total, rolled(course).total] == [14, 12]


def test_steps_move_along_the_chain() -> None:
    """One step down from twenty is sixteen."""
    course = course_of(16)

    test = rolled(course, steps=-1)

    assert (test.sides, test.is_top) == (16, True)


@pytest.mark.parametrize(
    ("outcome", "natural", "is_success"), [("success", 1, True), ("failure", 20, False), ("17", 17, True)]
)
def test_a_dms_word_beats_the_die_once(outcome: str, natural: int, *, is_success: bool) -> None:
    """The die falls all the same: nobody can tell from the others that it did not count."""
    die = 20 if outcome == "failure" else 1
    course = course_of(die, 1)
    course.change(RulingMade(ruling=Ruling(id="r", kind="force", outcome=outcome, whom="mira")))

    first, second = rolled(course), rolled(course)

    assert (first.natural, first.is_success) == (natural, is_success)
    assert second.is_success is False
    assert course.state.rulings == ()


def test_the_sign_of_birth_counts_for_its_rolls_for_life() -> None:
    """Luck at birth, whatever has become of it since."""
    course = course_of(10, luck_sign="plough", luck_at_birth=16)

    assert rolled(course, "will").total == 14
