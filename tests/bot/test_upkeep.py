"""What the process does beside the game."""

import asyncio
from datetime import datetime, timedelta

import pytest

from bot.upkeep import dozing
from tests.engine.table_for_tests import Table
from tests.fakes.store import MemoryStore


class FewNaps:
    """Implements `engine.ports.Clock`; whoever sleeps once too often is cancelled."""

    def __init__(self, table: Table, naps: int) -> None:
        self._table = table
        self._left = naps

    def now(self) -> datetime:
        return self._table.clock.now()

    def monotonic(self) -> float:
        return self._table.clock.monotonic()

    async def sleep(self, seconds: float) -> None:
        del seconds
        if not self._left:
            raise asyncio.CancelledError
        self._left -= 1


async def test_tables_fall_asleep_by_themselves_though_the_store_was_away_once() -> None:
    """An evening that nobody ended is over all the same."""
    store = MemoryStore()
    table = Table(store=store)
    await table.play("ann")
    await table.clock.advance(timedelta(hours=5).total_seconds())
    store.fail("sessions")

    with pytest.raises(asyncio.CancelledError):
        await dozing(table.games, FewNaps(table, 2))

    assert (await table.game()).status == "asleep"
