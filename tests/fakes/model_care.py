"""Somebody who looks after models as a test tells it to."""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass, field

from cogs.model_care import Check, Found, Judged, Room
from engine.errors import ModelError
from engine.model_request import Fetched

_NAP_S = 20.0


@dataclass
class ScriptedCare:
    """Implements `cogs.model_care.ModelCare`.

    error: what everything fails with. found, judged: what a check hears and comes to. steps: of a fetching.
    may_end: work goes on beyond its first half, a little later. checked, pulled: what was asked for. ended:
    fetchings that went to their end or were closed.
    """

    memory: Room = field(default_factory=Room)
    error: ModelError | None = None
    found: Sequence[Found] = ()
    later: Sequence[Found] = ()
    judged: Sequence[Judged] = ()
    steps: Sequence[Fetched] = ()
    last: Sequence[Fetched] = ()
    may_end: bool = False
    checked: list[Check] = field(default_factory=list)
    pulled: list[str] = field(default_factory=list)
    ended: list[str] = field(default_factory=list)

    async def room(self, models: Sequence[str]) -> Room:
        if self.error:
            raise self.error
        return self.memory

    async def check(self, check: Check, hear: Callable[[Found], None]) -> tuple[Judged, ...]:
        self.checked.append(check)
        for found in self.found:
            hear(found)
        await self._half_time()
        for found in self.later:
            hear(found)
        if self.error:
            raise self.error
        return tuple(self.judged)

    async def _half_time(self) -> None:
        """Naps, and no event: the simulated Discord knows how to let time pass, and only that."""
        while not self.may_end:  # noqa: ASYNC110
            await asyncio.sleep(_NAP_S)

    async def pull(self, model: str) -> AsyncIterator[Fetched]:
        self.pulled.append(model)
        try:
            for step in self.steps:
                yield step
            await self._half_time()
            for step in self.last:
                yield step
            if self.error:
                raise self.error
        finally:
            self.ended.append(model)
