"""The copies beside the database."""

import asyncio
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.adapters.database import SqliteStore, backup, open_store
from bot.adapters.database.backups import Series
from engine.errors import StoreError
from tests.contracts import store_samples as sample
from tests.fakes.clock import FakeClock
from tests.fakes.entropy import SeededEntropy

HOUR_S = 3600.0


def copies(path: Path) -> list[str]:
    """Everything in the folder of copies, oldest first."""
    return sorted(each.name for each in (path.parent / "backups").iterdir())


@pytest.mark.parametrize(("series", "kept"), [("migration", 3), ("game", 10), ("daily", 7)])
async def test_only_the_newest_of_a_series_are_kept(
    store: SqliteStore, path: Path, clock: FakeClock, series: Series, kept: int
) -> None:
    """Copies never fill the disk."""
    made = []
    for _ in range(kept + 3):
        made.append(await store.backup(series))
        await clock.sleep(25 * HOUR_S)

    assert [str(path.parent / "backups" / name) for name in copies(path)] == made[-kept:]


async def test_series_do_not_push_each_other_out(store: SqliteStore, path: Path, clock: FakeClock) -> None:
    """Ten games in an evening leave last week's copy alone."""
    await store.backup("daily")
    for _ in range(12):
        await clock.sleep(1)
        await store.backup("game")

    assert [name.partition("-")[0] for name in copies(path)] == ["daily"] + ["game"] * 10


async def test_a_copy_that_a_person_asked_for_stays(store: SqliteStore, path: Path, clock: FakeClock) -> None:
    """Neither the next start's own copy nor the twentieth of their own takes its place."""
    made = []
    for _ in range(20):
        made.append(await store.backup("manual"))
        await store.backup("daily")
        await clock.sleep(25 * HOUR_S)

    kept = [str(path.parent / "backups" / name) for name in copies(path) if name.startswith("manual")]
    assert kept == made


async def test_a_second_daily_copy_of_a_day_takes_the_place_of_the_first(
    store: SqliteStore, path: Path, clock: FakeClock
) -> None:
    """Seven copies are seven days, however often the process starts."""
    last = None
    for _ in range(3):
        last = await store.backup("daily")
        await clock.sleep(HOUR_S)

    assert [str(path.parent / "backups" / name) for name in copies(path)] == [last]


async def test_a_copy_that_is_made_during_play_is_whole(
    store: SqliteStore, clock: FakeClock, tmp_path: Path
) -> None:
    """What was kept before the copy is in it, also what only the log beside the file has."""
    await store.add_session(sample.session())
    writing = asyncio.gather(*(store.put_action(sample.action(f"m{n}")) for n in range(50)))

    name = await store.backup("game")
    await writing

    restored = tmp_path / "elsewhere.db"
    shutil.copy(str(name), restored)
    async with await open_store(f"sqlite+aiosqlite:///{restored}", clock, SeededEntropy()) as other:
        assert await other.session("game") == sample.session()
    with closing(sqlite3.connect(restored)) as copy:
        assert copy.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    assert len(await store.inbox("game")) == 50


async def test_a_copy_can_be_made_without_the_store(
    store: SqliteStore, url: str, path: Path, clock: FakeClock
) -> None:
    """`db backup` works while the bot runs."""
    await store.add_session(sample.session())

    name = backup(url, "game", clock)

    assert copies(path) == [Path(name).name]
    with closing(sqlite3.connect(name)) as copy:
        assert copy.execute("SELECT id FROM sessions").fetchall() == [("game",)]


async def test_a_copy_that_fails_leaves_nothing_behind(store: SqliteStore, path: Path) -> None:
    """A half copy is never taken for a whole one."""
    (path.parent / "backups").touch()

    with pytest.raises(StoreError):
        await store.backup("game")

    assert sorted(each.name for each in path.parent.iterdir() if "-" not in each.name) == [
        "backups",
        "game.db",
    ]


def test_a_missing_database_is_not_copied(url: str, path: Path) -> None:
    """A typo makes no empty copy."""
    with pytest.raises(StoreError):
        backup(url, "game", FakeClock())

    assert copies(path) == []
