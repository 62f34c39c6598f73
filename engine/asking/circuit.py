"""Knows whether the storyteller's machine is there, so that no table waits for one that is not.

While a host is known to be away (the circuit is open), whoever asks it is told so at once and the offline
game master tells. Every half minute the host is asked something cheap; once it answers, the next turn tries
it.
"""

import asyncio
from collections.abc import AsyncGenerator
from datetime import datetime
from typing import Literal

import structlog

from engine.asking.retries import closed
from engine.errors import ModelAway, ModelError, ModelTooSlow, ModelUnreachable
from engine.model_request import Chunk, ModelFacts, ModelRequest
from engine.parts import WhoTells
from engine.ports import Clock, LanguageModel

FAILURES = 3
"""In a row, of whichever table: as many as one request has tries."""
LOOK_S = 30.0

log = structlog.get_logger()


class Circuit:
    """Stands before a host as its LanguageModel, and watches it; implements `engine.parts.Host` too.

    It opens after three failures in a row of whichever tables, or one request that was taken and then ran
    into the deadline of its first token: that one wait has cost a table more than three refused connections.
    A host that says no, or says nothing of use, is there. While it is tried again, one request is let
    through; if that fails the circuit stays open, and nobody else has waited for it.
    """

    def __init__(self, language_model: LanguageModel, clock: Clock) -> None:
        self._host = language_model
        self._clock = clock
        self._state: Literal["closed", "open", "half-open"] = "closed"
        self._failures = 0
        self._is_being_tried = False
        self._since: datetime | None = None
        self._reason = ""
        self._looking: asyncio.Task[None] | None = None
        self._is_over = False

    def telling(self) -> WhoTells:
        if self._lets_through():
            return WhoTells()
        return WhoTells("offline", self._since, self._reason)

    async def stream(self, request: ModelRequest) -> AsyncGenerator[Chunk, None]:
        """As `LanguageModel.stream`. Raises ModelAway while the host is away."""
        is_trial = self._enter(is_ahead=request.purpose in {"prepare", "load"})
        is_heard = False
        stream = self._host.stream(request)
        try:
            async for chunk in stream:
                if not is_heard:
                    is_heard = True
                    self._answered()
                yield chunk
        except ModelError as error:
            if not is_heard:
                self._note(error)
            raise
        finally:
            if is_trial:
                self._is_being_tried = False
            await closed(stream)

    async def show(self, model: str) -> ModelFacts:
        """As `LanguageModel.show`. Raises ModelAway while the host is away."""
        if not self._lets_through():
            raise ModelAway(reason=self._reason)
        try:
            return await self._host.show(model)
        except ModelError as error:
            if isinstance(error, ModelUnreachable | ModelTooSlow):
                self._note(error)
            raise

    async def models(self) -> tuple[str, ...]:
        """As `LanguageModel.models`, whatever is known of the host."""
        return await self._host.models()

    async def look(self) -> None:
        if self._state == "open":
            await self._host.models()
            self._half_open()

    async def close(self) -> None:
        self._is_over = True
        if (task := self._looking) is not None:
            task.cancel()
            await asyncio.wait({task})

    def _lets_through(self) -> bool:
        return self._state == "closed" or (self._state == "half-open" and not self._is_being_tried)

    def _enter(self, *, is_ahead: bool) -> bool:
        """Whether this request is the one that tries a host that was away. What is only ahead is not."""
        if self._state == "closed":
            return False
        if is_ahead or not self._lets_through():
            raise ModelAway(reason=self._reason)
        self._is_being_tried = True
        return True

    def _answered(self) -> None:
        self._failures = 0
        if self._state != "closed":
            log.warning("model_host_back", since=str(self._since))
            self._state, self._since, self._reason = "closed", None, ""

    def _note(self, error: ModelError) -> None:
        """What a request without a word says about its host."""
        if not isinstance(error, ModelUnreachable | ModelTooSlow):
            return self._answered()
        self._failures += 1
        has_waited = isinstance(error, ModelTooSlow) and not error.can_retry
        if self._state == "closed" and self._failures < FAILURES and not has_waited:
            return None
        error.can_retry = False  # the next try would only be told that the host is away
        if self._state == "closed":
            self._since, self._reason = self._clock.now(), error.key
            log.warning("model_host_away", cause=repr(error), failures=self._failures)
        self._state = "open"
        if not self._is_over and (self._looking is None or self._looking.done()):
            self._looking = asyncio.create_task(self._look_until_back(), name="look for the model host")
        return None

    def _half_open(self) -> None:
        if self._state == "open":
            self._state = "half-open"
            log.info("model_host_answers", since=str(self._since))

    async def _look_until_back(self) -> None:
        while self._state == "open":
            await self._clock.sleep(LOOK_S)
            try:
                await self.look()
            except ModelError as error:
                log.debug("model_host_still_away", cause=repr(error))
