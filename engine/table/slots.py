"""Who may ask a model now: one turn at a time for each model, in order of asking."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any, TypeVar

T = TypeVar("T")


class Slots:
    """A turn holds its models from the first request to the last, so that the server's cache stays its own.

    Preparing (evaluating a prompt while nobody speaks) takes a model only when nobody wants it, and gives it
    up as soon as somebody does.
    """

    def __init__(self) -> None:
        self._locks: dict[str, asyncio.Lock] = {}
        self._preparing: dict[str, asyncio.Task[Any]] = {}
        self._wanted: Counter[str] = Counter()
        """By model, how many turns hold it or wait for it."""
        self._beside: set[asyncio.Task[Any]] = set()
        self._freed = asyncio.Event()

    @asynccontextmanager
    async def turn(self, *models: str) -> AsyncIterator[None]:
        """Wait for the models and hold them. Without any nothing is waited for."""
        wanted = sorted(set(models))  # in the same order for all, so that no two wait for each other
        self._wanted.update(wanted)
        try:
            if wanted:
                await self._stop_beside()
            async with AsyncExitStack() as held:
                for model in wanted:
                    lock = self._locks.setdefault(model, asyncio.Lock())
                    await self.stop_preparing(model)
                    await held.enter_async_context(lock)
                yield
        finally:
            self._wanted.subtract(wanted)
            self._freed.set()

    async def spare(
        self, model: str, work: Callable[[], Coroutine[Any, Any, T]], waits: Callable[[], None]
    ) -> T:
        """What this work gives, done while no turn wants any model; a turn that comes meanwhile goes first.

        Other models run on the same machine.

        work: begun anew after each such turn. waits: called whenever it has to wait. Raises what work raises.
        """
        while True:
            while any(self._wanted.values()):
                waits()
                self._freed.clear()
                await self._freed.wait()
            if (preparing := self._preparing.get(model)) is not None:
                await asyncio.wait({preparing})
                continue
            done = asyncio.create_task(work(), name=f"spare {model}")
            self._preparing[model] = done
            self._beside.add(done)
            done.add_done_callback(lambda task: self._done_beside(model, task))
            try:
                await asyncio.wait({done})
            finally:
                done.cancel()
            if not done.cancelled():
                return done.result()

    def prepare(self, model: str, work: Coroutine[Any, Any, None]) -> None:
        """Do this work on the model if it is free; drop it otherwise."""
        lock = self._locks.setdefault(model, asyncio.Lock())
        if lock.locked() or model in self._preparing:
            work.close()
            return
        task = asyncio.create_task(self._prepare(lock, work), name=f"prepare {model}")
        self._preparing[model] = task
        task.add_done_callback(lambda _: self._prepared(model, work))

    async def stop_preparing(self, model: str) -> None:
        """Returns when nobody prepares on this model any more."""
        if task := self._preparing.get(model):
            task.cancel()
            await asyncio.wait({task})

    async def close(self) -> None:
        """Stop all preparing."""
        for model in tuple(self._preparing):
            await self.stop_preparing(model)

    async def _stop_beside(self) -> None:
        """Whatever is done in spare time makes room for a turn."""
        tasks = set(self._beside)
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks)

    def _done_beside(self, model: str, task: asyncio.Task[Any]) -> None:
        self._beside.discard(task)
        del self._preparing[model]

    async def _prepare(self, lock: asyncio.Lock, work: Coroutine[Any, Any, None]) -> None:
        async with lock:
            await work

    def _prepared(self, model: str, work: Coroutine[Any, Any, None]) -> None:
        del self._preparing[model]
        work.close()
