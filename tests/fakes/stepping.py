"""How the store without a disk takes its steps: one by one, counted, and broken when a test says so."""

import asyncio
from collections import Counter
from collections.abc import Callable, Coroutine
from functools import wraps
from typing import Any, Concatenate, Literal, ParamSpec, TypeVar

from engine.errors import StoreError
from tests.fakes.shelves import Shelves

P = ParamSpec("P")
T = TypeVar("T")
S = TypeVar("S", bound="Stepping")


class Stepping:
    """`calls` counts by method; `fail` makes one break."""

    def __init__(self) -> None:
        self.calls: Counter[str] = Counter()
        self._failures: Counter[tuple[str, str]] = Counter()
        self._at = Shelves()

    def fail(self, method: str, *, times: int = 1, when: Literal["before", "after"] = "before") -> None:
        """The method's next calls raise StoreError: before anything is written, or with it written."""
        self._failures[method, when] += times

    def break_if_told(self, method: str, when: Literal["before", "after"]) -> None:
        """Raise what `fail` asked for."""
        if self._failures[method, when] > 0:
            self._failures[method, when] -= 1
            raise StoreError


def step(method: Callable[Concatenate[S, P], T]) -> Callable[Concatenate[S, P], Coroutine[Any, Any, T]]:
    """One transaction: others may run before it, nobody during it."""

    @wraps(method)
    async def stepped(store: S, /, *args: P.args, **kwargs: P.kwargs) -> T:
        await asyncio.sleep(0)
        store.calls[method.__name__] += 1
        store.break_if_told(method.__name__, "before")
        result = method(store, *args, **kwargs)
        store.break_if_told(method.__name__, "after")
        return result

    return stepped
