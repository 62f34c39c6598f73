"""A surface that keeps what it is told."""

import asyncio

from engine.errors import ServiceError
from engine.events import Event


class RecordingAnnouncer:
    """Implements `engine.ports.Announcer`.

    By name of event: `failing` raise as a bug of ours does, `stuck` never end, `away` find nobody so often.
    """

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.failing: set[str] = set()
        self.stuck: set[str] = set()
        self.away: dict[str, int] = {}
        self._news = asyncio.Event()

    async def announce(self, event: Event) -> None:
        name = type(event).__name__
        self.events.append(event)
        self._news.set()
        if name in self.failing:
            raise RuntimeError(f"the surface broke at {name}")
        if self.away.get(name, 0) > 0:
            self.away[name] -= 1
            raise ServiceError
        if name in self.stuck:
            await asyncio.Event().wait()

    def names(self) -> list[str]:
        """What happened, in order."""
        return [type(event).__name__ for event in self.events]

    def of(self, kind: type[Event]) -> list[Event]:
        """All events of one kind."""
        return [event for event in self.events if isinstance(event, kind)]

    async def until(self, name: str, count: int = 1) -> None:
        """Returns when this has happened so often."""
        while self.names().count(name) < count:
            self._news.clear()
            await self._news.wait()
