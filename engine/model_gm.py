"""The game master that asks a language model: it tells what was settled, and writes down what it told."""

from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import aclosing
from dataclasses import replace

import structlog

from engine.asking.pace import Paces
from engine.asking.requests import Limits, ModelRequests
from engine.asking.retries import Asking
from engine.errors import ModelError, StreamBroke, Unreadable
from engine.gamemaster import Brief, Planned, Recording, Telling
from engine.model.session import GameSettings
from engine.model.turn import Resolution, ToolPlan
from engine.model.update import StateUpdate
from engine.model.usage import Usage
from engine.model_request import Chunk, ModelRequest
from engine.ports import Clock, Entropy, LanguageModel, Library
from engine.reading.telling import told
from engine.sight.conversation import (
    WORDS,
    corrective_messages,
    narrate_messages,
    prefix_messages,
    record_messages,
)
from engine.structured import MemberReader, read_closed
from engine.words.neutral import is_blank

_SEED_BITS = 31
_BLANKS = 200
"""Blank characters in a row, or characters after the end, that a record may have; more is a loop."""
_NEW_TOKENS = 350
"""What is evaluated between an action and the first word at most (DESIGN, Budget)."""
_LETTERS_A_WORD = 6.0

log = structlog.get_logger()


class ModelGameMaster:
    """Implements `engine.gamemaster.GameMaster`; one for all tables of a process.

    It remembers nothing of a game, only how the models of this machine are.
    """

    def __init__(
        self,
        language_model: LanguageModel,
        library: Library,
        paces: Paces,
        clock: Clock,
        entropy: Entropy,
        limits: Limits | None = None,
    ) -> None:
        self._library = library
        self._paces = paces
        self._entropy = entropy
        self._requests = ModelRequests(language_model, paces, clock, limits or Limits())
        self._asking = Asking(clock, entropy)

    def expected_s(self, settings: GameSettings) -> float | None:
        """Seconds until a whole narrative stands with these settings; null if nothing was measured yet."""
        pace = self._paces.of(settings.model, settings.language)
        words = min(WORDS[settings.style], pace.max_words or WORDS["long"])
        return pace.expected_s(_NEW_TOKENS, pace.tokens(round(words * _LETTERS_A_WORD)))

    async def resolve(self, brief: Brief) -> Planned:  # noqa: ARG002  # a pure story has no tools to choose
        return Planned(ToolPlan())

    async def narrate(self, brief: Brief, resolution: Resolution) -> AsyncGenerator[Telling, None]:
        said = ""
        tellings = self._asking.stream(lambda: self._narrative(brief, resolution), _has_words)
        try:
            async with aclosing(tellings):
                async for telling in tellings:
                    said += telling.text
                    yield telling
        except ModelError as error:
            if said and not isinstance(error, StreamBroke):
                raise StreamBroke(said) from error
            raise

    async def record(
        self, brief: Brief, resolution: Resolution, narrative: str
    ) -> AsyncGenerator[Recording, None]:
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

    async def prepare(self, brief: Brief) -> tuple[Usage, ...]:
        usage: list[Usage] = []
        try:
            fit = await self._requests.fit(brief.settings)
            messages = prefix_messages(brief, self._library.prompts(brief.settings.language), fit)
            request = await self._requests.prepare(brief, messages)
            async with aclosing(self._requests.stream(request, brief.settings.language)) as chunks:
                usage += [chunk.usage async for chunk in chunks if chunk.usage]
        except ModelError as error:
            log.debug("prepare_failed", session=brief.session_id, cause=repr(error))
        return tuple(usage)

    async def _narrative(self, brief: Brief, resolution: Resolution) -> AsyncGenerator[Telling, None]:
        """One try at telling."""
        settings = brief.settings
        fit = await self._requests.fit(settings)
        messages = narrate_messages(brief, resolution, self._library.prompts(settings.language), fit)
        request = await self._requests.narrate(brief, messages, self._entropy.bits(_SEED_BITS))
        seen = "\n\n".join(message.content for message in messages if message.role == "user")
        chunks = self._requests.stream(request, settings.language)
        pace = self._paces.of(settings.model, settings.language)
        async with aclosing(told(chunks, request.num_predict, pace)) as tellings:
            async for telling in tellings:
                yield telling if telling.text else replace(telling, seen=seen)

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
        try:
            if not self._reader.feed(chunk.text):
                return None
            update = self._reader.result().value
        except Unreadable:
            return None  # `end` says what is wrong, once all of it is there
        self.has_closed = True
        return update

    def end(self) -> Recording:
        """What the answer holds in the end. Members that were cut do not count, and are warned of."""
        usage = (self._usage,) if self._usage else ()
        try:
            found = read_closed(self.text, StateUpdate)
        except Unreadable as error:
            self.fault = error.fault
            return Recording(StateUpdate(), usage=usage)
        self.fault = ""
        cut = () if found.is_whole else ("the answer was cut; only closed members count",)
        return Recording(found.value, is_last=True, usage=usage, warnings=(*found.warnings, *cut))


def _has_words(telling: Telling) -> bool:
    return not is_blank(telling.text)
