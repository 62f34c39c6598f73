"""Asking again, and when not to."""

from collections.abc import AsyncIterator, Callable

import pytest

from engine.asking.retries import Asking
from engine.errors import ModelError, ModelMissing, ModelUnreachable, NothingSaid, StreamBroke
from tests.fakes.clock import FakeClock
from tests.fakes.entropy import ScriptedEntropy

Try = list[str | Exception]


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
    tries = Tries([ModelUnreachable()], [" ", NothingSaid()], ["It rains."])
    clock = FakeClock(instant=True)

    assert await heard(tries, clock) == ["It rains."]

    assert clock.slept == [1.0, 4.0]
    assert tries.ended == 3


async def test_the_last_error_is_the_one_that_is_told() -> None:
    """The log names what really went wrong."""
    tries = Tries([NothingSaid()], [NothingSaid()], [ModelUnreachable()])

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
