"""Tells the surface what happens, game by game and in order, without ever making a turn wait for it."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable

import structlog

from engine.errors import ServiceError
from engine.events import (
    Done,
    Event,
    Gathered,
    Gathering,
    Narrated,
    Resolved,
    SuggestionsReady,
    Told,
    Undone,
)
from engine.ports import Announcer, Clock

log = structlog.get_logger()

AGAIN_S = (5.0, 10.0, 20.0, *(30.0,) * 8)
"""Waits before a surface that was away is told once more what has happened: some minutes in all."""

_PASSING = (Gathering, Gathered, Resolved, Told, Narrated, SuggestionsReady)
"""A turn's way to its end, which is shown whole."""


class Announcing:
    """A queue for each game that has something to tell; a game at rest has none.

    limit_s: how long one announcement may take before the next is made.
    on_shown: called with the id of the turn that the surface now shows as the newest, and whole.
    """

    def __init__(
        self,
        announcer: Announcer,
        clock: Clock,
        limit_s: float,
        on_shown: Callable[[str], Awaitable[None]],
    ) -> None:
        self._announcer = announcer
        self._clock = clock
        self._limit_s = limit_s
        self._on_shown = on_shown
        self._queues: dict[str, deque[Event]] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}

    def tell(self, event: Event) -> None:
        """Put an event behind the others of its game. A newer text of the same turn replaces an older one."""
        game = event.session.id
        queue = self._queues.setdefault(game, deque())
        if isinstance(event, Told) and queue and isinstance(queue[-1], Told):
            queue.pop()
        queue.append(event)
        if game not in self._tasks:
            task = asyncio.create_task(self._show_all(queue), name=f"announce {game}")
            self._tasks[game] = task
            task.add_done_callback(lambda _: self._shown(game))

    async def shown(self, session_id: str) -> None:
        """Returns when everything told so far has been shown (or has failed to be)."""
        while task := self._tasks.get(session_id):
            await asyncio.wait({task})

    async def close(self, limit_s: float) -> None:
        """Show what is left, within this limit."""
        if tasks := set(self._tasks.values()):
            _, late = await asyncio.wait(tasks, timeout=limit_s)
            self._queues.clear()  # what could not be shown in time is shown at the next start
            for task in late:
                task.cancel()
            if late:
                await asyncio.wait(late, timeout=1.0)

    async def _show_all(self, queue: deque[Event]) -> None:
        while queue:
            await self._show(queue.popleft())

    def _shown(self, game: str) -> None:
        del self._tasks[game]
        if left := self._queues.pop(game, None):
            self.tell(left.popleft())
            self._queues[game].extend(left)

    async def _show(self, event: Event) -> None:
        """Once more for a surface that was away, unless something follows that shows all of it anyway."""
        for wait_s in () if isinstance(event, _PASSING) else AGAIN_S:
            if not await self._is_away(event):
                return
            await self._clock.sleep(wait_s)
        await self._is_away(event)

    async def _is_away(self, event: Event) -> bool:
        """Tell it. True if the surface could not show it now, and may later."""
        facts = {"session": event.session.id, "announced": type(event).__name__}
        try:
            async with asyncio.timeout(self._limit_s):
                await self._announcer.announce(event)
        except (ServiceError, TimeoutError) as error:
            log.warning("surface_away", **facts, cause=repr(error))
            return True
        except Exception:
            # The one net inside the engine (STYLE, Errors): a surface that fails never harms a turn.
            log.exception("announcement_failed", **facts)
            return False
        if isinstance(event, Done):
            await self._on_shown(event.turn.id)
        elif isinstance(event, Undone) and event.session.head_turn_id is not None:
            await self._on_shown(event.session.head_turn_id)
        return False
