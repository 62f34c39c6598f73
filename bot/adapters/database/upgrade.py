"""Before play: is the database one of ours, whole, and of this version? If it is older, it is brought up."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import URL, Connection, create_engine, event
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.pool import NullPool

from bot.adapters.database.address import database_path
from bot.adapters.database.backups import backups_of, copied
from engine.errors import SetupError, StoreError
from engine.ports import Clock

MIGRATIONS = Path(__file__).parent / "migrations"
BUSY_S = 5.0


def upgrade(url: str, clock: Clock, busy_s: float = BUSY_S) -> None:
    """Make the database if there is none, or bring it to this version after a backup. Not inside a loop.

    busy_s: how long another program's lock is waited for. Raises SetupError for a file that is damaged,
    read-only, locked, not a database, or of a newer version; the file is left as it was.
    """
    path = database_path(url)
    _make_folder(path)
    if path.exists() and path.stat().st_size:
        _refuse_damaged(path)
        if version_of(path) != newest():
            _back_up(path, clock)
    with _written(path, busy_s) as connection:
        config = _config()
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
        # SQLite begins also on a read-only file; only writing shows that it can be written.
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = version_num")


def version_of(path: Path) -> str | None:
    """The version of a database, read without changing it; null if it is still empty. Raises SetupError."""
    with _reading(path) as database:
        tables = {str(row[0]) for row in database.execute("SELECT name FROM sqlite_master")}
        if not tables:
            return None
        if "alembic_version" not in tables:
            raise SetupError(
                f"{path} is a database, but not one of glyphmaster. Nothing was changed. Let "
                "GLYPHMASTER_DATABASE_URL name another file."
            )
        version = database.execute("SELECT version_num FROM alembic_version").fetchone()
    if version is None:
        return None
    _refuse_newer(path, str(version[0]))
    return str(version[0])


def newest() -> str:
    """The version that this program reads and writes."""
    return str(ScriptDirectory.from_config(_config()).get_current_head())


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    return config


@contextmanager
def _reading(path: Path) -> Iterator[sqlite3.Connection]:
    """Read-only, so that a damaged file and what lies beside it stay as they are."""
    try:
        with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True, timeout=BUSY_S)) as database:
            yield database
    except sqlite3.OperationalError as error:
        raise SetupError(_unusable(path, error)) from error
    except sqlite3.DatabaseError as error:
        raise SetupError(_damaged(path, str(error))) from error


def _refuse_damaged(path: Path) -> None:
    with _reading(path) as database:
        faults = [str(row[0]) for row in database.execute("PRAGMA quick_check(3)")]
    if faults != ["ok"]:
        raise SetupError(_damaged(path, "; ".join(faults)))


def _refuse_newer(path: Path, version: str) -> None:
    try:
        ScriptDirectory.from_config(_config()).get_revision(version)
    except CommandError as error:
        raise SetupError(
            f"{path} was written by a newer glyphmaster (database version {version}). Nothing was changed. "
            f"Install that version again, or put a copy from {backups_of(path)} in the file's place."
        ) from error


def _make_folder(path: Path) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise SetupError(_unusable(path, error)) from error


def _back_up(path: Path, clock: Clock) -> None:
    try:
        copied(path, "migration", clock.now())
    except StoreError as error:
        raise SetupError(
            f"The database {path} must be upgraded, but no copy of it could be made in {backups_of(path)} "
            f"({error.__cause__}). Nothing was changed. Make room or give write permission there."
        ) from error


@contextmanager
def _written(path: Path, busy_s: float) -> Iterator[Connection]:
    """One transaction for all steps: a database is of one version or of another, never between."""
    engine = create_engine(
        URL.create("sqlite", database=str(path)), poolclass=NullPool, connect_args={"timeout": busy_s}
    )

    @event.listens_for(engine, "connect")
    def leave_transactions_to_us(connection: sqlite3.Connection, _: object) -> None:
        connection.isolation_level = None

    @event.listens_for(engine, "begin")
    def begin_at_once(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE")

    try:
        with engine.begin() as connection:
            yield connection
    except SQLAlchemyError as error:
        raise SetupError(_unusable(path, getattr(error, "orig", None) or error)) from error
    finally:
        engine.dispose()


def _unusable(path: Path, cause: BaseException) -> str:
    return (
        f"The database {path} cannot be opened for writing ({cause}). Nothing was changed. Check that the "
        "folder exists, that you may write to it and to the file, that the disk has room, and that no other "
        "program holds the file; or let GLYPHMASTER_DATABASE_URL name another file."
    )


def _damaged(path: Path, fault: str) -> str:
    return (
        f"The file {path} is damaged or is not a database ({fault}). It was left as it is. Keep a copy of it "
        f"together with its -wal and -shm files, then put the newest copy from {backups_of(path)} in its "
        "place, or let GLYPHMASTER_DATABASE_URL name another file."
    )
