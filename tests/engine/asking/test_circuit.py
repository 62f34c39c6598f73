"""Knowing that a host is away, and that it is back."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace

import pytest
from structlog.testing import capture_logs

from engine.asking.circuit import FAILURES, LOOK_S, Circuit
from engine.errors import (
    ModelAway,
    ModelError,
    ModelMissing,
    ModelRefused,
    ModelTooSlow,
    ModelUnreachable,
    NothingSaid,
    StreamBroke,
)
from engine.model_request import Deadlines, Message, ModelRequest
from engine.parts import WhoTells
from tests.fakes.clock import LONG_AGO, FakeClock
from tests.fakes.language_model import Reply, ScriptedModel

ASK = ModelRequest("narrate", "m", (Message("user", "Hm?"),), Deadlines(60, 30, 300), 4096, 220)
AHEAD = replace(ASK, purpose="prepare")
GONE = Reply(error=ModelUnreachable(), times=FAILURES)
AWAY = WhoTells("offline", LONG_AGO, "model-unreachable")


class Host:
    """A scripted host behind a circuit, on a clock that a test moves."""

    def __init__(self, *replies: Reply) -> None:
        self.clock = FakeClock()
        self.model = ScriptedModel(replies, clock=self.clock)
        self.circuit = Circuit(self.model, self.clock)

    async def ask(self, request: ModelRequest = ASK) -> str:
        return "".join([chunk.text async for chunk in self.circuit.stream(request)])

    async def fails(self, times: int = 1) -> list[type[ModelError]]:
        """The errors of so many requests."""
        kinds: list[type[ModelError]] = []
        for _ in range(times):
            with pytest.raises(ModelError) as caught:
                await self.ask()
            kinds.append(caught.type)
        return kinds


@asynccontextmanager
async def a_host(*replies: Reply) -> AsyncIterator[Host]:
    host = Host(*replies)
    try:
        yield host
    finally:
        await host.circuit.close()


async def test_a_host_that_failed_three_times_in_a_row_is_not_asked_any_more() -> None:
    """From then on nobody waits: the offline game master tells at once."""
    async with a_host(GONE) as host:
        before = host.circuit.telling()
        kinds = await host.fails(FAILURES + 2)

        assert kinds == [*[ModelUnreachable] * FAILURES, ModelAway, ModelAway]
        assert len(host.model.requests) == FAILURES
        assert (before, host.circuit.telling()) == (WhoTells(), AWAY)


async def test_the_last_failure_is_not_waited_after() -> None:
    """Another try would only hear that the host is away."""
    async with a_host(Reply(error=ModelUnreachable()), Reply(error=ModelUnreachable()), GONE) as host:
        await host.fails(FAILURES - 1)

        with pytest.raises(ModelUnreachable) as caught:
            await host.ask()

        assert caught.value.can_retry is False


async def test_failures_that_are_not_in_a_row_are_hiccups() -> None:
    """A busy network is no host that is gone."""
    twice = Reply(error=ModelUnreachable(), times=FAILURES - 1)
    async with a_host(twice, Reply("Rain."), twice, Reply("Snow.")) as host:
        await host.fails(FAILURES - 1)
        first = await host.ask()
        await host.fails(FAILURES - 1)

        assert (first, await host.ask(), host.circuit.telling()) == ("Rain.", "Snow.", WhoTells())


@pytest.mark.parametrize("error", [ModelMissing(model="m"), ModelRefused(reason="x"), NothingSaid()])
async def test_a_host_that_says_no_is_there(error: ModelError) -> None:
    """A model that is not installed is another fault with another remedy."""
    async with a_host(Reply(error=error, times=None)) as host:
        await host.fails(FAILURES * 2)

        assert host.circuit.telling() == WhoTells()


async def test_a_story_that_breaks_off_was_begun_by_a_host_that_is_there() -> None:
    """The rest of it can be asked for."""
    async with a_host(Reply("Rain", error=StreamBroke("Rain"), times=None)) as host:
        await host.fails(FAILURES * 2)

        assert host.circuit.telling() == WhoTells()


async def test_one_request_that_was_taken_and_never_answered_is_enough() -> None:
    """Three such waits would be half an hour at a table."""
    async with a_host(Reply(error=ModelTooSlow(which="first token", seconds=600))) as host:
        kinds = await host.fails(2)

        assert kinds == [ModelTooSlow, ModelAway]
        assert host.circuit.telling() == WhoTells("offline", LONG_AGO, "model-too-slow")


async def test_a_host_that_cannot_even_say_what_it_has_is_away() -> None:
    """What a turn asks first is what it fails at."""
    async with a_host() as host:
        host.model.away = ModelUnreachable()
        for _ in range(FAILURES):
            with pytest.raises(ModelUnreachable):
                await host.circuit.show("m")

        with pytest.raises(ModelAway):
            await host.circuit.show("m")
        assert host.circuit.telling() == AWAY


async def test_a_host_that_is_back_tells_the_next_turn() -> None:
    """Nobody has to do anything for it; half a minute is all that it takes."""
    async with a_host(GONE, Reply("Rain.")) as host:
        host.model.away = ModelUnreachable()
        await host.fails(FAILURES)
        await host.clock.advance(LOOK_S * 3)
        still = host.circuit.telling()

        host.model.away = None
        await host.clock.advance(LOOK_S)

        assert (still, host.circuit.telling()) == (AWAY, WhoTells())
        assert await host.ask() == "Rain."
        assert host.circuit.telling() == WhoTells()


async def test_a_host_that_answers_and_fails_again_stays_away_since_it_first_was() -> None:
    """A machine that starts and falls over costs one table one try, not three."""
    async with a_host(GONE, Reply(error=ModelUnreachable())) as host:
        await host.fails(FAILURES)
        await host.clock.advance(LOOK_S)

        kinds = await host.fails(2)

        assert (kinds, host.circuit.telling()) == ([ModelUnreachable, ModelAway], AWAY)
        await host.clock.advance(LOOK_S)
        assert host.circuit.telling() == WhoTells()


async def test_one_table_tries_a_host_that_is_back_and_the_others_do_not_wait_for_it() -> None:
    """Ten tables must not hang on a machine that may be gone again."""
    async with a_host(GONE, Reply("Rain.", delay_s=60)) as host:
        await host.fails(FAILURES)
        await host.clock.advance(LOOK_S)
        trial = asyncio.create_task(host.ask())
        await host.clock.advance(1)

        during = (host.circuit.telling(), await host.fails(9))
        await host.clock.advance(60)

        assert during == (AWAY, [ModelAway] * 9)
        assert (await trial, host.circuit.telling()) == ("Rain.", WhoTells())


async def test_a_trial_that_is_called_off_says_nothing() -> None:
    """The next table tries."""
    async with a_host(GONE, Reply("Rain.", delay_s=60), Reply("Snow.")) as host:
        await host.fails(FAILURES)
        await host.clock.advance(LOOK_S)
        trial = asyncio.create_task(host.ask())
        await host.clock.advance(1)
        trial.cancel()
        await asyncio.wait({trial})

        assert await host.ask() == "Snow."


async def test_thinking_ahead_never_tries_a_host_that_was_away() -> None:
    """What nobody waits for must not be in the way of a turn."""
    async with a_host(GONE) as host:
        await host.fails(FAILURES)
        await host.clock.advance(LOOK_S)

        with pytest.raises(ModelAway):
            await host.ask(AHEAD)

        assert len(host.model.requests) == FAILURES


async def test_whoever_asks_for_it_sees_at_once_whether_a_host_is_back() -> None:
    """Begin and "try again" are pressed by somebody who has just put it right."""
    async with a_host(GONE) as host:
        host.model.away = ModelUnreachable()
        await host.fails(FAILURES)
        with pytest.raises(ModelUnreachable):
            await host.circuit.look()

        host.model.away = None
        await host.circuit.look()

        assert host.circuit.telling() == WhoTells()


async def test_looking_ends_with_the_process_and_with_the_hosts_return() -> None:
    """Nothing is left running."""
    async with a_host(GONE, Reply("Rain."), GONE) as host:
        await host.fails(FAILURES)
        await host.clock.advance(1)
        away = host.clock.sleeping
        await host.clock.advance(LOOK_S)
        back = host.clock.sleeping
        await host.ask()
        await host.fails(FAILURES)
        await host.clock.advance(1)

        await host.circuit.close()

        assert (away, back, host.clock.sleeping) == (1, 0, 0)


async def test_the_log_says_once_that_a_host_went_and_once_that_it_came_back() -> None:
    """An operator reads two lines, not one for every turn of the night."""
    async with a_host(GONE, Reply(error=ModelUnreachable()), Reply("Rain.")) as host:
        with capture_logs() as logs:
            await host.fails(FAILURES + 5)
            await host.clock.advance(LOOK_S)
            await host.fails(5)
            await host.clock.advance(LOOK_S)
            await host.ask()

    events = [entry["event"] for entry in logs if entry["log_level"] == "warning"]
    assert events == ["model_host_away", "model_host_back"]
