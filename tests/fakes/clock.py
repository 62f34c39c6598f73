"""A clock that stands still until a test moves it, so that no test waits for real."""

import asyncio
from datetime import UTC, datetime, timedelta
from itertools import count

LONG_AGO = datetime(2031, 3, 1, 18, 0, tzinfo=UTC)
"""When the fake evening begins."""
YIELDS = 5
"""How often `advance` lets woken tasks run at each moment, so that they can go on to their next wait."""


class FakeClock:
    """Implements `engine.ports.Clock`.

    instant: a sleep moves the clock by itself and returns at once; `slept` tells how long each was.
    """

    def __init__(self, start: datetime = LONG_AGO, *, instant: bool = False) -> None:
        self.start = start
        self.instant = instant
        self.slept: list[float] = []
        self._passed_s = 0.0
        self._order = count()
        self._sleepers: list[tuple[float, int, asyncio.Future[None]]] = []

    def now(self) -> datetime:
        """The start, and what has passed since."""
        return self.start + timedelta(seconds=self._passed_s)

    def monotonic(self) -> float:
        """Seconds that have passed since the start."""
        return self._passed_s

    async def sleep(self, seconds: float) -> None:
        """Return once `advance` has moved the clock so far; at once when the clock is instant."""
        self.slept.append(seconds)
        if self.instant or seconds <= 0:
            self._passed_s += max(0.0, seconds)
            await asyncio.sleep(0)
            return
        woken = asyncio.get_running_loop().create_future()
        sleeper = (self._passed_s + seconds, next(self._order), woken)
        self._sleepers.append(sleeper)
        try:
            await woken
        finally:
            if sleeper in self._sleepers:
                self._sleepers.remove(sleeper)

    async def advance(self, seconds: float) -> None:
        """Let time pass; whoever is due wakes at their own moment, in order, and runs on."""
        until = self._passed_s + seconds
        await self._let_others_run()
        while self._sleepers and min(self._sleepers)[0] <= until:
            sleeper = min(self._sleepers)
            self._sleepers.remove(sleeper)
            due, _, woken = sleeper
            self._passed_s = max(self._passed_s, due)
            if not woken.done():
                woken.set_result(None)
            await self._let_others_run()
        self._passed_s = until
        await self._let_others_run()

    @property
    def sleeping(self) -> int:
        """How many wait."""
        return len(self._sleepers)

    async def _let_others_run(self) -> None:
        for _ in range(YIELDS):
            await asyncio.sleep(0)
