"""Ports with numbered places where something can go wrong: before and after every await, and every piece."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field
from functools import wraps
from inspect import isasyncgenfunction, iscoroutinefunction
from typing import Any, Literal, TypeVar, cast

P = TypeVar("P")

Fault = Literal["raise", "crash"]
"""raise: the port's own error. crash: the process is gone in this moment, and nothing of it runs any more."""


@dataclass
class Points:
    """Counts the places that a process comes by; `fault` happens at the one with number `chosen`, once.

    names: of the places, in order. crashed: set when the process is gone.
    """

    fault: Fault = "raise"
    chosen: int = -1
    names: list[str] = field(default_factory=list)
    crashed: asyncio.Event = field(default_factory=asyncio.Event)

    async def reach(self, name: str, error: Callable[[], BaseException]) -> None:
        """Come by a place. A dead process gets no further, here and anywhere else."""
        if not self.crashed.is_set():
            self.names.append(name)
            if len(self.names) - 1 != self.chosen:
                return
            if self.fault == "raise":
                raise error()
            self.crashed.set()
        raise asyncio.CancelledError


def through(port: P, points: Points, error: Callable[[], BaseException]) -> P:
    """The same port with a place before and after each await. error: what it raises when it breaks."""
    return cast("P", _Through(port, points, error))


class _Through:
    """Hands everything on, by way of the places."""

    def __init__(self, port: object, points: Points, error: Callable[[], BaseException]) -> None:
        self._port = port
        self._points = points
        self._error = error

    def __getattr__(self, name: str) -> Any:  # any member of any port
        member = getattr(self._port, name)
        if isasyncgenfunction(member):
            return self._pieces(name, member)
        if iscoroutinefunction(member):
            return self._call(name, member)
        return member

    def _call(self, name: str, member: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
        where = f"{type(self._port).__name__}.{name}"

        @wraps(member)
        async def call(*args: Any, **kwargs: Any) -> Any:
            await self._points.reach(f"before {where}", self._error)
            result = await member(*args, **kwargs)
            await self._points.reach(f"after {where}", self._error)
            return result

        return call

    def _pieces(
        self, name: str, member: Callable[..., AsyncIterator[Any]]
    ) -> Callable[..., AsyncIterator[Any]]:
        where = f"{type(self._port).__name__}.{name}"

        @wraps(member)
        async def pieces(*args: Any, **kwargs: Any) -> AsyncIterator[Any]:
            await self._points.reach(f"before {where}", self._error)
            async for piece in member(*args, **kwargs):
                yield piece
                await self._points.reach(f"after a piece of {where}", self._error)

        return pieces
