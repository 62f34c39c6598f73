"""The real clock and the real dice: the one place where time and chance come from."""

import asyncio
import random
import secrets
import time
from datetime import UTC, datetime


class SystemClock:
    """The machine's clock."""

    def now(self) -> datetime:
        """Wall time, UTC, aware."""
        return datetime.now(UTC)

    def monotonic(self) -> float:
        """Seconds that never go back, whatever is done to the wall clock."""
        return time.monotonic()

    async def sleep(self, seconds: float) -> None:
        """Wait; zero or less gives way to others once."""
        await asyncio.sleep(max(0.0, seconds))


class SystemEntropy:
    """Chance from the operating system, which nobody can foresee."""

    def bits(self, count: int) -> int:
        """A whole number of `count` random bits."""
        return secrets.randbits(count)

    def uniform(self, low: float, high: float) -> float:
        """A number between the two."""
        return random.SystemRandom().uniform(low, high)
