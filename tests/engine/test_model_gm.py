"""The game master that asks a language model."""

import json
from collections.abc import AsyncIterator
from dataclasses import replace
from typing import TypeVar

import pytest

from engine.errors import (
    ModelError,
    ModelMissing,
    ModelTooSlow,
    ModelUnreachable,
    PromptTooLong,
    StreamBroke,
    Unreadable,
)
from engine.gamemaster import Planned, Recording, Telling
from engine.model.turn import Resolution, ToolPlan
from engine.model.update import SituationUpdate, StateUpdate, SuggestedMove
from engine.model_gm import ModelGameMaster
from engine.model_requests import Limits
from engine.pace import Overrides, Paces
from engine.ports import Deadlines, ModelFacts
from tests.engine.briefs import CELLAR_INN, brief
from tests.fakes.clock import FakeClock
from tests.fakes.entropy import SeededEntropy
from tests.fakes.language_model import Reply, ScriptedModel
from tests.fakes.one_book import OneBookLibrary

T = TypeVar("T")

STORY = "The rain falls. A door creaks."
MOVES = (SuggestedMove(label="Knock", text="Knock."), SuggestedMove(label="Wait", text="Wait."))
UPDATE = StateUpdate(suggestions=MOVES, updated_situation=SituationUpdate(current_scene="Wet."))
WRITTEN = json.dumps(UPDATE.model_dump(mode="json"))
PIECES = [WRITTEN[at : at + 7] for at in range(0, len(WRITTEN), 7)]


class Table:
    """A game master at a model that says what the test wrote, and what came of it."""

    def __init__(
        self, *replies: Reply, facts: ModelFacts | None = None, limits: Limits | None = None
    ) -> None:
        self.clock = FakeClock(instant=True)
        self.model = ScriptedModel(replies, clock=self.clock, facts=(facts,) if facts else None)
        self.paces = Paces()
        self.gm = ModelGameMaster(
            self.model, OneBookLibrary(CELLAR_INN), self.paces, self.clock, SeededEntropy(), limits
        )
        self.told: list[Telling] = []
        self.recorded: list[Recording] = []

    async def narrate(self) -> str:
        """The whole story. Raises what narrate raises; `told` has what came before."""
        await _into(self.told, self.gm.narrate(brief(), Resolution()))
        return "".join(telling.text for telling in self.told)

    async def record(self) -> Recording:
        """The last recording."""
        await _into(self.recorded, self.gm.record(brief(), Resolution(), STORY))
        return self.recorded[-1]


async def _into(kept: list[T], stream: AsyncIterator[T]) -> None:
    async for piece in stream:
        kept.append(piece)


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
    assert [t.text for t in table.told] == ["The rain", " falls.", ""]
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


@pytest.mark.parametrize("error", [StreamBroke("The rain"), ModelTooSlow(which="total", seconds=60)])
async def test_a_story_that_breaks_off_is_not_begun_anew(error: ModelError) -> None:
    """What was heard stays; the turn engine gives it an end."""
    table = Table(Reply(["The rain", " falls"], error=error), Reply(STORY))

    with pytest.raises(StreamBroke):
        await table.narrate()

    assert [t.text for t in table.told] == ["The rain", " falls"]
    assert len(table.model.requests) == 1


async def test_a_prompt_that_is_refused_as_too_long_is_told_shorter() -> None:
    """The same players' words, less of the past; later turns remember it."""
    table = Table(Reply(error=PromptTooLong()), Reply(STORY), Reply(STORY))

    assert await table.narrate() == STORY

    first, second = table.model.requests
    assert first.messages[0] == second.messages[0]
    assert first.num_ctx == second.num_ctx


async def test_a_prompt_that_stays_too_long_is_given_up() -> None:
    """No endless asking."""
    table = Table(Reply(error=PromptTooLong(), times=None))

    with pytest.raises(PromptTooLong):
        await table.narrate()

    assert len(table.model.requests) == 2


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


@pytest.mark.parametrize(
    ("facts", "limits", "num_ctx"),
    [
        (ModelFacts("gemma2:9b", None, None, can_think=False), Limits(), 8192),
        (ModelFacts("gemma2:9b", 8192, 4096, can_think=False), Limits(), 4096),
        (ModelFacts("gemma2:9b", 32768, 1024, can_think=False), Limits(num_ctx=6000), 6000),
        (ModelFacts("gemma2:9b", 32768, None, can_think=True), Limits(num_ctx=4096), 5120),
    ],
)
async def test_every_request_of_a_model_has_the_same_window(
    facts: ModelFacts, limits: Limits, num_ctx: int
) -> None:
    """Another window would make the server load the model again, in the middle of a turn."""
    table = Table(
        Reply(STORY, purpose="narrate"), Reply(WRITTEN, purpose="record"), facts=facts, limits=limits
    )

    await table.gm.prepare(brief())
    await table.narrate()
    await table.record()

    assert {request.num_ctx for request in table.model.requests} == {num_ctx}


async def test_a_small_window_gets_a_small_form() -> None:
    """Even the longest record fits the 250 tokens that a small window has for it."""
    facts = ModelFacts("gemma2:9b", 4096, None, can_think=False)
    table = Table(Reply(STORY, purpose="narrate"), Reply(WRITTEN, purpose="record"), facts=facts)

    await table.narrate()
    await table.record()

    assert [request.num_predict for request in table.model.requests] == [220, 250]


async def test_a_slow_machine_is_asked_for_less_from_the_next_turn_on() -> None:
    """A slow table plays shorter, not later."""
    slow = Reply(times=None, output_tokens=100, output_s=20.0)
    table = Table(replace(slow, text=STORY, purpose="narrate"), replace(slow, text=WRITTEN, purpose="record"))

    for _ in range(2):
        await table.narrate()
        await table.record()

    assert [request.num_predict for request in table.model.requests] == [350, 400, 240, 150]


async def test_a_cold_model_gets_time_to_load_and_a_warm_one_is_not_waited_for() -> None:
    """Minutes for a first answer are normal; minutes for a second one are a fault."""
    table = Table(Reply(STORY, times=None, prompt_s=1.0, prompt_tokens=500))

    await table.narrate()
    await table.narrate()

    cold, warm = (request.deadlines.first_token_s for request in table.model.requests)
    assert cold > 150 > 60 == warm


async def test_an_admins_deadlines_are_used_as_they_are() -> None:
    """GLYPHMASTER_FIRST_TOKEN_S and its siblings."""
    table = Table(Reply(STORY), limits=Limits(overrides=Overrides(1.5, 2.5, 3.5)))

    await table.narrate()

    assert table.model.requests[0].deadlines == Deadlines(1.5, 2.5, 3.5)


async def test_the_expected_time_follows_from_what_was_measured() -> None:
    """The table is told how long a story takes once anybody knows."""
    table = Table(Reply(STORY, prompt_tokens=400, prompt_s=4.0, output_tokens=100, output_s=10.0))
    before = table.gm.expected_s(brief().settings)

    await table.narrate()

    after = table.gm.expected_s(brief().settings)
    assert before is None
    assert after is not None
    assert 15 < after < 40
