"""Writing down: the model says what its story changed; read while it comes, asked once more if needed."""

from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import aclosing

import structlog

from engine.asking.requests import ModelRequests
from engine.asking.retries import Asking
from engine.errors import ModelError, StreamBroke, Unreadable
from engine.gamemaster import Brief, Recording
from engine.model.turn import Resolution
from engine.model.update import StateUpdate
from engine.model.usage import Usage
from engine.model_request import Chunk, ModelRequest
from engine.ports import Library
from engine.sight.conversation import corrective_messages, record_messages
from engine.structured import MemberReader, read

_BLANKS = 200
"""Blank characters in a row, or characters after the end, that a record may have; more is a loop."""

log = structlog.get_logger()


class WritingDown:
    """Asks for a StateUpdate."""

    def __init__(self, requests: ModelRequests, asking: Asking, library: Library) -> None:
        self._requests = requests
        self._asking = asking
        self._library = library

    async def record(
        self, brief: Brief, resolution: Resolution, narrative: str
    ) -> AsyncGenerator[Recording, None]:
        """As `GameMaster.record`."""
        prompts = self._library.prompts(brief.settings.language)

        async def ask() -> ModelRequest:
            fit = await self._requests.fit(brief.settings)
            messages = record_messages(brief, resolution, narrative, prompts, fit)
            return await self._requests.record(brief, messages)

        async def ask_again() -> ModelRequest:
            request = await ask()
            messages = corrective_messages(request.messages, first.text, first.fault, prompts)
            return await self._requests.record(brief, messages)

        first, second = _Answer(), _Answer()
        async for recording in self._recordings(brief, ask, first):
            yield recording
        if not first.fault:
            return
        log.info("record_asked_again", session=brief.session_id, turn=brief.turn_id, cause=first.fault)
        async for recording in self._recordings(brief, ask_again, second):
            yield recording
        if second.fault:
            raise Unreadable(second.fault)

    async def _recordings(
        self, brief: Brief, ask: Callable[[], Awaitable[ModelRequest]], answer: "_Answer"
    ) -> AsyncGenerator[Recording, None]:
        """What an answer holds, member by member as they close; `answer.fault` says if it cannot be read."""

        async def chunks() -> AsyncGenerator[Chunk, None]:
            request = await ask()
            async with aclosing(self._requests.stream(request, brief.settings.language)) as stream:
                async for chunk in stream:
                    yield chunk

        try:
            async with aclosing(
                self._asking.stream(chunks, lambda chunk: bool(chunk.text.strip()))
            ) as stream:
                async for chunk in stream:
                    if (update := answer.more(chunk)) is not None:
                        yield Recording(update)
                    if answer.is_over:
                        break
        except StreamBroke:
            pass  # a loop or a lost connection; `end` says what of the answer counts
        except ModelError:
            if not answer.has_closed:
                raise
        yield answer.end()


class _Answer:
    """A written answer as it comes. fault: why it cannot be used, in words for the model; "" if it can."""

    def __init__(self) -> None:
        self.text = ""
        self.fault = ""
        self.has_closed = False
        self._usage: Usage | None = None
        self._reader = MemberReader(StateUpdate)

    @property
    def is_over(self) -> bool:
        """True when nothing worth reading will come any more."""
        return self._reader.is_lost or self._reader.trailing > _BLANKS

    def more(self, chunk: Chunk) -> StateUpdate | None:
        """The update so far, if this piece closed a member of it."""
        self.text += chunk.text
        self._usage = chunk.usage or self._usage
        if not self._reader.feed(chunk.text):
            return None
        update = self._reader.result().value  # if there is none, `end` says what is wrong
        self.has_closed |= update is not None
        return update

    def end(self) -> Recording:
        """What the answer holds in the end. Members that were cut do not count, and are warned of."""
        usage = (self._usage,) if self._usage else ()
        found = read(self.text, StateUpdate, is_final=True)
        self.fault = found.fault if found.value is None else ""
        if found.value is None:
            return Recording(StateUpdate(), usage=usage)
        return Recording(found.value, is_last=True, usage=usage, warnings=found.warnings)
