"""The game master that asks a language model: what it tells, and what it thinks ahead."""

from dataclasses import replace

import pytest

from engine.errors import ModelMissing, ModelUnreachable, StreamBroke
from engine.gamemaster import Planned
from engine.model.turn import Resolution, ToolPlan
from engine.model_request import ModelFacts
from tests.engine.briefs import brief
from tests.engine.model_table import STORY, WRITTEN, Table
from tests.fakes.language_model import Reply


async def test_a_story_without_rules_needs_no_plan() -> None:
    """A story turn makes exactly two requests."""
    table = Table(Reply(STORY, purpose="narrate"), Reply(WRITTEN, purpose="record"))

    planned = await table.gm.resolve(brief())
    await table.narrate()
    await table.record()

    assert planned == Planned(ToolPlan())
    assert [request.purpose for request in table.model.requests] == ["narrate", "record"]


async def test_the_story_is_told_as_it_comes_and_its_cost_and_source_stand_at_the_end() -> None:
    """Words within seconds; "why?" can show what the model saw."""
    table = Table(Reply(["The rain ", "falls."], purpose="narrate", thinking="Rain, I think."))

    assert await table.narrate() == "The rain falls."

    last = table.told[-1]
    assert [t.text for t in table.told] == ["The", " rain", " falls.", ""]
    assert last.usage is not None
    assert last.usage.purpose == "narrate"
    assert last.seen == table.model.requests[0].messages[1].content
    assert "[actions]" in last.seen


@pytest.mark.parametrize(
    "failure",
    [
        Reply(error=ModelUnreachable()),
        Reply("", thinking="Hm."),
        Reply('{"narrative": "It rains."}'),
        Reply("Ass", error=StreamBroke("Ass")),
    ],
)
async def test_a_model_that_says_nothing_useful_is_asked_again(failure: Reply) -> None:
    """The table waits a moment longer, and hears one story."""
    table = Table(failure, Reply(STORY))

    assert await table.narrate() == STORY

    assert len(table.clock.slept) == 1
    assert 0 <= table.clock.slept[0] <= 2
    seeds = {request.seed for request in table.model.requests}
    assert len(seeds) == 2


async def test_a_missing_model_is_not_asked_for_again() -> None:
    """The host is told at once which model to pull."""
    table = Table(facts=ModelFacts("other", 8192, None, can_think=False))

    with pytest.raises(ModelMissing):
        await table.narrate()

    assert (table.model.requests, table.clock.slept) == ([], [])


async def test_a_story_that_nobody_hears_any_more_is_stopped() -> None:
    """A server does not go on thinking for a turn that was called off."""
    table = Table(Reply(["a ", "b ", "c "]))
    stream = table.gm.narrate(brief(), Resolution())

    await anext(stream)
    await stream.aclose()

    assert len(table.model.stopped) == 1


async def test_preparing_evaluates_what_the_turn_will_begin_with() -> None:
    """Thinking time of the players is thinking time of the machine."""
    table = Table(Reply(STORY))

    usage = await table.gm.prepare(replace(brief(), turn_id=""))
    await table.narrate()

    prepared, narrated = table.model.requests
    assert [u.purpose for u in usage] == ["prepare"]
    assert prepared.num_predict == 1
    assert prepared.messages[0] == narrated.messages[0]
    assert narrated.messages[1].content.startswith(prepared.messages[1].content)


async def test_preparing_that_fails_harms_nobody() -> None:
    """It is only thinking ahead."""
    assert await Table(Reply(error=ModelUnreachable(), purpose="prepare")).gm.prepare(brief()) == ()
