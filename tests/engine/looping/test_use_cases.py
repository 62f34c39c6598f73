"""What may come in pieces, and what is needed for it."""

import json
from dataclasses import replace

import pytest

from engine.asking.record_schema import record_schema
from engine.looping.registry import USE_CASES, CannotRegister, UnknownUseCase, registered, use_case_of
from engine.looping.template import template_of
from engine.looping.use_case import UseCase
from engine.looping.use_cases.state_update import StateUpdateArgs, StateUpdatePrompts
from engine.looping.use_cases.tool_plan import ToolPlanArgs, ToolPlanPrompts
from engine.model.update import StateUpdate
from engine.structured import read
from tests.engine.briefs import CELLAR_INN, brief
from tests.engine.looping.small_update import UPDATE
from tests.fakes.one_book import OneBookLibrary


def test_updates_and_plans_may_come_in_pieces() -> None:
    """What the game asks for today; others join by one file each."""
    flags = {
        name: (case.looping, case.direct_return, case.supports_accumulation, case.requires_extraction)
        for name, case in USE_CASES.items()
    }

    assert flags == dict.fromkeys(("state_update", "tool_plan"), (True, True, False, False))
    assert [case.args_class for case in USE_CASES.values()] == [StateUpdateArgs, ToolPlanArgs]
    assert {case.max_iterations for case in USE_CASES.values()} == {5}


@pytest.mark.parametrize(
    ("case", "problem"),
    [
        (replace(UPDATE, prompt_builder=None), "use case 'update' has no prompt builder"),
        (replace(UPDATE, prompt_maker=None), "use case 'update' has nothing that makes its first prompt"),
        (replace(UPDATE, max_iterations=0), "use case 'update' allows 0 iterations, not 1 to 10"),
        (replace(UPDATE, max_iterations=11), "use case 'update' allows 11 iterations, not 1 to 10"),
        (replace(UPDATE, direct_return=False), "use case 'update' returns nothing directly"),
        (replace(UPDATE, requires_extraction=True), "use case 'update' requires extraction"),
        (replace(UPDATE, id=""), "a use case has no id"),
    ],
)
def test_a_use_case_that_could_not_go_on_is_refused(case: UseCase, problem: str) -> None:
    """It shows at start, not in the middle of a turn."""
    with pytest.raises(CannotRegister, match=problem):
        registered(case)


def test_a_name_is_given_once_and_must_be_known() -> None:
    """Nobody gets another one's prompt."""
    with pytest.raises(CannotRegister, match="two use cases are called 'update'"):
        registered(UPDATE, UPDATE)
    with pytest.raises(UnknownUseCase, match="no use case is called 'cake'"):
        use_case_of("cake")


def test_the_template_is_made_with_the_first_prompt() -> None:
    """It is never taken out of a prompt or an answer."""
    prompts = OneBookLibrary(CELLAR_INN).prompts("en")
    schema = record_schema(brief(), 400)

    assert StateUpdatePrompts.first(prompts, schema) == (prompts.text("task-record"), template_of(schema))
    assert ToolPlanPrompts.first(prompts, schema) == (prompts.text("task-plan"), template_of(schema))


def test_the_template_is_small_and_has_all_members_that_are_asked_for() -> None:
    """What a continuation costs is mostly its template."""
    schema = record_schema(brief(), 400)

    template = template_of(schema)

    members = schema["properties"]
    assert isinstance(members, dict)
    assert [*json.loads(template)] == [*members]
    assert len(template) < 800
    assert read(template, StateUpdate).status == "ok"


@pytest.mark.parametrize(
    ("schema", "template"),
    [
        ({"anyOf": [{"type": "string"}, {"type": "null"}]}, '"text"'),
        ({"const": 3}, "3"),
        ({"enum": [True, False]}, "true"),
        ({"enum": [*"abcdefgh"]}, '"a|b|c|d|e|f|…"'),
        ({"type": "array", "items": {"type": "number"}}, "[0]"),
        ({"type": "array", "prefixItems": [{"type": "boolean"}, {"type": "null"}]}, "[false,null]"),
    ],
)  # fmt: skip
def test_each_value_stands_for_what_may_be_there(schema: dict[str, object], template: str) -> None:
    """A model sees the words it may choose from."""
    assert template_of(schema) == template  # type: ignore[arg-type]  # JSON all the same
