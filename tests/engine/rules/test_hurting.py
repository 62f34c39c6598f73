"""Harm and healing: who falls at 0, who bleeds, and what saves them."""

import pytest

from engine.model.rules.creature import Creature
from engine.rules.consequences import harm
from engine.rules.course import Course
from engine.rules.hurting import bleed, heal
from engine.rules.somebody import Somebody
from tests.engine.rules import crawl


def mira(course: Course) -> Somebody:
    found = course.somebody("mira")
    assert found is not None
    return found


def told(course: Course) -> list[str]:
    return [fact.code for fact in course.outcome().facts]


@pytest.mark.parametrize(("level", "is_dead", "bleeding"), [(0, True, None), (1, False, 1), (3, False, 3)])
def test_at_zero_the_level_decides(level: int, *, is_dead: bool, bleeding: int | None) -> None:
    """Level 0 dies at once; others can be saved for as many rounds as they have levels."""
    course = crawl.course(crawl.state(crawl.person("Mira", level=level)))

    harm(course, mira(course), 50)

    sheet = mira(course).sheet
    assert sheet is not None
    assert (sheet.hp, sheet.is_dead, sheet.bleeding) == (0, is_dead, bleeding)


def test_whoever_is_not_saved_in_time_is_dead() -> None:
    """The round of the fall, and one more for each level."""
    course = crawl.course(crawl.state(crawl.person("Mira", level=1)))
    harm(course, mira(course), 4)

    bleed(course, mira(course))
    still = mira(course).sheet
    bleed(course, mira(course))
    gone = mira(course).sheet

    assert still is not None
    assert gone is not None
    assert (still.is_dead, gone.is_dead) == (False, True)


def test_healing_saves_at_a_price() -> None:
    """Hit points are those healed; a point of stamina is gone for good, and a scar stays."""
    course = crawl.course(crawl.state(crawl.person("Mira", level=1)))
    harm(course, mira(course), 4)

    heal(course, mira(course), 2)

    sheet = mira(course).sheet
    assert sheet is not None
    assert (sheet.hp, sheet.bleeding, sheet.abilities["sta"].whole) == (2, None, 9)
    assert [effect.id for effect in sheet.effects] == ["scar"]


def test_the_dead_are_not_healed() -> None:
    """There is a rule for finding a body in time; this is not it."""
    course = crawl.course(crawl.state(crawl.person("Mira")))
    harm(course, mira(course), 4)

    assert heal(course, mira(course), 4) == 0


@pytest.mark.parametrize(("hp", "points"), [(3, 2), (3, 3), (3, 900)])
def test_hit_points_never_go_below_zero(hp: int, points: int) -> None:
    """Whatever hits."""
    rat: Creature = crawl.rat(hp=hp)
    course = crawl.course(crawl.state(crawl.person("Mira"), scene="porch", creatures=[rat]))
    found = course.somebody("rat-1")
    assert found is not None

    harm(course, found, points)

    assert course.state.creatures["rat-1"].hp == max(0, hp - points)
    assert (course.state.creatures["rat-1"].standing == "dead") == (points >= hp)
