"""Long texts are prepared beside the loop, so that nobody's press waits for another table's story."""

import asyncio
from collections.abc import Callable
from typing import TypeVar

HEAVY = 10_000
"""Letters whose cutting into messages takes about ten milliseconds."""

T = TypeVar("T")


async def aside(letters: int, make: Callable[[], T]) -> T:
    """What `make` gives; in a thread of its own if it has this many letters to work on."""
    return await asyncio.to_thread(make) if letters > HEAVY else make()
