"""Brings back a copy of all games; what stood in its place is kept beside it."""

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from bot.adapters.database.address import database_path
from bot.adapters.database.backups import backups_of, copy_database
from bot.adapters.database.faults import is_held, unusable
from bot.adapters.database.life import NOBODY
from bot.adapters.database.upgrade import bring_up, make_folder
from bot.adapters.database.versions import faults_in, newest, refuse_damaged, stamp_of, version_of
from engine.errors import SetupError
from engine.ports import Clock

BUSY_S = 1.0
"""How long somebody else may still hold the database; whoever plays holds it all evening."""


@dataclass(frozen=True)
class Restored:
    """kept: where the database from before is now; null if there was none. before: version of the copy."""

    path: Path
    kept: Path | None
    before: str
    now: str


def restore(url: str, copy: Path, clock: Clock, busy_s: float = BUSY_S) -> Restored:
    """Put a copy in the database's place, brought to this version. The copy itself stays as it is.

    Raises SetupError, and leaves everything as it was, if the copy is not there, damaged, not one of ours, or
    of a newer version; if anybody has the database open; if it cannot be written.
    """
    path, copy = database_path(url), copy.expanduser().absolute()
    _refuse_wrong(copy, path)
    make_folder(path)
    fresh = path.with_name(f"{path.name}.restoring")
    try:
        _clear(fresh)
        before = _drawn(copy, fresh)
        with _held_alone(path, busy_s) as is_whole:
            kept = _kept(path, clock.now(), is_whole=is_whole)
            if is_whole and os.name == "posix":
                _put(fresh, path)  # while nobody can open what is going away
        if fresh.exists():
            _put(fresh, path)
        return Restored(path, kept, before, newest())
    except OSError as error:
        raise unusable(path, error) from error
    finally:
        with suppress(OSError):
            _clear(fresh)


def _refuse_wrong(copy: Path, path: Path) -> None:
    if not copy.is_file():
        raise SetupError(
            f"{copy} is not a file. Nothing was changed. Name a copy, such as those in {backups_of(path)}"
        )
    if path.exists() and copy.samefile(path):
        raise SetupError(f"{copy} is the database itself. Nothing was changed. Name a copy of it.")


def _drawn(copy: Path, fresh: Path) -> str:
    """A copy of the copy, looked through and brought to this version; the version that it had."""
    try:
        copy_database(copy, fresh)
        faults = faults_in(fresh, is_thorough=True)
    except sqlite3.DatabaseError as error:
        faults = [str(error)]
    if faults:
        raise SetupError(
            f"The copy {copy} is damaged or is not a database ({'; '.join(faults)}). Nothing was changed. "
            "Name another copy."
        )
    version = version_of(fresh, copy)
    if version is None:
        raise SetupError(f"{copy} is empty: no game is in it. Nothing was changed. Name another copy.")
    bring_up(fresh)
    with closing(sqlite3.connect(fresh, isolation_level=None)) as database:
        # Whoever played when the copy was made does not play now.
        database.execute("UPDATE processes SET pid = ?", (NOBODY,))
        database.execute("PRAGMA journal_mode=DELETE")  # all of it in one file; play sets it to WAL again
    return version


@contextmanager
def _held_alone(path: Path, busy_s: float) -> Iterator[bool]:
    """Nobody else has the database open meanwhile. Gives whether it is whole, and then lies in one file.

    A damaged one stays as it is, log and all. Raises SetupError if somebody has it open.
    """
    if not path.exists():
        yield False
        return
    is_whole = _is_whole(path)
    with closing(sqlite3.connect(path, timeout=busy_s, isolation_level=None)) as database:
        try:
            database.execute("PRAGMA locking_mode=EXCLUSIVE")
            if is_whole:
                database.execute("PRAGMA journal_mode=DELETE")
            database.execute("BEGIN EXCLUSIVE")
        except sqlite3.Error as error:
            if is_held(error) or is_whole:
                raise unusable(path, error) from error
        yield is_whole


def _is_whole(path: Path) -> bool:
    """Raises SetupError for a whole database of somebody else's."""
    try:
        refuse_damaged(path)
    except SetupError:
        return False
    stamp_of(path)
    return True


def _kept(path: Path, now: datetime, *, is_whole: bool) -> Path | None:
    """Give the database a second name, under which it stays."""
    if not path.exists() or not path.stat().st_size:
        return None
    kept = path.with_name(f"{path.stem}-replaced-{now:%Y%m%dT%H%M%S%f}Z{path.suffix}")
    if is_whole:
        try:
            os.link(path, kept)
        except OSError:  # a file system without second names
            shutil.copy2(path, kept)
        return kept
    for end in ("-shm", "-wal", ""):  # the file last: once it is there, all of it is
        if (part := Path(f"{path}{end}")).exists():
            shutil.copy2(part, f"{kept}{end}")
    return kept


def _put(fresh: Path, path: Path) -> None:
    """In one step, and so that also a power cut leaves one or the other."""
    _flush(fresh)
    _clear(path, but=path)
    fresh.replace(path)
    with suppress(OSError):  # Windows opens no folder
        _flush(path.parent)


def _flush(path: Path) -> None:
    number = os.open(path, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)


def _clear(path: Path, but: Path | None = None) -> None:
    """No such file, and nothing beside it that a database of this name would take for its own log."""
    for end in ("", "-wal", "-shm", "-journal"):
        part = Path(f"{path}{end}")
        if part != but:
            part.unlink(missing_ok=True)
