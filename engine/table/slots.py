"""Who may ask a model now: one turn at a time for each model, in order of asking."""

import asyncio
from collections.abc import AsyncIterator, Coroutine
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any


class Slots:
    """A turn holds its models from the first request to the last, so that the server's cache stays its own.

    Preparing (evaluating a prompt while nobody speaks) takes a model only when nobody wants it, and gives it
    up as soon as somebody does.
    """

    def __init__(self) -> None:
        self._locks: dict[str, asyncio.Lock] = {}
        self._preparing: dict[str, asyncio.Task[None]] = {}

    @asynccontextmanager
    async def turn(self, *models: str) -> AsyncIterator[None]:
        """Wait for the models and hold them. Without any nothing is waited for."""
        async with AsyncExitStack() as held:
            for model in sorted(set(models)):  # in the same order for all, so that no two wait for each other
                lock = self._locks.setdefault(model, asyncio.Lock())
                await self.stop_preparing(model)
                await held.enter_async_context(lock)
            yield

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

    async def _prepare(self, lock: asyncio.Lock, work: Coroutine[Any, Any, None]) -> None:
        async with lock:
            await work

    def _prepared(self, model: str, work: Coroutine[Any, Any, None]) -> None:
        del self._preparing[model]
        work.close()
