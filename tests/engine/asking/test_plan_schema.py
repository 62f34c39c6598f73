"""The form of a plan: what is allowed and what is there, so that a small model cannot name anything else."""

from dataclasses import replace

import jsonschema
import pytest

from engine.asking.plan_schema import plan_schema, tools_at_hand
from engine.asking.record_schema import CHARS_PER_TOKEN, longest_answer
from engine.asking.wire_schema import Schema
from engine.changes import fold
from engine.gamemaster import Brief
from engine.model.changes.situation import FlagSet
from tests.engine.briefs import brief
from tests.engine.rules_for_tests import Drink, Go, Roll, Unlock, rules

ROOM = 4000


def told(*players: str) -> Brief:
    return replace(brief(players=players), ruleset=rules(tools=(Roll, Drink, Go, Unlock)))


def plan(*calls: dict[str, object]) -> dict[str, object]:
    whole = [{"purpose": "to see", "needs": None, **call} for call in calls]
    return {"intent": "see", "tool_calls": whole, "needs_override": False}


def fits(form: Schema, answer: object) -> bool:
    return bool(jsonschema.Draft202012Validator(form).is_valid(answer))


@pytest.mark.parametrize(
    ("call", "is_good"),
    [
        ({"tool": "roll", "args": {"sides": 6}}, True),
        ({"tool": "go", "args": {"to": "yard", "softly": None}}, True),
        ({"tool": "drink", "args": {"who": "pc-ann"}}, True),
        ({"tool": "roll", "args": {"sides": 1}}, False),
        ({"tool": "Roll", "args": {"sides": 6}}, False),
        ({"tool": "go", "args": {"to": "cellar", "softly": None}}, False),
        ({"tool": "drink", "args": {"who": "mags"}}, False),
        ({"tool": "roll", "args": {"to": "yard"}}, False),
        ({"tool": "press", "args": {"times": 1}}, False),
        ({"tool": "overrule", "args": {}}, False),
    ],
)
def test_only_tools_that_are_allowed_and_things_that_are_there_can_be_written(
    call: dict[str, object], is_good: bool
) -> None:
    """The server's grammar keeps a model to what the moment holds."""
    assert fits(plan_schema(told("ann"), ROOM), plan(call)) is is_good


def test_what_has_come_about_can_be_named() -> None:
    """The cellar can be gone to as soon as its key is there."""
    before = told("ann")
    after = replace(before, state=fold(before.state, [FlagSet(key="has_key", value=True)]))

    call: dict[str, object] = {"tool": "go", "args": {"to": "cellar", "softly": True}}

    assert fits(plan_schema(after, ROOM), plan(call))


def test_a_tool_for_which_nothing_is_there_is_not_offered() -> None:
    """Nobody is asked to drink where nobody is."""
    assert tools_at_hand(told()) == (Roll, Go, Unlock)


def test_no_more_calls_than_count_can_be_written() -> None:
    """A sixth would be thrown away."""
    call: dict[str, object] = {"tool": "roll", "args": {"sides": 6}}
    form = plan_schema(told("ann"), ROOM)

    assert fits(form, plan(*[call] * 5))
    assert not fits(form, plan(*[call] * 6))


@pytest.mark.parametrize("tokens", [150, 250, ROOM])
def test_the_longest_plan_fits_the_tokens_that_it_is_given(tokens: int) -> None:
    """A plan that is cut costs another request."""
    assert longest_answer(plan_schema(told("ann", "bob"), tokens)) <= tokens * CHARS_PER_TOKEN


def test_every_plan_has_a_form_however_few_the_tokens() -> None:
    """The smallest is better than none."""
    assert fits(plan_schema(told("ann"), 1), plan({"tool": "roll", "args": {"sides": 6}}))
