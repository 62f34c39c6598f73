"""Holds an answer to its deadlines, so that a table never waits for a model that says nothing."""

import asyncio
from collections.abc import AsyncIterator, Awaitable
from typing import TypeVar

from engine.errors import ModelTooSlow
from engine.model_request import Deadlines
from engine.ports import Clock

T = TypeVar("T")


class Patience:
    """The deadlines of one request, which begins now.

    The first token's covers everything until then: connecting, loading, evaluating, refused first tries.
    Between two tokens only the time spent waiting counts, so that a slow reader is not the model's fault,
    and only words feed it: blank or wordless lines do not.
    """

    def __init__(self, clock: Clock, deadlines: Deadlines) -> None:
        self._clock = clock
        self._deadlines = deadlines
        self._began = clock.monotonic()
        self._idle_since: float | None = None
        self._has_heard = False
        self.first_token_s: float | None = None

    @property
    def total_s(self) -> float:
        """Seconds since the request began."""
        return self._clock.monotonic() - self._began

    def hear(self) -> None:
        """A token has come."""
        if self.first_token_s is None:
            self.first_token_s = self.total_s
        self._has_heard = True

    async def next(self, lines: AsyncIterator[T]) -> T | None:
        """The next line; null at the end. Raises ModelTooSlow."""
        return await self.wait(anext(lines, None))

    async def wait(self, work: Awaitable[T]) -> T:
        """What comes of this work. Raises ModelTooSlow."""
        which, seconds, left = self._nearest()
        limit = asyncio.timeout(max(left, 0))
        try:
            async with limit:
                return await work
        except TimeoutError as error:
            if not limit.expired():
                raise
            raise ModelTooSlow(which=which, seconds=seconds) from error

    def _nearest(self) -> tuple[str, float, float]:
        """Which deadline is next, its seconds, and how many of them are left."""
        now = self._clock.monotonic()
        if self._has_heard:
            self._idle_since, self._has_heard = now, False
        limits = self._deadlines
        total = ("total", limits.total_s, self._began + limits.total_s - now)
        if self._idle_since is None:
            first = ("first token", limits.first_token_s, self._began + limits.first_token_s - now)
            return min(first, total, key=lambda limit: limit[2])
        idle = ("idle", limits.idle_s, self._idle_since + limits.idle_s - now)
        return min(idle, total, key=lambda limit: limit[2])
