"""Looks after the models for the admins of servers: do they fit into memory, how do they play, fetch one."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Coroutine, Sequence
from contextlib import AbstractAsyncContextManager, aclosing
from dataclasses import dataclass
from typing import Any, Protocol
from urllib.parse import urlsplit

from bot.doctor import ModelServer
from bot.doctor_model import ModelExam
from bot.doctor_report import Finding, bad, line_of
from bot.doctor_turn import trial_turn
from bot.model_verdict import judged
from bot.settings import Settings
from bot.setup.known_models import BESIDE, in_play
from bot.setup.machine import card_bytes, memory_bytes
from bot.setup.wishes import FetchingServer
from bot.turn_time import TABLES, Trial, TurnTime
from cogs.model_care import Check, Found, Judged, Room
from engine.asking.pace import Overrides
from engine.errors import ModelError
from engine.model_request import Chunk, Fetched, Loaded, ModelFacts, ModelRequest
from engine.ports import Clock, Library

_HERE = frozenset({"127.0.0.1", "localhost", "::1"})


class CaredServer(FetchingServer, Protocol):
    """A model server that says what it has in memory."""

    async def loaded(self) -> tuple[Loaded, ...]:
        """Raises ModelUnreachable, ModelTooSlow, ModelRefused."""
        ...


class Spare(Protocol):
    """See `engine.turn.TurnEngine.in_spare_time`."""

    async def __call__(
        self,
        model: str,
        work: Callable[[], Coroutine[Any, Any, tuple[Chunk, ...]]],
        waits: Callable[[], None],
        /,
    ) -> tuple[Chunk, ...]: ...


@dataclass(frozen=True)
class MachineMemory:
    """Bytes of memory, and of the largest graphics card; 0 = unknown, or none."""

    memory: int
    card: int

    @classmethod
    def of_this(cls) -> "MachineMemory":
        """Look; takes up to a few seconds where a graphics card is asked."""
        return cls(memory_bytes(), card_bytes())

    def for_models(self, largest: int) -> int:
        """What models may take together: the card where even the largest fits on it, else the memory.

        A server puts a model onto the card if it can, and takes another one off it for that.
        """
        if 0 < largest <= self.card:
            return self.card
        return max(0, self.memory - BESIDE)


@dataclass(frozen=True)
class OllamaCare:
    """Implements `cogs.model_care.ModelCare`.

    server: opens the model server. spare: uses a model while no table does. machine: looks at the memory.
    """

    settings: Settings
    library: Library
    clock: Clock
    server: Callable[[], AbstractAsyncContextManager[CaredServer]]
    spare: Spare
    machine: Callable[[], MachineMemory] = MachineMemory.of_this

    async def room(self, models: Sequence[str]) -> Room:
        async with self.server() as server:
            facts = [await server.show(name) for name in models]
            in_memory = {loaded.name: loaded.size_bytes for loaded in await server.loaded()}
        needed = tuple(
            (each.name, in_memory.get(each.name) or in_play(each.size_bytes or 0)) for each in facts
        )
        room = Room(needed)
        if urlsplit(self.settings.ollama_host).hostname not in _HERE:
            return room
        machine = await asyncio.to_thread(self.machine)
        return Room(needed, machine.for_models(max((size for _, size in needed), default=0)))

    async def check(self, check: Check, hear: Callable[[Found], None]) -> tuple[Judged, ...]:
        async with self.server() as server:
            await server.version()
            return tuple([await self._checked(name, check, server, hear) for name in check.models])

    async def pull(self, model: str) -> AsyncGenerator[Fetched, None]:
        async with self.server() as server, aclosing(_generator(server.pull(model))) as steps:
            async for step in steps:
                yield step

    async def _checked(
        self, name: str, check: Check, server: CaredServer, hear: Callable[[Found], None]
    ) -> Judged:
        """One model, as `glyphmaster doctor` examines it, and as `glyphmaster setup` times it."""
        findings: list[Finding] = []

        def found(finding: Finding) -> None:
            findings.append(finding)
            hear(Found(line_of(finding, check.locale), is_kept=finding.verdict != "good"))

        def waits() -> None:
            hear(Found(check.locale.say("models.check.waits", model=name)))

        settings, polite = self.settings, Polite(server, self.spare, waits)
        overrides = Overrides(settings.first_token_s, settings.idle_s, settings.total_s)
        exam = ModelExam(polite, name, settings.num_ctx, overrides)
        facts, num_ctx, known = await exam.context()
        for finding in known:
            found(finding)
        if facts is None:
            return judged(name, findings, ())
        turn = trial_turn(self.library, check.language, num_ctx, self.clock.now())
        async for finding in exam.play(turn, facts):
            found(finding)
        if any(finding.verdict == "bad" for finding in findings):
            return judged(name, findings, ())
        hear(Found(check.locale.say("models.check.times", model=name)))
        trial = Trial(exam, facts, num_ctx, self.library, check.language)
        times: list[TurnTime] = []
        try:
            for players in TABLES:
                if (time := await trial.time(players, self.clock)) is not None:
                    times.append(time)
        except ModelError as error:
            found(bad("model.tells-nothing", reason=type(error).__name__))
        return judged(name, findings, times)


@dataclass(frozen=True)
class Polite:
    """A model server for whoever can wait: what is asked of a model is asked while no table wants it.

    waits: called whenever that takes a while.
    """

    server: ModelServer
    spare: Spare
    waits: Callable[[], None]

    async def stream(self, request: ModelRequest) -> AsyncGenerator[Chunk, None]:
        """The answer, once it is whole."""

        async def whole() -> tuple[Chunk, ...]:
            async with aclosing(_generator(self.server.stream(request))) as chunks:
                return tuple([chunk async for chunk in chunks])

        for chunk in await self.spare(request.model, whole, self.waits):
            yield chunk

    async def models(self) -> tuple[str, ...]:
        return await self.server.models()

    async def show(self, model: str) -> ModelFacts:
        return await self.server.show(model)

    async def version(self) -> str:
        """As `bot.doctor.ModelServer.version`."""
        return await self.server.version()


async def _generator(pieces: AsyncIterator[Any]) -> AsyncGenerator[Any, None]:
    """Any iterator as one that can be closed; closing it stops the server's work."""
    try:
        async for piece in pieces:
            yield piece
    finally:
        if isinstance(pieces, AsyncGenerator):
            await pieces.aclose()
