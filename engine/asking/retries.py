"""Asks again when the storyteller does not answer: a few tries, a little apart, and never once words came."""

from collections.abc import AsyncGenerator, AsyncIterator, Callable
from typing import TypeVar

import structlog
from tenacity import AsyncRetrying, RetryCallState, retry_if_exception

from engine.errors import ModelError, ModelTooSlow, ModelUnreachable, NothingSaid, PromptTooLong, StreamBroke
from engine.ports import Clock, Entropy

T = TypeVar("T")

TRIES = 3
BASE_S = 2.0
"""Full jitter: from 0 to 2 s before the second try, from 0 to 4 s before the third."""
LATEST_S = 60.0
"""No try begins later than this after the first: a fault that takes minutes to show is not a hiccup."""

log = structlog.get_logger()


class Asking:
    """Opens streams with retries. Waits through the clock; the lengths of the waits are chance.

    A connection that fails and a server that fails are asked again after a while. An answer that came and was
    of no use (nothing, data, a loop, a prompt too long) is asked for once more at once, in other words or
    with another seed. A server that took a request and ran into its deadline is not asked again: it may still
    be busy with it. Neither is one that says no.
    """

    def __init__(self, clock: Clock, entropy: Entropy) -> None:
        self._clock = clock
        self._entropy = entropy

    async def stream(
        self, start: Callable[[], AsyncIterator[T]], is_word: Callable[[T], bool], *, is_needed: bool = True
    ) -> AsyncGenerator[T, None]:
        """The pieces of an answer from its first word on; what came before that word is kept.

        start: begins a try. Until a piece is a word, a ModelError that another try may help begins a new
        one; after it every error is passed on. is_needed: whether an answer of no use is asked for once more.
        Raises NothingSaid for an answer without a word.
        """
        tries = _Tries(self._clock, self._entropy, is_needed=is_needed)
        retrying = AsyncRetrying(
            sleep=self._clock.sleep,
            stop=tries.are_spent,
            wait=tries.wait_s,
            retry=retry_if_exception(tries.may_help),
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


class _Tries:
    """The tries of one request."""

    def __init__(self, clock: Clock, entropy: Entropy, *, is_needed: bool) -> None:
        self._clock = clock
        self._entropy = entropy
        self._latest = clock.monotonic() + LATEST_S
        self._may_ask_otherwise = is_needed

    def may_help(self, error: BaseException) -> bool:
        """Whether another try may help."""
        if not (isinstance(error, ModelError) and error.can_retry):
            return False
        if is_of_no_use(error):
            may_ask, self._may_ask_otherwise = self._may_ask_otherwise, False
            return may_ask
        return isinstance(error, ModelUnreachable | ModelTooSlow | StreamBroke)

    def are_spent(self, state: RetryCallState) -> bool:
        return state.attempt_number >= TRIES or self._clock.monotonic() > self._latest

    def wait_s(self, state: RetryCallState) -> float:
        if state.outcome and is_of_no_use(state.outcome.exception()):
            return 0.0
        return self._entropy.uniform(0.0, BASE_S * 2 ** (state.attempt_number - 1))


def is_of_no_use(error: BaseException | None) -> bool:
    """Whether the server is well and answered, only not with what was asked for."""
    return isinstance(error, NothingSaid | PromptTooLong) or (
        isinstance(error, StreamBroke) and not error.can_go_on
    )


async def closed(stream: AsyncIterator[T]) -> None:
    """Let go of a stream that is not read to its end, so that its server stops working for it."""
    if isinstance(stream, AsyncGenerator):
        await stream.aclose()


def _log_try(state: RetryCallState) -> None:
    error = state.outcome.exception() if state.outcome else None
    log.info("model_asked_again", attempt=state.attempt_number, cause=repr(error))
