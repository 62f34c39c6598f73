"""Before play: is the database one of ours, whole, and of this version? If it is older, it is brought up."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from alembic import command
from sqlalchemy import URL, Connection, create_engine, event
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.pool import NullPool

from bot.adapters.database.address import database_path
from bot.adapters.database.backups import copied
from bot.adapters.database.faults import not_copied, unusable
from bot.adapters.database.versions import BUSY_S, config, newest, refuse_damaged, version_of
from engine.errors import StoreError
from engine.ports import Clock


def upgrade(url: str, clock: Clock, busy_s: float = BUSY_S) -> None:
    """Make the database if there is none, or bring it to this version after a backup. Not inside a loop.

    busy_s: how long another program's lock is waited for. Raises SetupError for a file that is damaged,
    read-only, locked, not a database, or of a newer version, and for a full disk; the file is left as it was.
    """
    path = database_path(url)
    make_folder(path)
    if path.exists() and path.stat().st_size:
        # What lies in a log that nobody closed was not looked at when it was written.
        refuse_damaged(path, is_thorough=has_log(path))
        if version_of(path) != newest():
            _back_up(path, clock)
    bring_up(path, busy_s)


def bring_up(path: Path, busy_s: float = BUSY_S) -> None:
    """All steps to this version in one transaction. Raises SetupError."""
    with _written(path, busy_s) as connection:
        steps = config()
        steps.attributes["connection"] = connection
        command.upgrade(steps, "head")
        # SQLite begins also on a read-only file; only writing shows that it can be written.
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = version_num")


def has_log(path: Path) -> bool:
    """Whether changes lie beside the file: somebody is playing, or did not close it."""
    log = Path(f"{path}-wal")
    return log.exists() and log.stat().st_size > 0


def make_folder(path: Path) -> None:
    """Raises SetupError if the folder of the database can neither be found nor made."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise unusable(path, error) from error


def _back_up(path: Path, clock: Clock) -> None:
    try:
        copied(path, "migration", clock.now())
    except StoreError as error:
        raise not_copied(path, error.__cause__) from error


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
        raise unusable(path, getattr(error, "orig", None) or error) from error
    finally:
        engine.dispose()
