"""What is wrong with the file of the games, in one sentence, and what to do about it."""

import errno
import os
import sqlite3
from pathlib import Path

from bot.adapters.database.backups import backups_of, newest_copy
from engine.errors import SetupError

_ELSEWHERE = "or let GLYPHMASTER_DATABASE_URL name a file elsewhere"
_PRIMARY = 0xFF
"""The low byte of SQLite's code says what happened; the rest says where (https://sqlite.org/rescode.html)."""
_HELD = frozenset({sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED})
_BROKEN = frozenset({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB})
_FORBIDDEN = frozenset({sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM, sqlite3.SQLITE_AUTH})
_NO_ROOM = frozenset({errno.ENOSPC, errno.EDQUOT})
_NO_RIGHT = frozenset({errno.EACCES, errno.EPERM, errno.EROFS})


def is_held(cause: BaseException) -> bool:
    """Whether it failed only because somebody else has the file at this moment."""
    return _code(cause) in _HELD


def unusable(path: Path, cause: BaseException) -> SetupError:
    """The database cannot be opened, or cannot be written. cause: what SQLite or the system said."""
    code, number = _code(cause), getattr(cause, "errno", None)
    if code in _BROKEN:
        return damaged(path, str(cause))
    if code in _HELD:
        return _held(path)
    if code == sqlite3.SQLITE_FULL or number in _NO_ROOM:
        return _said(path, cause, f"the disk is full. Make room on the disk of {path.parent}")
    if path.is_dir():
        return _said(path, cause, "it is a folder. Name a file inside it in GLYPHMASTER_DATABASE_URL")
    if (place := _forbidden(path)) is not None:
        return _said(path, cause, f"you may not write to {place}. Make it yours (chown, chmod), {_ELSEWHERE}")
    if code in _FORBIDDEN or number in _NO_RIGHT:
        return _said(path, cause, f"its disk is read-only. Mount it for writing, {_ELSEWHERE}")
    if number is not None or code == sqlite3.SQLITE_CANTOPEN:
        return _said(path, cause, f"its folder cannot be used. Check the path, {_ELSEWHERE}")
    return _said(path, cause, f"SQLite cannot work with it. Check the file and its disk, {_ELSEWHERE}")


def damaged(path: Path, fault: str) -> SetupError:
    """It is not what was written."""
    copy = newest_copy(path)
    way = f"bring back its newest copy: glyphmaster db restore {copy}" if copy else f"{_ELSEWHERE[3:]}"
    return SetupError(
        f"The file {path} is damaged or is not a database ({fault}). It was left as it is, and nothing is "
        f"written to it. Keep it together with its -wal file, if it has one, and {way}"
    )


def newer(path: Path, version: str, known: str) -> SetupError:
    """A later program wrote it. known: the newest version that this one reads."""
    return SetupError(
        f"{path} was written by a newer glyphmaster: it has database version {version}, and this one reads "
        f"up to {known}. Nothing was changed. Install the newer glyphmaster again, or bring back an older "
        f"copy from {backups_of(path)} with glyphmaster db restore."
    )


def not_ours(path: Path) -> SetupError:
    """Another program's database."""
    return SetupError(
        f"{path} is a database, but not one of glyphmaster. Nothing was changed. Let "
        "GLYPHMASTER_DATABASE_URL name another file."
    )


def not_copied(path: Path, cause: BaseException | None) -> SetupError:
    """What must be upgraded is not safe yet."""
    return SetupError(
        f"The database {path} must be upgraded, but no copy of it could be made in {backups_of(path)} "
        f"({cause}). Nothing was changed. Make room or give write permission there."
    )


def _held(path: Path) -> SetupError:
    """Another program has it."""
    return SetupError(
        f"The database {path} is held by another program. Nothing was changed. Close what has it open "
        "(another glyphmaster, a database browser, a copy that is being made) and start again."
    )


def _said(path: Path, cause: BaseException, what: str) -> SetupError:
    reason = getattr(cause, "strerror", None) or cause
    return SetupError(f"The database {path} cannot be used ({reason}): {what}. Nothing was changed.")


def _forbidden(path: Path) -> Path | None:
    """Which of the places that SQLite writes to is closed to us; it makes files beside the database."""
    places = (path, Path(f"{path}-wal"), Path(f"{path}-shm"), path.parent)
    return next((p for p in places if p.exists() and not os.access(p, os.W_OK, **_AS_WE_ACT)), None)


_AS_WE_ACT = {"effective_ids": True} if os.access in os.supports_effective_ids else {}


def _code(cause: BaseException) -> int:
    return int(getattr(cause, "sqlite_errorcode", 0)) & _PRIMARY
