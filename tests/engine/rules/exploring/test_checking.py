"""Trying something: who may, with what, and what follows."""

import pytest

from engine.model.rules.area import Check
from engine.rules.course import Course
from engine.rules.exploring.checking import can_try, try_check
from engine.rules.somebody import Somebody
from tests.engine.rules import crawl

MIRA, TOM = crawl.person("Mira"), crawl.person("Tom")


def wheel(**parts: object) -> Check:
    plain = crawl.adventure().scenes[0].rules
    assert plain is not None
    return Check.model_validate(plain.checks[0].model_dump(mode="json") | parts)


def who(course: Course, name: str = "mira") -> Somebody:
    found = course.somebody(name)
    assert found is not None
    return found


def told(course: Course) -> list[str]:
    return [fact.code for fact in course.outcome().facts]


def test_a_success_has_the_consequence_of_the_data() -> None:
    """The engine opens the door, not the story."""
    course = crawl.course(crawl.state(MIRA), 15)

    assert try_check(course, wheel(), who(course))

    assert course.state.situation.world_state_flags == {"open": True}
    assert course.outcome().facts[0].args == {
        "who": "Mira", "what": "turn the wheel", "dc": 15, "roll": "d20 (15) = 15",
    }  # fmt: skip
    assert told(course) == ["check-passed", "told"]


def test_a_failure_hurts_whoever_does_not_save() -> None:
    """Reflex 10 against 11 is one too few; the die of damage shows 3."""
    course = crawl.course(crawl.state(MIRA), 14, 10, 3)

    assert not try_check(course, wheel(), who(course))

    assert told(course) == ["check-failed", "told", "save-failed.reflex", "hurt"]
    sheet = who(course).sheet
    assert sheet is not None
    assert sheet.hp == 1


def test_helpers_add_two_each_up_to_what_the_data_allows() -> None:
    """Four pairs of hands do not fit on one wheel."""
    people = (MIRA, TOM, crawl.person("Una"), crawl.person("Vic"))
    course = crawl.course(crawl.state(*people), 11)

    assert try_check(course, wheel(), who(course))

    assert course.outcome().facts[0].args == {"who": "Mira", "helpers": "Tom, Una"}


@pytest.mark.parametrize(
    ("tries", "same", "other"),
    [("once", False, False), ("once-each", False, True), ("always", True, True)],
)
def test_how_often_it_can_be_tried(tries: str, *, same: bool, other: bool) -> None:
    """By the party once, by each once, or as often as they like."""
    check = wheel(tries=tries, helpers=0)
    course = crawl.course(crawl.state(MIRA, TOM), 20)

    try_check(course, check, who(course))

    assert (can_try(course, check, "mira"), can_try(course, check, "tom")) == (same, other)


def test_what_one_has_never_learned_is_tried_with_a_smaller_die() -> None:
    """A d10: a lock of 13 is out of reach without luck or help."""
    course = crawl.course(crawl.state(MIRA), 10)
    check = wheel(ability=None, skill="pick-lock", dc=13, helpers=0, on_fail={"text": "It holds."})

    assert not try_check(course, check, who(course))

    assert course.use.dice.fallen == ((10, 10),)


def test_the_right_thing_in_hand_needs_no_roll() -> None:
    """A key turns."""
    key = {"id": "sword-1", "kind": "sword", "name": "short sword"}
    course = crawl.course(crawl.state(crawl.person("Mira", items=[key])))

    assert try_check(course, wheel(passes_with="sword"), who(course))

    assert told(course)[0] == "check-by-thing"


def test_burned_luck_is_gone_and_counts() -> None:
    """One for one, for most people, and it does not come back."""
    course = crawl.course(crawl.state(MIRA), 12)

    assert try_check(course, wheel(helpers=0), who(course), luck=3)

    sheet = who(course).sheet
    assert sheet is not None
    assert (sheet.abilities["lck"].now, sheet.abilities["lck"].whole) == (7, 7)


def test_trying_takes_time_but_not_in_a_fight() -> None:
    """A round is a round."""
    course = crawl.course(crawl.state(MIRA), 15)

    try_check(course, wheel(minutes=10), who(course))

    assert course.state.minute == 10
