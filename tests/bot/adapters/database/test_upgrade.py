"""What happens to the file before play: made, brought up, or refused with what to do."""

import os
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import create_engine

from bot.adapters.database import check, open_store, upgrade
from bot.adapters.database.tables import metadata
from engine.errors import SetupError
from tests.contracts import store_samples as sample
from tests.fakes.clock import FakeClock

NOBODY = 65534
TABLES = {
    "guilds",
    "sessions",
    "actions",
    "turns",
    "posts",
    "requests",
    "overrides",
    "notes",
    "player_characters",
    "processes",
}


def backups(path: Path) -> list[str]:
    """Names of the copies beside a database."""
    return sorted(each.name for each in (path.parent / "backups").glob("*"))


def written(path: Path, *statements: str) -> None:
    """Do something to the file that we would not do."""
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        for statement in statements:
            database.execute(statement)


def content(*paths: Path) -> list[bytes]:
    """The bytes of files."""
    return [each.read_bytes() for each in paths]


def broken_behind(path: Path, start: int) -> bytes:
    """The bytes of a file after everything behind its start was lost."""
    whole = path.read_bytes()
    path.write_bytes(whole[:start] + b"\xff" * (len(whole) - start))
    return path.read_bytes()


def test_an_empty_file_becomes_the_tables_that_the_program_uses(url: str, path: Path) -> None:
    """The first start needs no preparation."""
    path.touch()

    upgrade(url, FakeClock())

    engine = create_engine(f"sqlite:///{path}")
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
        names = {row[0] for row in connection.exec_driver_sql("SELECT name FROM sqlite_master")}
    engine.dispose()
    assert names >= TABLES
    assert backups(path) == []


def test_a_missing_folder_is_made(tmp_path: Path) -> None:
    """A path in the settings is enough."""
    upgrade(f"sqlite+aiosqlite:///{tmp_path}/a/b%20c/game.db", FakeClock())

    assert (tmp_path / "a" / "b%20c" / "game.db").exists()


async def test_a_second_upgrade_changes_nothing(url: str, path: Path, clock: FakeClock) -> None:
    """Each start does it, also while another surface is being played."""
    upgrade(url, clock)
    async with await open_store(url, clock) as store:
        await store.add_session(sample.session())
        upgrade(url, clock)
        assert await store.session("game") == sample.session()

    assert backups(path) == []


def test_an_older_database_is_copied_first(url: str, path: Path, clock: FakeClock) -> None:
    """An upgrade that goes wrong costs nothing."""
    written(path, "CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL)")

    upgrade(url, clock)

    assert backups(path) == [f"migration-{clock.now():%Y%m%dT%H%M%S%f}Z.db"]
    with closing(sqlite3.connect(path)) as database:
        assert database.execute("SELECT count(*) FROM sessions").fetchone() == (0,)


def test_an_upgrade_that_cannot_be_copied_first_is_not_begun(url: str, path: Path) -> None:
    """No copy, no risk."""
    written(path, "CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL)")
    (path.parent / "backups").write_text("in the way")

    with pytest.raises(SetupError, match="no copy of it could be made"):
        upgrade(url, FakeClock())

    with closing(sqlite3.connect(path)) as database:
        assert database.execute("SELECT name FROM sqlite_master").fetchall() == [("alembic_version",)]


def test_a_newer_database_is_refused(url: str, path: Path) -> None:
    """An old program never writes into what it does not know."""
    upgrade(url, FakeClock())
    written(path, "UPDATE alembic_version SET version_num = '9999'")

    with pytest.raises(SetupError, match=r"newer glyphmaster \(database version 9999\)"):
        upgrade(url, FakeClock())


def test_somebody_elses_database_is_refused(url: str, path: Path) -> None:
    """A wrong path does no harm."""
    written(path, "CREATE TABLE recipes (name TEXT)")

    with pytest.raises(SetupError, match="not one of glyphmaster"):
        upgrade(url, FakeClock())

    with closing(sqlite3.connect(path)) as database:
        assert database.execute("SELECT name FROM sqlite_master").fetchall() == [("recipes",)]


def test_a_file_that_is_no_database_is_left_as_it_is(url: str, path: Path) -> None:
    """A wrong path does no harm to a diary either."""
    path.write_text("Dear diary, " * 500)

    with pytest.raises(SetupError, match="is not a database"):
        upgrade(url, FakeClock())

    assert path.read_text() == "Dear diary, " * 500


async def test_a_damaged_database_is_left_as_it_is(url: str, path: Path, clock: FakeClock) -> None:
    """What can still be saved of it is not written over."""
    upgrade(url, clock)
    async with await open_store(url, clock) as store:
        for n in range(30):
            await store.add_session(sample.session(f"g{n}", channel_id=f"c{n}"))
    broken = broken_behind(path, 8192)

    with pytest.raises(SetupError, match="put the newest copy"):
        upgrade(url, clock)

    assert content(path) == [broken]


async def test_an_old_file_beside_a_newer_log_is_never_made_worse(
    url: str, path: Path, clock: FakeClock, tmp_path: Path
) -> None:
    """A copy that was put back beside the wrong -wal is refused, or whole."""
    upgrade(url, clock)
    mixed = tmp_path / "mixed"
    mixed.mkdir()
    async with await open_store(url, clock) as store:
        await store.add_session(sample.session())
        shutil.copy(path, mixed / "game.db")
        for n in range(30):
            await store.add_session(sample.session(f"g{n}", channel_id=f"c{n}"))
        await store.connections.read(lambda c: c.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)").all())
        game = await store.session("g7")
        await store.change_session(game.model_copy(update={"name": "New " * 3000}))
        shutil.copy(f"{path}-wal", mixed / "game.db-wal")
    mixed_url = f"sqlite+aiosqlite:///{mixed / 'game.db'}"
    before = content(mixed / "game.db", mixed / "game.db-wal")

    try:
        upgrade(mixed_url, clock)
    except SetupError:
        assert content(mixed / "game.db", mixed / "game.db-wal") == before
        return
    async with await open_store(mixed_url, clock) as store:
        assert (await check(store)).integrity == ()


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that also a user without rights can look into."""
    with tempfile.TemporaryDirectory(dir="/tmp") as folder:
        Path(folder).chmod(0o755)
        yield Path(folder)


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="changes the user")
def test_a_read_only_file_is_refused_to_others_than_root(open_folder: Path) -> None:
    """A wrong owner is said at the start, not in the middle of the story."""
    url = f"sqlite+aiosqlite:///{open_folder / 'game.db'}"
    upgrade(url, FakeClock())
    os.seteuid(NOBODY)
    try:
        with pytest.raises(SetupError, match="may write to it"):
            upgrade(url, FakeClock())
    finally:
        os.seteuid(0)


def test_a_folder_that_cannot_be_made_is_refused(tmp_path: Path) -> None:
    """A typo in the path is named."""
    (tmp_path / "file").touch()

    with pytest.raises(SetupError, match="cannot be opened for writing"):
        upgrade(f"sqlite+aiosqlite:///{tmp_path}/file/game.db", FakeClock())


def test_a_file_that_is_a_folder_is_refused(path: Path, url: str) -> None:
    """So is this one."""
    (path / "inside").mkdir(parents=True)

    with pytest.raises(SetupError, match="cannot be opened for writing"):
        upgrade(url, FakeClock())


def test_an_upgrade_that_another_program_holds_up_ends(url: str, path: Path) -> None:
    """The start never hangs."""
    upgrade(url, FakeClock())
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")

        with pytest.raises(SetupError, match="no other program"):
            upgrade(url, FakeClock(), busy_s=0.05)
