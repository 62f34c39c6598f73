"""Looks at a file without changing it: is it a database of ours, whole, and of which version?"""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from alembic.config import Config
from alembic.script import ScriptDirectory
from alembic.util import CommandError

from bot.adapters.database.faults import damaged, newer, not_ours, unusable

MIGRATIONS = Path(__file__).parent / "migrations"
BUSY_S = 5.0
_FAULTS_NAMED = 3


def config() -> Config:
    """Where Alembic finds the steps from one version to the next."""
    made = Config()
    made.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    return made


def newest() -> str:
    """The version that this program reads and writes."""
    return str(ScriptDirectory.from_config(config()).get_current_head())


def version_of(path: Path, named: Path | None = None) -> str | None:
    """The version of a database; null if it is still empty. named: the file that an error is about.

    Raises SetupError if it is not one of ours, of a newer version, or cannot be read.
    """
    if (version := stamp_of(path, named)) is not None:
        try:
            ScriptDirectory.from_config(config()).get_revision(version)
        except CommandError as error:
            raise newer(named or path, version, newest()) from error
    return version


def stamp_of(path: Path, named: Path | None = None) -> str | None:
    """As `version_of`, also of a version that only a newer program knows."""
    with _reading(path) as database:
        tables = {str(row[0]) for row in database.execute("SELECT name FROM sqlite_master")}
        if not tables:
            return None
        if "alembic_version" not in tables:
            raise not_ours(named or path)
        version = database.execute("SELECT version_num FROM alembic_version").fetchone()
    return None if version is None else str(version[0])


def refuse_damaged(path: Path, *, is_thorough: bool = False) -> None:
    """Raises SetupError if the file is not whole; is_thorough: see `faults_in`."""
    if faults := faults_in(path, is_thorough=is_thorough):
        raise damaged(path, "; ".join(faults))


def faults_in(path: Path, *, is_thorough: bool) -> list[str]:
    """The first few places where the file is not whole. Raises SetupError if it cannot be read at all.

    is_thorough: compare every index with its table too, as is due where something may have been mixed up.
    """
    with _reading(path) as database:
        check = "integrity_check" if is_thorough else "quick_check"
        faults = [str(row[0]) for row in database.execute(f"PRAGMA {check}({_FAULTS_NAMED})")]
        if faults == ["ok"] and is_thorough:
            rows = database.execute("PRAGMA foreign_key_check").fetchmany(_FAULTS_NAMED)
            faults += [f"{row[0]} row {row[1]} names a {row[2]} that is not there" for row in rows]
    return [_in_short(fault) for fault in faults if fault != "ok"]


def _in_short(fault: str) -> str:
    """SQLite names many places under one heading."""
    lines = [line for line in fault.splitlines() if not line.startswith("***")]
    return lines[0] if lines else fault


@contextmanager
def _reading(path: Path) -> Iterator[sqlite3.Connection]:
    """Read-only, so that a damaged file and what lies beside it stay as they are."""
    try:
        with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True, timeout=BUSY_S)) as database:
            yield database
    except sqlite3.Error as error:
        raise unusable(path, error) from error
