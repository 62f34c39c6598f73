"""Moving on: what bars a way, who is met behind it, what time it takes."""

import pytest

from engine.model.adventure import Adventure
from engine.model.changes.situation import FlagSet
from engine.rules.course import Course
from engine.rules.exploring.passing import Pace, pass_on, ways_here
from engine.rules.somebody import Somebody
from tests.engine.rules import crawl

MIRA = crawl.person("Mira")


def at_the_gate(*numbers: int, is_open: bool = True, adventure: Adventure | None = None) -> Course:
    course = crawl.course(crawl.state(MIRA), *numbers, adventure=adventure or crawl.adventure())
    if is_open:
        course.change(FlagSet(key="open", value=True))
    return course


def mira(course: Course) -> Somebody:
    found = course.somebody("mira")
    assert found is not None
    return found


def go(course: Course, pace: Pace = "explore") -> bool:
    return pass_on(course, ways_here(course)[0], mira(course), pace)


def told(course: Course) -> list[str]:
    return [fact.code for fact in course.outcome().facts]


def test_a_barred_way_says_why_and_nobody_goes() -> None:
    """The words are the adventure's."""
    course = at_the_gate(is_open=False)

    assert not go(course)

    assert (course.scene_id, told(course)) == ("weir", ["told"])


def test_who_is_behind_the_door_is_met_and_the_fight_begins() -> None:
    """Mira rolls 10, the rats 5 and 19 with 2 more each: the order is theirs, hers, theirs."""
    course = at_the_gate(10, 5, 19)

    assert go(course)

    fight = course.state.fight
    assert fight is not None
    assert [(c.id, c.initiative) for c in fight.order] == [("rat-2", 21), ("mira", 10), ("rat-1", 7)]
    assert [(c.standing, c.hp) for c in course.state.creatures.values()] == [("hostile", 3)] * 2
    assert course.state.minute == 10


@pytest.mark.parametrize(("die", "noticed"), [(10, True), (9, True)])
def test_whoever_has_not_learned_to_sneak_is_nearly_always_heard(die: int, *, noticed: bool) -> None:
    """Ten is the most that an untrained die shows, and twelve is needed."""
    course = at_the_gate(die, 10, 5, 19)

    assert go(course, "sneak")

    assert (course.state.fight is not None) == noticed


def test_luck_makes_the_untrained_quiet() -> None:
    """And those who lie in wait go on waiting."""
    course = at_the_gate(10)

    assert pass_on(course, ways_here(course)[0], mira(course), "sneak", luck=2)

    assert course.state.fight is None
    assert [c.standing for c in course.state.creatures.values()] == ["waiting"] * 2


def test_hurrying_saves_time() -> None:
    """One minute instead of ten."""
    course = at_the_gate(10, 5, 19)

    go(course, "hurry")

    assert course.state.minute == 1


def test_those_who_were_met_stay_as_they_were_left() -> None:
    """A place is entered twice, its creatures are counted once."""
    course = at_the_gate(10, 5, 19)
    go(course)
    before = course.state.creatures

    again = crawl.course(course.state, 1, 2, 3)
    again.change(FlagSet(key="x", value=1))

    assert again.state.creatures == before
    assert again.area_state.met == ("rats",)
