"""One writer, several readers: how games are written one after the other and read without waiting."""

import asyncio
import sqlite3
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import structlog
from pydantic import ValidationError
from sqlalchemy import URL, Connection, event
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import PoolResetState
from tenacity import AsyncRetrying, RetryCallState, retry_if_exception, stop_after_attempt

from bot.adapters.database.faults import is_held, unusable
from engine.errors import SetupError, StoreError
from engine.ports import Clock, Entropy

log = structlog.get_logger()

BUSY_S = 5.0
"""How long SQLite itself waits for another process's lock."""
TRIES = 3
"""How often a transaction is begun before a lock that stays counts as a failure."""
BASE_S = 2.0
"""Full jitter: from 0 to 2 s before the second try, from 0 to 4 s before the third."""
SETTLE_S = 10.0
"""How long an abandoned transaction, or closing, may take to come to its end."""
READERS = 4

T = TypeVar("T")


class Locked(StoreError):
    """Another process held the database for longer than SQLite waits."""


class Connections:
    """The open database. Everything given to `write` or `read` is one transaction without an await in it.

    writer: one connection, BEGIN IMMEDIATE, so that a read-then-write never loses its lock.
    reader: connections that begin nothing, so that they never wait for the writer.
    """

    def __init__(self, path: Path, clock: Clock, entropy: Entropy, busy_s: float = BUSY_S) -> None:
        self.path = path
        self.writer = _engine(path, busy_s, pool_size=1)
        self.reader = _engine(
            path, busy_s, pool_size=READERS, isolation_level="AUTOCOMMIT", skip_autocommit_rollback=True
        )
        event.listen(self.writer.sync_engine, "begin", _begin_immediate)

        def wait_s(state: RetryCallState) -> float:
            return entropy.uniform(0.0, BASE_S * 2 ** (state.attempt_number - 1))

        self._again = AsyncRetrying(
            retry=retry_if_exception(lambda error: isinstance(error, Locked) and not self._is_closed),
            stop=stop_after_attempt(TRIES),
            wait=wait_s,
            sleep=clock.sleep,
            reraise=True,
        )
        self._running: set[asyncio.Task[Any]] = set()
        self._is_closed = False

    async def open(self) -> None:
        """Check that the file can be written and keeps what is written. Raises SetupError."""
        try:
            mode = await self.write(lambda c: c.exec_driver_sql("PRAGMA journal_mode").scalar())
        except StoreError as error:
            raise unusable(self.path, error.__cause__ or error) from error
        if mode != "wal":
            raise SetupError(
                f"The folder of {self.path} cannot hold a database (its journal mode stays {mode!r}). "
                "Keep it on a local disk, not on a network share."
            )

    async def write(self, work: Callable[[Connection], T]) -> T:
        """Do the work and keep it, or raise and keep nothing. A cancelled caller leaves nothing half done."""
        return await self.to_the_end(self._again(self._write, work))

    async def read(self, work: Callable[[Connection], T]) -> T:
        """Look something up."""
        return await self.to_the_end(self._read(work))

    async def to_the_end(self, work: Coroutine[Any, Any, T]) -> T:
        """Let work that must not be torn run to its end, even when whoever asked for it is cancelled."""
        if self._is_closed:
            work.close()
            raise StoreError
        return await self._shielded(work)

    async def close(self) -> None:
        """Wait for what still runs, then close every connection and its thread."""
        self._is_closed = True
        await self._shielded(self._close())

    async def _shielded(self, work: Coroutine[Any, Any, T]) -> T:
        task = asyncio.create_task(work)
        self._running.add(task)
        task.add_done_callback(self._finished)
        try:
            return await asyncio.shield(task)
        finally:
            if not task.done():
                await asyncio.wait({task}, timeout=SETTLE_S)

    def _finished(self, task: asyncio.Task[Any]) -> None:
        self._running.discard(task)
        if not task.cancelled():
            task.exception()  # seen, also when nobody waits for it any more

    async def _write(self, work: Callable[[Connection], T]) -> T:
        with _translated():
            async with self.writer.begin() as connection:
                return await connection.run_sync(work)

    async def _read(self, work: Callable[[Connection], T]) -> T:
        with _translated():
            async with self.reader.connect() as connection:
                return await connection.run_sync(work)

    async def _close(self) -> None:
        others = self._running - {asyncio.current_task()}
        if others:
            await asyncio.wait(others, timeout=SETTLE_S)
        await self.reader.dispose()
        await self.writer.dispose()


@contextmanager
def _translated() -> Iterator[None]:
    """What the database says becomes StoreError, once and here."""
    try:
        yield
    except (SQLAlchemyError, sqlite3.Error) as error:
        cause = getattr(error, "orig", None) or error
        log.warning("store_failed", cause=repr(cause))  # a full disk must stand in the log by its name
        if is_held(cause):
            raise Locked from cause
        raise StoreError from cause
    except (ValidationError, OverflowError, OSError) as error:
        # A stored value that is no longer a noun; a number that is no number of SQLite's.
        raise StoreError from error


def _engine(path: Path, busy_s: float, **options: Any) -> AsyncEngine:
    engine = create_async_engine(
        URL.create("sqlite+aiosqlite", database=str(path)),
        connect_args={"timeout": busy_s},
        max_overflow=0,
        pool_reset_on_return=None,  # see _leave_nothing_open
        **options,
    )
    event.listen(engine.sync_engine, "connect", _set_up)
    event.listen(engine.sync_engine, "reset", _leave_nothing_open)
    return engine


def _set_up(connection: Any, _: object) -> None:
    connection.isolation_level = None  # transactions begin when we say so
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA foreign_keys=ON")
    # With WAL a killed process loses nothing; a power cut may lose the last seconds, never the file.
    cursor.execute("PRAGMA synchronous=NORMAL")
    cursor.close()


def _leave_nothing_open(connection: Any, _: object, state: PoolResetState) -> None:
    """After a commit that failed, SQLite may still hold the transaction; a rollback each time costs more."""
    if not state.terminate_only and connection.driver_connection.in_transaction:
        connection.rollback()


def _begin_immediate(connection: Connection) -> None:
    # Straight to the driver: SQLAlchemy's cursor would cross to its thread twice more.
    driver: Any = connection.connection.dbapi_connection
    driver.run_async(lambda database: database.execute("BEGIN IMMEDIATE"))
