"""Copies of all games beside the database, so that a bad day costs one evening at most."""

import sqlite3
from contextlib import closing, suppress
from datetime import datetime
from pathlib import Path
from typing import Literal, TypeAlias

from bot.adapters.database.address import database_path
from engine.errors import StoreError
from engine.ports import Clock

Series: TypeAlias = Literal["migration", "game", "daily", "manual"]

KEPT: dict[Series, int | None] = {"migration": 3, "game": 10, "daily": 7, "manual": None}
"""How many copies of each series stay. What a person asked for stays until a person deletes it."""
_BUSY_S = 5.0


def backup(url: str, series: Series, clock: Clock) -> str:
    """Copy the database into a series, also while it is being played in; the copy's path.

    Raises SetupError for an address that is no file, StoreError if it cannot be copied.
    """
    return str(copied(database_path(url), series, clock.now()))


def backups_of(path: Path) -> Path:
    """The folder with the copies of a database."""
    return path.parent / "backups"


def newest_copy(path: Path) -> Path | None:
    """The copy of any series that was made last."""
    copies = (copy for series in KEPT for copy in backups_of(path).glob(f"{series}-*.db"))
    return max(copies, key=lambda copy: copy.name.rpartition("-")[2], default=None)


def copied(path: Path, series: Series, now: datetime) -> Path:
    """The whole copy; one that was broken off never gets its name.

    A second copy of a day in the series `daily` takes the place of the first.
    """
    copy = backups_of(path) / f"{series}-{now:%Y%m%dT%H%M%S%f}Z.db"
    partial = copy.with_suffix(".partial")
    try:
        copy.parent.mkdir(exist_ok=True)
        partial.unlink(missing_ok=True)
        copy_database(path, partial)
        partial.replace(copy)
        _thin_out(copy, series, now)
    except (OSError, sqlite3.Error) as error:
        with suppress(OSError):
            partial.unlink(missing_ok=True)
        raise StoreError from error
    return copy


def copy_database(path: Path, to: Path) -> None:
    """SQLite's own way: a plain copy of the file would lack what is still in the -wal."""
    with closing(_opened(path)) as source, closing(sqlite3.connect(to, isolation_level=None)) as target:
        source.backup(target)
        target.execute("PRAGMA journal_mode=DELETE")  # a copy is one file, also where nothing can be written


def _opened(path: Path) -> sqlite3.Connection:
    address = f"{path.as_uri()}?mode=ro"
    source = sqlite3.connect(address, uri=True, timeout=_BUSY_S)
    try:
        source.execute("SELECT count(*) FROM sqlite_master")
    except sqlite3.OperationalError as error:
        source.close()
        if error.sqlite_errorcode != sqlite3.SQLITE_CANTOPEN or Path(f"{path}-wal").exists():
            raise
        # On a disk that cannot be written, SQLite must be told that nobody else writes either.
        return sqlite3.connect(f"{address}&immutable=1", uri=True)
    except BaseException:
        source.close()
        raise
    return source


def _thin_out(newest: Path, series: Series, now: datetime) -> None:
    copies = sorted(newest.parent.glob(f"{series}-*.db"))
    if series == "daily":
        for earlier in newest.parent.glob(f"daily-{now:%Y%m%d}T*.db"):
            if earlier != newest:
                earlier.unlink()
                copies.remove(earlier)
    kept = KEPT[series]
    for old in copies[:-kept] if kept is not None else ():
        old.unlink()
