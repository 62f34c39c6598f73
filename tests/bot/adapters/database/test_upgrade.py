"""What happens to the file before play: made, brought up, or refused with what to do."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import create_engine

from bot.adapters.database import open_store, upgrade
from bot.adapters.database.tables import metadata
from engine.errors import SetupError
from tests.contracts import store_samples as sample
from tests.fakes.clock import FakeClock
from tests.fakes.entropy import SeededEntropy

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
    async with await open_store(url, clock, SeededEntropy()) as store:
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
