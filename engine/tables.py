"""Which tables are busy: one task for each, started by a wake, gone when the table rests."""

import asyncio
from collections.abc import Awaitable, Callable
from weakref import WeakValueDictionary


class Tables:
    """play: plays a game until it rests. on_crash: told of a game whose task ended with an error of ours."""

    def __init__(
        self,
        play: Callable[[str], Awaitable[None]],
        on_crash: Callable[[str, BaseException], Awaitable[None]],
    ) -> None:
        self._play = play
        self._on_crash = on_crash
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._woken: set[str] = set()
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._is_open = True

    def lock(self, session_id: str) -> asyncio.Lock:
        """Held around reading a game, deciding and writing it; never while a model or a person is awaited."""
        lock = self._locks.get(session_id)
        if lock is None:
            lock = self._locks[session_id] = asyncio.Lock()
        return lock

    def wake(self, session_id: str) -> None:
        """There is something to do at this table. Returns at once; a busy table looks again later."""
        if not self._is_open:
            return
        self._woken.add(session_id)
        if session_id not in self._tasks:
            task = asyncio.create_task(self._run(session_id), name=f"table {session_id}")
            self._tasks[session_id] = task
            task.add_done_callback(lambda done: self._ended(session_id, done))

    def is_busy(self, session_id: str) -> bool:
        """Whether the table has a turn or a gathering under way."""
        return session_id in self._tasks

    async def stop(self, session_id: str) -> None:
        """Break off what is under way at this table; a later wake begins anew."""
        self._woken.discard(session_id)
        while task := self._tasks.get(session_id):
            task.cancel()
            await asyncio.wait({task})
            self._woken.discard(session_id)

    async def at_rest(self, session_id: str) -> None:
        """Returns when nothing is under way at this table."""
        while task := self._tasks.get(session_id):
            await asyncio.wait({task})

    async def close(self, limit_s: float) -> None:
        """Stop all tables within this limit; a later wake does nothing."""
        self._is_open = False
        tasks = set(self._tasks.values())
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks, timeout=limit_s)

    async def _run(self, session_id: str) -> None:
        while session_id in self._woken:
            self._woken.discard(session_id)
            await self._play(session_id)

    def _ended(self, session_id: str, task: asyncio.Task[None]) -> None:
        error = None if task.cancelled() else task.exception()
        if error is not None and self._is_open:
            # The table stays busy until this is cleared up: nobody plays the broken turn meanwhile.
            self._woken.discard(session_id)
            clearing = asyncio.ensure_future(self._on_crash(session_id, error))
            self._tasks[session_id] = clearing
            clearing.add_done_callback(lambda done: self._rested(session_id, done))
        else:
            self._rested(session_id, task)

    def _rested(self, session_id: str, task: asyncio.Task[None]) -> None:
        del self._tasks[session_id]
        if not task.cancelled() and session_id in self._woken:
            self.wake(session_id)
