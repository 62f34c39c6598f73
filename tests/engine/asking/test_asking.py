"""Asking again, and when not to."""

from collections.abc import AsyncIterator, Callable, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.asking.retries import LATEST_S, Asking
from engine.errors import (
    ModelAway,
    ModelError,
    ModelMissing,
    ModelRefused,
    ModelTooSlow,
    ModelUnreachable,
    NothingSaid,
    StreamBroke,
    Unreadable,
)
from tests.fakes.clock import FakeClock
from tests.fakes.entropy import ScriptedEntropy, SeededEntropy

Try = Sequence[str | Exception]


class Tries:
    """Answers one try after the other; counts those that began and those that were let go of."""

    def __init__(self, *tries: Try) -> None:
        self.tries = list(tries)
        self.begun = 0
        self.ended = 0

    async def __call__(self) -> AsyncIterator[str]:
        self.begun += 1
        try:
            for piece in self.tries[self.begun - 1]:
                if isinstance(piece, Exception):
                    raise piece
                yield piece
        finally:
            self.ended += 1


async def heard(tries: Callable[[], AsyncIterator[str]], clock: FakeClock | None = None) -> list[str]:
    asking = Asking(clock or FakeClock(instant=True), ScriptedEntropy(parts=[0.5, 1.0]))
    return [piece async for piece in asking.stream(tries, lambda piece: bool(piece.strip()))]


async def test_a_model_that_does_not_answer_is_asked_three_times_a_little_apart() -> None:
    """A hiccup of the server costs seconds, not the turn."""
    tries = Tries([ModelUnreachable()], [" ", StreamBroke()], ["It rains."])
    clock = FakeClock(instant=True)

    assert await heard(tries, clock) == ["It rains."]

    assert clock.slept == [1.0, 4.0]
    assert tries.ended == 3


async def test_the_last_error_is_the_one_that_is_told() -> None:
    """The log names what really went wrong."""
    tries = Tries([NothingSaid()], [StreamBroke()], [ModelUnreachable()])

    with pytest.raises(ModelUnreachable):
        await heard(tries)

    assert tries.begun == 3


@pytest.mark.parametrize("error", [ModelMissing(model="m"), ValueError("a bug of ours")])
async def test_what_another_try_cannot_help_is_told_at_once(error: Exception) -> None:
    """Nobody waits for a model that is not installed."""
    tries = Tries([error], ["never"])

    with pytest.raises(type(error)):
        await heard(tries)

    assert tries.begun == 1


async def test_nobody_is_asked_again_once_words_came() -> None:
    """Two beginnings of one story would be worse than none."""
    tries = Tries(["It ", StreamBroke("It ")], ["never"])
    said: list[str] = []

    async def listen() -> None:
        async for piece in Asking(FakeClock(instant=True), ScriptedEntropy()).stream(tries, bool):
            said.append(piece)

    with pytest.raises(ModelError):
        await listen()

    assert (said, tries.begun) == (["It "], 1)


async def test_an_answer_without_a_word_is_nothing_said() -> None:
    """An empty story is no story."""
    with pytest.raises(NothingSaid):
        await heard(Tries([" "], [], ["\n"]))


async def test_a_stream_that_is_not_heard_to_its_end_is_let_go_of() -> None:
    """A server must not go on thinking for a turn that is over."""
    tries = Tries(["a", "b", "c"])
    stream = Asking(FakeClock(), ScriptedEntropy()).stream(tries, bool)

    assert await anext(stream) == "a"
    await stream.aclose()

    assert tries.ended == 1


@pytest.mark.parametrize("error", [NothingSaid(), StreamBroke(can_go_on=False)])
async def test_an_answer_of_no_use_is_asked_for_once_more_at_once(error: ModelError) -> None:
    """The server is well; other words or another seed may do, and waiting would not help."""
    clock = FakeClock(instant=True)
    tries = Tries([error], [error], ["never"])

    with pytest.raises(type(error)):
        await heard(tries, clock)

    assert (tries.begun, sum(clock.slept)) == (2, 0.0)


async def test_what_is_only_welcome_is_not_asked_for_in_other_words() -> None:
    """The rest of a story is worth one question, not two."""
    tries = Tries([NothingSaid()], ["never"])
    asking = Asking(FakeClock(instant=True), ScriptedEntropy())

    with pytest.raises(NothingSaid):
        await anext(asking.stream(tries, bool, is_needed=False))

    assert tries.begun == 1


@pytest.mark.parametrize(
    "error", [ModelTooSlow(which="first token", seconds=60), ModelAway(), Unreadable("x"), ModelRefused()]
)
async def test_a_request_that_was_taken_or_refused_is_not_sent_on_top(error: ModelError) -> None:
    """A server that is still busy with us would only get slower, and one that says no means it."""
    tries = Tries([error], ["never"])

    with pytest.raises(type(error)):
        await heard(tries)

    assert tries.begun == 1


async def test_no_try_begins_when_the_first_has_taken_very_long() -> None:
    """Three waits of five minutes would be an evening."""
    clock = FakeClock(instant=True)
    begun = 0

    async def slowly() -> AsyncIterator[str]:
        nonlocal begun
        begun += 1
        await clock.sleep(LATEST_S + 1)
        yield " "
        raise ModelUnreachable

    with pytest.raises(ModelUnreachable):
        await heard(slowly, clock)

    assert begun == 1


@given(st.lists(st.sampled_from([ModelUnreachable, NothingSaid, StreamBroke, ModelMissing]), min_size=3))
async def test_whatever_goes_wrong_there_are_three_tries_at_most(kinds: list[type[ModelError]]) -> None:
    """Nobody waits without an end."""
    clock = FakeClock(instant=True)
    tries = Tries(*([kind()] for kind in kinds))

    with pytest.raises(ModelError):
        async for _ in Asking(clock, SeededEntropy()).stream(tries, bool):
            pass

    assert tries.begun <= 3
    assert sum(clock.slept) <= 6.0
