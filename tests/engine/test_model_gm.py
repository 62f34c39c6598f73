"""The game master that asks a language model: what it tells and what it writes down."""

import json
from dataclasses import replace

import pytest

from engine.errors import ModelMissing, ModelUnreachable, StreamBroke, Unreadable
from engine.gamemaster import Planned, Recording
from engine.model.turn import Resolution, ToolPlan
from engine.model.update import StateUpdate
from engine.model_request import ModelFacts
from tests.engine.briefs import brief
from tests.engine.model_table import MOVES, PIECES, STORY, UPDATE, WRITTEN, Table
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


async def test_members_are_handed_over_as_soon_as_they_are_closed() -> None:
    """The buttons stand before the rest is written."""
    table = Table(Reply(PIECES, purpose="record"))

    last = await table.record()

    assert table.recorded[0] == Recording(StateUpdate(suggestions=MOVES))
    assert (last.update, last.is_last, last.warnings) == (UPDATE, True, ())
    assert [u.purpose for r in table.recorded for u in r.usage] == ["record"]


async def test_a_record_leaves_nothing_to_chance() -> None:
    """The same story is written down in the same way."""
    table = Table(Reply(WRITTEN))

    await table.record()

    request = table.model.requests[0]
    assert (request.temperature, request.repeat_penalty, request.num_predict) == (0.0, 1.0, 400)
    assert request.schema is not None
    assert '"properties": {"suggestions"' in json.dumps(request.schema)
    assert [m.role for m in request.messages] == ["system", "user", "assistant", "user"]
    assert request.messages[2].content == STORY


async def test_an_unreadable_record_is_asked_for_once_more_with_its_fault() -> None:
    """A slip of the model is put right without anybody noticing."""
    table = Table(Reply("It rained, and"), Reply(f"```json\n{WRITTEN}\n```"))

    assert (await table.record()).update == UPDATE

    first, second = table.model.requests
    assert second.messages[: len(first.messages)] == first.messages
    assert second.messages[-1].content == "corrective The answer contains no JSON object."
    assert len([u for r in table.recorded for u in r.usage]) == 2


async def test_a_record_that_stays_unreadable_says_so() -> None:
    """The turn stands, is marked, and is read again later."""
    table = Table(Reply("It rained."), Reply("It poured."))

    with pytest.raises(Unreadable):
        await table.record()

    assert len(table.model.requests) == 2


@pytest.mark.parametrize(
    "cut",
    [Reply(WRITTEN[:-40], done_reason="length"), Reply(WRITTEN[:-40], error=StreamBroke(WRITTEN[:-40]))],
)
async def test_a_cut_record_counts_as_far_as_it_was_closed(cut: Reply) -> None:
    """Half a record is better than none, if the half is whole."""
    table = Table(cut)

    last = await table.record()

    assert (last.update, last.is_last, len(last.warnings)) == (UPDATE, True, 1)


async def test_a_record_cut_before_anything_was_closed_is_asked_for_once_more() -> None:
    """Cut text is never used."""
    table = Table(Reply(WRITTEN[:20], done_reason="length"), Reply(WRITTEN[:20], done_reason="length"))

    with pytest.raises(Unreadable):
        await table.record()


async def test_a_record_that_went_round_in_circles_is_asked_for_once_more() -> None:
    """A small model that loops gets another chance before the turn is left unrecorded."""
    loop = WRITTEN[:20] + "open " * 9
    table = Table(Reply(loop, error=StreamBroke(loop, reason="a loop")), Reply(WRITTEN))

    assert (await table.record()).update == UPDATE


async def test_a_record_that_does_not_end_is_stopped() -> None:
    """A model that writes blanks for ever holds nobody up."""
    table = Table(Reply([WRITTEN, *["\n" * 50] * 99]))

    assert (await table.record()).update == UPDATE

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
