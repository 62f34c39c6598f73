"""The disk fills up in the middle of an evening: the table hears of it, and goes on when there is room."""

from pathlib import Path

import pytest
from structlog.testing import capture_logs

from bot.adapters.database import SqliteStore, open_store, upgrade
from engine.errors import StoreError
from engine.events import Failed
from engine.model.session import Session
from tests.engine.table_for_tests import Table
from tests.fakes.clock import FakeClock
from tests.fakes.entropy import SeededEntropy

LONG = "I read aloud from the endless letter. " * 50


async def pages(store: SqliteStore, most: int | None = None) -> int:
    """How many pages there may be (if `most` is given, from now on), or are."""
    pragma = "page_count" if most is None else f"max_page_count={most}"
    return int(await store.connections.write(lambda c: c.exec_driver_sql(f"PRAGMA {pragma}").scalar_one()))


@pytest.mark.parametrize("pages_left", [0, 1, 2, 3, 5, 8])
async def test_a_disk_that_fills_up_stops_a_turn_and_not_the_game(tmp_path: Path, pages_left: int) -> None:
    """Wherever in a turn it comes to it: nobody's process ends, and no half turn counts."""
    url, clock = f"sqlite+aiosqlite:///{tmp_path / 'game.db'}", FakeClock(instant=True)
    upgrade(url, clock)
    async with await open_store(url, clock, SeededEntropy()) as store:
        table = Table(store=store, clock=clock)
        await table.play("ann")
        await pages(store, await pages(store) + pages_left)
        with capture_logs() as logged:
            before = await until_it_is_full(table)
        after, told = await table.game(), await table.told()
        await pages(store, 1_000_000)

        again = await table.act("ann", "I put the letter away.")

        assert (after.head_turn_id, after.head_state) == (before.head_turn_id, before.head_state)
        assert (await table.told())[: len(told)] == told
        assert (await table.head()).actions[-1].content.endswith("I put the letter away.")
        assert (again.current_turn_id, await store.inbox(again.id)) == (None, ())
        assert "disk is full" in str([entry for entry in logged if entry["event"] == "store_failed"])


async def until_it_is_full(table: Table) -> Session:
    """Act until somebody hears that it could not be kept; the game as it stood before that."""
    for _ in range(50):
        before = await table.game()
        try:
            await table.act("ann", LONG)
        except StoreError:
            return before
        if table.surface.of(Failed):
            return before
    raise AssertionError("there is room without end")
