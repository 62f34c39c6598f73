"""How the database is written and read: in turn, without waiting, and never by half."""

import asyncio
import sqlite3
import threading
import time
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import Connection, event

from bot.adapters.database import SqliteStore, open_store, upgrade
from bot.adapters.database.connections import Connections
from engine.errors import SetupError, StoreError
from tests.contracts import store_samples as sample
from tests.fakes.clock import FakeClock
from tests.fakes.entropy import SeededEntropy

PRAGMAS = ("journal_mode", "foreign_keys", "busy_timeout", "synchronous")


def is_free(path: Path) -> bool:
    """Whether nobody has a write transaction open."""
    with closing(sqlite3.connect(path, timeout=0, isolation_level=None)) as other:
        try:
            other.execute("BEGIN IMMEDIATE")
        except sqlite3.OperationalError:
            return False
        return True


async def test_every_connection_is_set_up_and_says_so(store: SqliteStore) -> None:
    """A crash in the middle of the evening loses nothing that was kept."""

    def settings(connection: Connection) -> list[object]:
        return [connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in PRAGMAS]

    assert await store.connections.write(settings) == ["wal", 1, 5000, 1]
    assert await store.connections.read(settings) == ["wal", 1, 5000, 1]


async def test_twenty_turns_at_once_are_all_kept(store: SqliteStore, path: Path) -> None:
    """Twenty tables that play at the same moment never see a lock."""
    for n in range(20):
        await store.add_session(sample.session(f"g{n}", channel_id=f"c{n}"))

    async def read_then_write(n: int) -> None:
        game = await store.session(f"g{n}")
        mine = sample.turn(f"t{n}").model_copy(update={"session_id": game.id})
        game = await store.begin_turn(game, mine)
        await store.end_turn(sample.after(game, mine), mine.model_copy(update={"status": "done"}))

    await asyncio.gather(*(read_then_write(n) for n in range(20)))

    with closing(sqlite3.connect(path)) as other:
        assert other.execute("SELECT count(*) FROM turns WHERE status = 'done'").fetchone() == (20,)


@pytest.mark.parametrize("steps", [0, 1, 2, 3, 5, 8, 13, 21, 34])
async def test_a_cancelled_write_leaves_no_open_transaction(
    store: SqliteStore, path: Path, steps: int
) -> None:
    """A player who leaves in the wrong moment does not stop the table."""
    await store.add_session(sample.session())
    begun = await store.begin_turn(sample.session(), sample.turn("t0"))
    ended = sample.turn("t0").model_copy(update={"status": "done"})
    writing = asyncio.create_task(store.end_turn(sample.after(begun, ended), ended))
    for _ in range(steps):
        await asyncio.sleep(0)

    writing.cancel()
    await asyncio.wait({writing})

    assert is_free(path)
    before = time.monotonic()
    assert await store.put_action(sample.action())
    assert time.monotonic() - before < 0.1
    game, turn = await store.session("game"), await store.turn("t0")
    assert (game, turn) in [
        (begun, sample.turn("t0")),
        (sample.after(begun, ended).model_copy(update={"version": 2, "current_turn_id": None}), ended),
    ]


async def test_a_cancelled_read_leaves_its_connection_whole(store: SqliteStore) -> None:
    """Looking something up can be given up at any time."""
    await store.add_session(sample.session())
    for steps in range(30):
        reading = asyncio.create_task(store.session("game"))
        for _ in range(steps):
            await asyncio.sleep(0)
        reading.cancel()
        await asyncio.wait({reading})

    assert await store.session("game") == sample.session()
    assert threading.active_count() <= 8


async def test_a_failed_work_keeps_nothing(store: SqliteStore, path: Path) -> None:
    """A mistake of ours in the middle of a transaction is as if it had not begun."""

    def half(connection: Connection) -> None:
        connection.exec_driver_sql("INSERT INTO documents VALUES ('half', '{}')")
        raise KeyError("a bug")

    with pytest.raises(KeyError):
        await store.connections.write(half)

    assert is_free(path)
    with closing(sqlite3.connect(path)) as other:
        assert other.execute("SELECT count(*) FROM documents").fetchone() == (0,)


async def test_a_full_disk_keeps_the_state_and_the_next_turn_works(store: SqliteStore) -> None:
    """When there is room again, the game goes on from where it stood."""
    await store.add_session(sample.session())
    begun = await store.begin_turn(sample.session(), sample.turn("t0"))
    told = sample.turn("t0").model_copy(update={"narrative": "word " * 20_000})
    pages = await store.connections.read(lambda c: c.exec_driver_sql("PRAGMA page_count").scalar())
    await store.connections.write(lambda c: c.exec_driver_sql(f"PRAGMA max_page_count={pages}"))

    with pytest.raises(StoreError) as full:
        await store.end_turn(sample.after(begun, told), told)
    now = await store.session("game"), await store.turn("t0")
    await store.connections.write(lambda c: c.exec_driver_sql("PRAGMA max_page_count=100000"))
    ended = await store.end_turn(sample.after(begun, told), told)

    assert "full" in str(full.value.__cause__)
    assert now == (begun, sample.turn("t0"))
    assert (await store.session("game"), await store.turn("t0")) == (ended, told)


