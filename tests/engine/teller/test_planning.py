"""What the model wants to use: asked for only where it is needed, read tolerantly, never waited for long."""

import json
from dataclasses import replace

import pytest

from engine.errors import ModelUnreachable, StreamBroke
from engine.gamemaster import Brief, Planned
from engine.model.action import ActionType, MergedAction, ToolCall
from engine.model.turn import Resolution, ToolPlan
from engine.tool import Ruleset
from tests.engine.briefs import brief
from tests.engine.model_table import STORY, WRITTEN, Table
from tests.engine.rules_for_tests import Drink, rules
from tests.fakes.language_model import Reply

ROLL: dict[str, object] = {"tool": "roll", "args": {"sides": 20}, "purpose": "to hit", "needs": None}
WRITTEN_PLAN = json.dumps({"intent": "fight", "tool_calls": [ROLL, ROLL], "needs_override": False})
CALL = ToolCall(tool="roll", args={"sides": 20}, purpose="to hit")
PLAN = ToolPlan(intent="fight", tool_calls=(CALL, CALL))


def doing(kind: ActionType = "action", call: ToolCall | None = None) -> MergedAction:
    return MergedAction(
        source_ids=("s1",), player_id="ann", player_name="ann", character_id="pc-ann", type=kind,
        content="I strike twice.", call=call,
    )  # fmt: skip


def told(*actions: MergedAction, ruleset: Ruleset | None = None) -> Brief:
    return replace(brief(), actions=actions or (doing(),), ruleset=ruleset or rules())


async def test_a_plan_is_asked_for_as_part_of_the_turns_own_conversation() -> None:
    """The server goes on from what it has evaluated, and nothing is left to chance."""
    table = Table(Reply(WRITTEN_PLAN, purpose="plan"), Reply(STORY, purpose="narrate"))

    planned = await table.gm.resolve(told())
    _ = [piece async for piece in table.gm.narrate(told(), Resolution(plan=planned.plan))]

    asked, narrated = table.model.requests
    assert planned.plan == PLAN
    assert [usage.purpose for usage in planned.usage] == ["plan"]
    assert (asked.purpose, asked.temperature, asked.repeat_penalty, asked.num_predict) == (
        "plan",
        0.0,
        1.0,
        250,
    )
    assert asked.schema is not None
    assert '"enum": ["roll"]' in json.dumps(asked.schema)
    assert narrated.messages[: len(asked.messages)] == asked.messages


@pytest.mark.parametrize(
    "settled",
    [
        told(doing("speech")),
        told(doing(call=ToolCall(tool="press"))),
        told(doing("speech"), doing(call=ToolCall(tool="press"))),
        replace(told(), actions=(), number=0),
        replace(told(), ruleset=brief().ruleset),
        told(ruleset=rules(tools=())),
        replace(told(ruleset=rules(tools=(Drink,))), state=brief(players=()).state),
    ],
    ids=["speech", "button", "both", "opening", "story", "no tools", "nothing there to use"],
)
async def test_what_needs_no_choice_asks_no_model(settled: Brief) -> None:
    """A story turn makes exactly two requests; a button saves one."""
    table = Table()

    assert await table.gm.resolve(settled) == Planned(ToolPlan())
    assert table.model.requests == []


async def test_one_open_action_among_settled_ones_is_planned() -> None:
    """Whoever typed is not forgotten because somebody else pressed."""
    table = Table(Reply(WRITTEN_PLAN))

    planned = await table.gm.resolve(told(doing(call=ToolCall(tool="press")), doing()))

    assert planned.plan == PLAN
    (user,) = [message for message in table.model.requests[0].messages if message.role == "user"]
    assert '"call":"press"' in user.content


@pytest.mark.parametrize(
    "answer",
    [
        f"Sure!\n```json\n{WRITTEN_PLAN}\n```",
        WRITTEN_PLAN.replace("}]", "},]"),
        json.dumps({"tool_calls": [{**ROLL, "id": "call_1"}, {**ROLL, "id": "call_1"}], "intent": "fight"}),
    ],
)
async def test_a_plan_is_read_as_it_was_meant(answer: str) -> None:
    """Two equal blows are two; ids that a model makes up mean nothing."""
    assert (await Table(Reply(answer)).gm.resolve(told())).plan == PLAN


@pytest.mark.parametrize(
    "cut",
    [
        Reply(WRITTEN_PLAN[:70], done_reason="length"),
        Reply(WRITTEN_PLAN[:70], error=StreamBroke(WRITTEN_PLAN[:70])),
    ],
)
async def test_a_plan_that_was_cut_is_gone_on_with(cut: Reply) -> None:
    """Half a call is never made."""
    table = Table(cut, Reply(WRITTEN_PLAN[60:]))

    assert (await table.gm.resolve(told())).plan == PLAN
    assert [request.purpose for request in table.model.requests] == ["plan", "plan"]


async def test_an_unreadable_plan_is_asked_for_once_more_with_its_fault() -> None:
    """A slip of the model is put right without anybody noticing."""
    table = Table(Reply("I would roll."), Reply(WRITTEN_PLAN))

    planned = await table.gm.resolve(told())

    first, second = table.model.requests
    assert planned.plan == PLAN
    assert len(planned.usage) == 2
    assert second.messages[: len(first.messages)] == first.messages
    assert second.messages[-1].content == "corrective The answer contains no JSON object."


async def test_a_plan_without_its_calls_is_asked_for_once_more() -> None:
    """An intent alone does nothing."""
    table = Table(Reply('{"intent": "fight"}'), Reply(WRITTEN_PLAN))

    assert (await table.gm.resolve(told())).plan == PLAN


async def test_a_plan_that_stays_unreadable_is_none_and_the_turn_goes_on() -> None:
    """A table never waits for a third try, and is never asked to say it in other words."""
    table = Table(Reply("I would roll."), Reply("Truly, roll!"))

    planned = await table.gm.resolve(told())

    assert planned.plan == ToolPlan()
    assert [usage.purpose for usage in planned.usage] == ["plan", "plan"]
    assert len(table.model.requests) == 2


async def test_a_model_that_is_away_leaves_no_plan() -> None:
    """Its host is gone: what holds anyway is told."""
    table = Table(*[Reply(error=ModelUnreachable(), purpose="plan")] * 3)

    assert (await table.gm.resolve(told())).plan == ToolPlan()


async def test_a_whole_turn_by_rules_makes_three_requests() -> None:
    """Plan, narrative, record; the tools are known from the first message on."""
    table = Table(
        Reply(WRITTEN_PLAN, purpose="plan"), Reply(STORY, purpose="narrate"), Reply(WRITTEN, purpose="record")
    )

    resolution = Resolution(plan=(await table.gm.resolve(told())).plan)
    _ = [piece async for piece in table.gm.narrate(told(), resolution)]
    _ = [piece async for piece in table.gm.record(told(), resolution, STORY)]

    assert [request.purpose for request in table.model.requests] == ["plan", "narrate", "record"]
    assert len({request.messages[0] for request in table.model.requests}) == 1
    assert "tool-roll" in table.model.requests[0].messages[0].content
