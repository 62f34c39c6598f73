"""The model server that the game master asks: words as they come, models by name, one family of errors."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable
from contextlib import aclosing
from dataclasses import replace
from typing import Any, TypeVar

import ollama
import structlog

from bot.adapters.ollama.answer import Answer
from bot.adapters.ollama.habits import Habits, chat_body
from bot.adapters.ollama.pulling import fetched
from bot.adapters.ollama.refusals import FOREIGN, pull_command, refuses_think, translated
from bot.adapters.ollama.waiting import Patience
from bot.adapters.ollama.wire import Garbled, Wire
from engine.errors import ModelError, ModelMissing, ModelTooSlow, SchemaRefused, StreamBroke
from engine.model_request import Chunk, Fetched, Loaded, ModelFacts, ModelRequest, Think
from engine.ports import Clock

_log = structlog.get_logger()
T = TypeVar("T")

_THINK_TAG = "<think>"
_LEARNABLE = 3
"""Tries of one request: as it is, without `think`, without the schema."""


class OllamaModel:
    """Implements LanguageModel over Ollama's native API (/v1 ignores num_ctx).

    host: as OLLAMA_HOST takes it. think: for requests that leave it open; "auto" asks structured answers not
    to think and says nothing of it otherwise. asking_s: the limit for what is answered without a model.
    """

    def __init__(self, host: str, clock: Clock, think: Think = "auto", asking_s: float = 10.0) -> None:
        self._wire = Wire(host)
        self._clock = clock
        self._think: Think = think
        self._asking_s = asking_s
        self._habits: dict[str, Habits] = {}

    async def stream(self, request: ModelRequest) -> AsyncGenerator[Chunk, None]:
        patience = Patience(self._clock, request.deadlines)
        await self._get_to_know(request, patience)
        for _ in range(_LEARNABLE):
            answer = Answer(request, patience, self._known(request.model).thinks_aloud)
            try:
                async with aclosing(self._chunks(request, answer, patience)) as chunks:
                    async for chunk in chunks:
                        yield chunk
                return
            except FOREIGN as error:
                cause = translated(error, request.model, request.schema is not None)
                if answer.text.strip():
                    raise StreamBroke(answer.text, reason=str(cause.blanks.get("reason"))) from error
                if not self._learned(request, error, cause):
                    raise cause from error
            except StreamBroke:
                if answer.was_aloud:
                    self._learn(request.model, self._known(request.model).aloud())
                raise

    async def models(self) -> tuple[str, ...]:
        listed = await self._asked(self._listed())
        return tuple(sorted(m.model for m in listed.models if m.model))

    async def show(self, model: str) -> ModelFacts:
        facts = self._known(model).facts
        return await self._asked(self._read_up_on(model), model) if facts is None else facts

    async def version(self) -> str:
        """The server's version. Raises ModelUnreachable, ModelTooSlow."""
        said = await self._asked(self._wire.ask("/api/version"))
        return str(said.get("version", ""))

    async def loaded(self) -> tuple[Loaded, ...]:
        """The models in the server's memory. Raises ModelUnreachable, ModelTooSlow, ModelRefused."""
        running = await self._asked(self._running())
        return tuple(Loaded(m.model, int(m.size or 0)) for m in running.models if m.model)

    async def pull(self, model: str) -> AsyncGenerator[Fetched, None]:
        """Fetch a model; how far it is, again and again. Raises ModelError; what has come is kept."""
        async with aclosing(fetched(self._wire, model)) as steps:
            async for step in steps:
                yield step
        self._habits.pop(model, None)  # another version may have come

    async def close(self) -> None:
        """Let go of the connections."""
        await self._wire.close()  # type: ignore[no-untyped-call]  # the client leaves it unannotated

    async def _chunks(
        self, request: ModelRequest, answer: Answer, patience: Patience
    ) -> AsyncGenerator[Chunk, None]:
        body = chat_body(request, self._known(request.model), self._think)
        async with aclosing(self._wire.chat_lines(body)) as lines:
            while not answer.is_done and (line := await patience.next(lines)) is not None:
                for chunk in answer.take(line):
                    yield chunk
        if not answer.is_done:
            raise Garbled("an answer without its last line")

    def _known(self, model: str) -> Habits:
        return self._habits.get(model, Habits())

    def _learn(self, model: str, habits: Habits) -> None:
        self._habits[model] = habits

    def _learned(self, request: ModelRequest, error: Exception, cause: ModelError) -> bool:
        """Whether the refusal taught something that makes another try worth it."""
        known = self._known(request.model)
        if refuses_think(error) and known.takes_think:
            _log.info("model.takes_no_think", model=request.model)
            self._learn(request.model, known.without_think())
            return True
        if isinstance(cause, SchemaRefused) and known.takes_schema:
            _log.warning("model.takes_no_schema", model=request.model, reason=cause.blanks["reason"])
            self._learn(request.model, known.without_schema())
            return True
        if isinstance(cause, ModelMissing):
            _log.warning("model.missing", model=request.model, command=pull_command(request.model))
        return False

    async def _get_to_know(self, request: ModelRequest, patience: Patience) -> None:
        """Read the model's facts before its first answer, for `think`. Without them the answer goes on."""
        if not request.messages or self._known(request.model).facts is not None:
            return
        limit = min(self._asking_s, request.deadlines.first_token_s / 2)
        try:
            async with asyncio.timeout(limit):
                await patience.wait(self._read_up_on(request.model))
        except (*FOREIGN, ModelTooSlow) as error:
            _log.debug("model.facts_unknown", model=request.model, cause=type(error).__name__)

    async def _read_up_on(self, model: str) -> ModelFacts:
        said = ollama.ShowResponse.model_validate(await self._wire.ask("/api/show", {"model": model}))
        facts = facts_of(model, said, await self._listed())
        known = replace(self._known(model), facts=facts)
        if not facts.can_think and _THINK_TAG in (said.template or ""):
            known = known.aloud()  # the template opens the thought itself, and the server will not part it
        self._learn(model, known)
        return facts

    async def _listed(self) -> ollama.ListResponse:
        return ollama.ListResponse.model_validate(await self._wire.ask("/api/tags"))

    async def _running(self) -> ollama.ProcessResponse:
        return ollama.ProcessResponse.model_validate(await self._wire.ask("/api/ps"))

    async def _asked(self, work: Awaitable[T], model: str = "") -> T:
        limit = asyncio.timeout(self._asking_s)
        try:
            async with limit:
                return await work
        except FOREIGN as error:
            if limit.expired():
                late = ModelTooSlow(which="first token", seconds=self._asking_s)
                late.can_retry = True  # a plain question keeps no model busy
                raise late from error
            raise translated(error, model) from error


def facts_of(model: str, said: ollama.ShowResponse, listed: ollama.ListResponse) -> ModelFacts:
    """What /api/show and /api/tags say about a model."""
    full_name = model if ":" in model else f"{model}:latest"
    return ModelFacts(
        name=model,
        context_length=_number(said, ".context_length"),
        sliding_window=_number(said, ".attention.sliding_window"),
        can_think="thinking" in (said.capabilities or ()),
        size_bytes=next((int(m.size) for m in listed.models if m.model == full_name and m.size), None),
    )


def _number(said: ollama.ShowResponse, ending: str) -> int | None:
    """A positive number whose name ends so; it begins with the model's family ("gemma2.context_length")."""
    info: dict[str, Any] = dict(said.modelinfo or {})
    found = (v for k, v in sorted(info.items()) if k.endswith(ending) and isinstance(v, int) and v > 0)
    return next(found, None)