async def test_a_commit_that_fails_keeps_nothing_and_is_not_remembered(
    store: SqliteStore, path: Path
) -> None:
    """What the disk refused in the last moment did not happen."""
    await store.add_session(sample.session())

    def refuse(connection: Connection) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    event.listen(store.connections.writer.sync_engine, "commit", refuse)
    with pytest.raises(StoreError):
        await store.change_session(sample.session().model_copy(update={"name": "New"}))
    event.remove(store.connections.writer.sync_engine, "commit", refuse)

    assert is_free(path)
    assert await store.session("game") == sample.session()
    changed = await store.change_session(sample.session().model_copy(update={"name": "Newer"}))
    assert await store.session("game") == changed


async def test_a_database_that_became_read_only_is_a_store_error(store: SqliteStore) -> None:
    """The table is told that nothing was saved."""
    await store.add_session(sample.session())
    await store.connections.write(lambda c: c.exec_driver_sql("PRAGMA query_only=ON"))

    with pytest.raises(StoreError) as refused:
        await store.change_session(sample.session())

    assert "readonly" in str(refused.value.__cause__)
    assert await store.session("game") == sample.session()


async def test_a_lock_that_stays_is_a_store_error_after_three_tries(url: str, path: Path) -> None:
    """Another program that holds the file stops a turn for seconds, not for ever."""
    clock = FakeClock(instant=True)
    upgrade(url, clock)
    store = SqliteStore(Connections(path, clock, SeededEntropy(), busy_s=0.01), clock)
    await store.add_session(sample.session())

    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreError):
            await store.put_action(sample.action())
        meanwhile = await store.session("game")

    first, second = clock.slept
    assert 0 < first <= 2
    assert 0 < second <= 4
    assert meanwhile == sample.session()
    assert await store.put_action(sample.action())
    await store.close()


async def test_a_lock_is_not_waited_for_any_more_when_the_store_is_closed(url: str, path: Path) -> None:
    """Stopping does not take longer because another program holds the file."""
    clock = FakeClock()
    upgrade(url, clock)
    store = SqliteStore(Connections(path, clock, SeededEntropy(), busy_s=0.01), clock)
    await store.add_session(sample.session())

    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        writing = asyncio.create_task(store.put_action(sample.action()))
        while not clock.sleeping:  # noqa: ASYNC110 - a fake clock has no event to wait for
            await asyncio.sleep(0.001)
        closing_it = asyncio.create_task(store.close())
        await clock.advance(2)
        await asyncio.wait_for(closing_it, 5)

    assert isinstance(writing.exception(), StoreError)
    assert clock.sleeping == 0


async def test_a_lock_that_goes_away_is_waited_for(url: str, path: Path) -> None:
    """Nobody at the table notices a copy that is being made."""
    clock = FakeClock()
    upgrade(url, clock)
    store = SqliteStore(Connections(path, clock, SeededEntropy(), busy_s=0.01), clock)
    await store.add_session(sample.session())
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")

    writing = asyncio.create_task(store.put_action(sample.action()))
    while not clock.sleeping:  # noqa: ASYNC110 - a fake clock has no event to wait for
        await asyncio.sleep(0.001)
    other.close()
    await clock.advance(2)

    assert await asyncio.wait_for(writing, 5)
    await store.close()


async def test_a_reader_does_not_wait_for_the_writer(store: SqliteStore) -> None:
    """A button is answered while another table's turn is being kept."""
    await store.add_session(sample.session())
    is_writing, may_end = threading.Event(), threading.Event()

    def wait() -> bool:
        is_writing.set()
        return may_end.wait(5)

    def hold(connection: Connection) -> None:
        connection.connection.create_function("hold", 0, wait)
        connection.exec_driver_sql("SELECT hold()").all()

    writing = asyncio.create_task(store.connections.write(hold))
    await asyncio.to_thread(is_writing.wait, 5)
    found = await asyncio.wait_for(store.session("game"), 1)
    is_still_writing = not writing.done()
    may_end.set()
    await writing

    assert (found, is_still_writing) == (sample.session(), True)


async def test_closing_ends_what_runs_and_every_thread(url: str, clock: FakeClock) -> None:
    """The process ends when it is told to."""
    before = set(threading.enumerate())
    upgrade(url, clock)
    store = await open_store(url, clock, SeededEntropy())
    await store.add_session(sample.session())
    writing = [asyncio.create_task(store.put_action(sample.action(f"m{n}"))) for n in range(9)]
    await asyncio.gather(*(store.session("game") for _ in range(9)))

    await store.close()
    await store.close()

    assert await asyncio.gather(*writing) == [True] * 9
    workers = [t for t in threading.enumerate() if t not in before and "asyncio" not in t.name]
    for worker in workers:
        worker.join(2)
    assert not [t for t in workers if t.is_alive()]
    with pytest.raises(StoreError):
        await store.session("game")


async def test_a_file_that_was_not_brought_up_is_not_opened(url: str, path: Path, clock: FakeClock) -> None:
    """Nobody plays on a file that would not keep the game."""
    with pytest.raises(SetupError, match="db upgrade"):
        await open_store(url, clock, SeededEntropy())

    assert not await asyncio.to_thread(path.exists)
