"""Reading a plan: each call in its place, and none without the condition that was written for it."""

import pytest

from engine.reading.planned import WrittenCall, WrittenPlan
from engine.structured import read

LEAP = WrittenCall(tool="leap")


@pytest.mark.parametrize("needs", ['"the first"', "[0]", "true", "1e999", "0.5", "NaN", '{"call":0}'])
def test_a_call_with_a_condition_that_nobody_can_read_is_left_blank(needs: str) -> None:
    """Nobody falls because the rope that was to be tied first was not."""
    answer = f'{{"tool_calls":[{{"tool":"leap"}},{{"tool":"climb","needs":{needs}}},{{"tool":"leap"}}]}}'

    found = read(answer, WrittenPlan)

    assert found.value == WrittenPlan(tool_calls=(LEAP, WrittenCall(), LEAP))


@pytest.mark.parametrize(("needs", "place"), [("0", 0), ('"0"', 0), ("0.0", 0), ("null", None), ("-1", -1)])
def test_a_condition_is_the_place_of_another_call(needs: str, place: int | None) -> None:
    """However a model writes the number."""
    found = read(f'{{"tool_calls":[{{"tool":"leap","needs":{needs}}}]}}', WrittenPlan)

    assert found.value == WrittenPlan(tool_calls=(WrittenCall(tool="leap", needs=place),))
