"""Asks again when the storyteller does not answer: a few tries, a little apart, and never once words came."""

from collections.abc import AsyncGenerator, AsyncIterator, Callable
from typing import TypeVar

import structlog
from tenacity import AsyncRetrying, RetryCallState, retry_if_exception, stop_after_attempt

from engine.errors import ModelError, NothingSaid
from engine.ports import Clock, Entropy

T = TypeVar("T")

TRIES = 3
BASE_S = 2.0
"""REQ-226 with C-53: uniform from 0 to 2 s before the second try, to 4 s before the third."""

log = structlog.get_logger()


class Asking:
    """Opens streams with retries. Waits through the clock; the lengths of the waits are chance."""

    def __init__(self, clock: Clock, entropy: Entropy) -> None:
        self._clock = clock
        self._entropy = entropy

    async def stream(
        self, start: Callable[[], AsyncIterator[T]], is_word: Callable[[T], bool]
    ) -> AsyncGenerator[T, None]:
        """The pieces of an answer from its first word on; what came before that word is kept.

        start: begins a try. Until a piece is a word, a ModelError that another try may help begins a new
        one; after it every error is passed on. Raises NothingSaid for an answer without a word.
        """
        retrying = AsyncRetrying(
            sleep=self._clock.sleep,
            stop=stop_after_attempt(TRIES),
            wait=self._wait_s,
            retry=retry_if_exception(lambda error: isinstance(error, ModelError) and error.can_retry),
            before_sleep=_log_try,
            reraise=True,
        )
        opened: tuple[list[T], AsyncIterator[T]] = await retrying(self._opened, start, is_word)
        pieces, rest = opened
        try:
            for piece in pieces:
                yield piece
            async for piece in rest:
                yield piece
        finally:
            await closed(rest)

    async def _opened(
        self, start: Callable[[], AsyncIterator[T]], is_word: Callable[[T], bool]
    ) -> tuple[list[T], AsyncIterator[T]]:
        pieces: list[T] = []
        stream = start()
        try:
            async for piece in stream:
                pieces.append(piece)
                if is_word(piece):
                    return pieces, stream
        except BaseException:
            await closed(stream)
            raise
        raise NothingSaid

    def _wait_s(self, state: RetryCallState) -> float:
        return self._entropy.uniform(0.0, BASE_S * 2 ** (state.attempt_number - 1))


async def closed(stream: AsyncIterator[T]) -> None:
    """Let go of a stream that is not read to its end, so that its server stops working for it."""
    if isinstance(stream, AsyncGenerator):
        await stream.aclose()


def _log_try(state: RetryCallState) -> None:
    error = state.outcome.exception() if state.outcome else None
    log.info("model_asked_again", attempt=state.attempt_number, cause=repr(error))
