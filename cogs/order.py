"""What happens in a channel is kept in the order in which it happened, whether it was typed or pressed."""

import asyncio
from weakref import WeakValueDictionary


class Order:
    """One lock for each channel, held only while something is kept; first come, first served."""

    def __init__(self) -> None:
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    def at(self, channel_id: int | None) -> asyncio.Lock:
        """The channel's lock."""
        key = channel_id or 0
        lock = self._locks.get(key)
        if lock is None:
            lock = self._locks[key] = asyncio.Lock()
        return lock
