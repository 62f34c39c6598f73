"""Copies of all games beside the database, so that a bad day costs one evening at most."""

import sqlite3
from contextlib import closing, suppress
from datetime import datetime
from pathlib import Path
from typing import Literal, TypeAlias

from bot.adapters.database.address import database_path
from engine.errors import StoreError
from engine.ports import Clock

Series: TypeAlias = Literal["migration", "game", "daily"]

KEPT: dict[Series, int] = {"migration": 3, "game": 10, "daily": 7}
"""How many copies of each series stay."""
_BUSY_S = 5.0


def backup(url: str, series: Series, clock: Clock) -> str:
    """Copy the database into a series, also while it is being played in; the copy's path.

    Raises SetupError for an address that is no file, StoreError if it cannot be copied.
    """
    return str(copied(database_path(url), series, clock.now()))


def backups_of(path: Path) -> Path:
    """The folder with the copies of a database."""
    return path.parent / "backups"


def copied(path: Path, series: Series, now: datetime) -> Path:
    """The whole copy; one that was broken off never gets its name.

    A second copy of a day in the series `daily` takes the place of the first.
    """
    copy = backups_of(path) / f"{series}-{now:%Y%m%dT%H%M%S%f}Z.db"
    partial = copy.with_suffix(".partial")
    try:
        copy.parent.mkdir(exist_ok=True)
        partial.unlink(missing_ok=True)
        _copy(path, partial)
        partial.replace(copy)
        _thin_out(copy, series, now)
    except (OSError, sqlite3.Error) as error:
        with suppress(OSError):
            partial.unlink(missing_ok=True)
        raise StoreError from error
    return copy


def _copy(path: Path, to: Path) -> None:
    # SQLite's own way: a plain copy of the file would lack what is still in the -wal.
    with (
        closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True, timeout=_BUSY_S)) as source,
        closing(sqlite3.connect(to)) as target,
    ):
        source.backup(target)


def _thin_out(newest: Path, series: Series, now: datetime) -> None:
    copies = sorted(newest.parent.glob(f"{series}-*.db"))
    if series == "daily":
        for earlier in newest.parent.glob(f"daily-{now:%Y%m%d}T*.db"):
            if earlier != newest:
                earlier.unlink()
                copies.remove(earlier)
    for old in copies[: -KEPT[series]]:
        old.unlink()
