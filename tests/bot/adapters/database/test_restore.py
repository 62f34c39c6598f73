"""Bringing back a copy: only a good one, only while nobody plays, and nothing is lost by it."""

import asyncio
import os
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from bot.adapters.database import backup, check, open_store, restore, upgrade, versions
from engine.errors import SetupError
from tests.contracts import store_samples as sample
from tests.fakes.clock import FakeClock
from tests.fakes.entropy import SeededEntropy


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """Where a copy lies that was made before the evening."""
    return tmp_path / "copies" / "before.db"


def evening(url: str, clock: FakeClock, copy: Path) -> None:
    """One game is copied; another is played after that."""
    asyncio.run(_evening(url, clock, copy))


async def _evening(url: str, clock: FakeClock, copy: Path) -> None:
    upgrade(url, clock)
    async with await open_store(url, clock, SeededEntropy()) as store:
        await store.claim_surface("discord", os.getpid(), clock.now())
        await store.add_session(sample.session("before"))
        copy.parent.mkdir(exist_ok=True)
        shutil.move(backup(url, "manual", clock), copy)
        await store.add_session(sample.session("after", channel_id="other"))


def games(url: str, clock: FakeClock) -> set[str]:
    """What is played on a database, which must be sound."""
    return asyncio.run(_games(url, clock))


async def _games(url: str, clock: FakeClock) -> set[str]:
    upgrade(url, clock)
    async with await open_store(url, clock, SeededEntropy()) as store:
        assert (await check(store)).is_sound
        return set(await store.sessions("discord", ("playing",)))


def beside(path: Path) -> list[str]:
    """The files in the database's folder, but for the copies."""
    return sorted(each.name for each in path.parent.iterdir() if each.is_file())


def test_a_copy_comes_back_and_what_was_there_is_kept(
    url: str, path: Path, clock: FakeClock, copy: Path
) -> None:
    """Whoever brings back the wrong copy can bring back the right one."""
    evening(url, clock, copy)

    done = restore(url, copy, clock)

    assert done.kept is not None
    assert beside(path) == ["game-replaced-20310301T180000000000Z.db", "game.db"]
    assert games(url, clock) == {"before"}
    restore(url, done.kept, FakeClock(clock.now().replace(year=2032)))
    assert games(url, clock) == {"before", "after"}


def test_nothing_of_the_old_log_reaches_the_restored_one(
    url: str, path: Path, clock: FakeClock, copy: Path, tmp_path: Path
) -> None:
    """A killed process leaves a log beside the file; beside another file it would be poison."""
    evening(url, clock, copy)
    crashed = asyncio.run(_crashed(url, path, clock, tmp_path / "crashed.db"))
    there = f"sqlite+aiosqlite:///{crashed}"

    done = restore(there, copy, clock)

    assert games(there, clock) == {"before"}
    assert games(f"sqlite+aiosqlite:///{done.kept}", clock) == {"before", "after", "last"}


async def _crashed(url: str, path: Path, clock: FakeClock, crashed: Path) -> Path:
    """What a killed process leaves."""
    async with await open_store(url, clock, SeededEntropy()) as store:
        await store.add_session(sample.session("last", channel_id="last"))
        for end in ("", "-wal"):
            shutil.copy(f"{path}{end}", f"{crashed}{end}")
    return crashed


def test_a_damaged_database_is_kept_byte_for_byte_with_its_log(
    url: str, path: Path, clock: FakeClock, copy: Path
) -> None:
    """Somebody may still save something of it."""
    evening(url, clock, copy)
    path.write_bytes(path.read_bytes()[:4096] + b"\xff" * 40_000)
    Path(f"{path}-wal").write_bytes(b"what was left of the log")

    done = restore(url, copy, clock)

    assert done.kept is not None
    assert done.kept.read_bytes()[4096:] == b"\xff" * 40_000
    assert Path(f"{done.kept}-wal").read_bytes() == b"what was left of the log"
    assert games(url, clock) == {"before"}


@pytest.mark.parametrize("is_there", [True, False], ids=["empty", "missing"])
def test_it_also_comes_back_where_nothing_was(
    url: str, path: Path, clock: FakeClock, copy: Path, is_there: bool
) -> None:
    """Moving to a new machine is one copy and one command."""
    evening(url, clock, copy)
    path.unlink()
    if is_there:
        path.touch()

    done = restore(url, copy, clock)

    assert done.kept is None
    assert beside(path) == ["game.db"]
    assert games(url, clock) == {"before"}


def test_nobody_is_taken_to_be_playing_the_restored_one(url: str, clock: FakeClock, copy: Path) -> None:
    """The claim of the process that made the copy does not keep out the next."""
    evening(url, clock, copy)

    restore(url, copy, clock)

    asyncio.run(_claimed(url, clock))


async def _claimed(url: str, clock: FakeClock) -> None:
    """Raises ProcessRunning if somebody else is taken to be alive."""
    async with await open_store(url, clock, SeededEntropy()) as store:
        assert await store.claim_surface("discord", os.getppid(), clock.now()) is not None


def test_a_copy_of_an_older_version_is_brought_up(
    url: str, path: Path, clock: FakeClock, copy: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Last year's copy can be played this year; the copy itself stays what it was."""
    evening(url, clock, copy)
    before, now = copy.read_bytes(), versions.newest()
    steps = shutil.copytree(versions.MIGRATIONS, tmp_path / "steps")
    (steps / "versions" / "v9999_a_later_table.py").write_text(
        "from alembic import op\n"
        f"revision, down_revision = '9999', '{versions.newest()}'\n"
        "def upgrade(): op.execute('CREATE TABLE later (x)')\n"
    )
    # The folder of steps is the seam that later versions fill.
    monkeypatch.setattr(versions, "MIGRATIONS", steps)

    done = restore(url, copy, clock)

    assert (done.before, done.now, copy.read_bytes()) == (now, "9999", before)
    with closing(sqlite3.connect(path)) as database:
        assert database.execute("SELECT count(*) FROM later").fetchone() == (0,)
        assert database.execute("SELECT id FROM sessions").fetchall() == [("before",)]


def from_a_later_version(copy: Path) -> None:
    with closing(sqlite3.connect(copy, isolation_level=None)) as database:
        database.execute("UPDATE alembic_version SET version_num = '9999'")


def of_somebody_else(copy: Path) -> None:
    copy.unlink()
    with closing(sqlite3.connect(copy, isolation_level=None)) as database:
        database.execute("CREATE TABLE recipes (name TEXT)")


def without_its_index(copy: Path) -> None:
    """A row that no index knows: what a quick check passes over."""
    with closing(sqlite3.connect(copy, isolation_level=None)) as database:
        database.execute("PRAGMA writable_schema=ON")
        database.execute("DELETE FROM sqlite_master WHERE name = 'uq_sessions_channel_unfinished'")
        database.execute("PRAGMA writable_schema=RESET")


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (lambda copy: copy.write_bytes(copy.read_bytes()[:9000]), r"The copy .*before\.db is damaged"),
        (
            lambda copy: copy.write_text("Dear diary, " * 500),
            r"\(file is not a database\).*Name another copy",
        ),
        (without_its_index, r"The copy .*before\.db is damaged"),
        (lambda copy: copy.write_bytes(b""), r"before\.db is empty: no game is in it"),
        (from_a_later_version, r"before\.db was .* database version 9999, and this one reads up to \d+"),
        (of_somebody_else, r"before\.db is a database, but not one of glyphmaster"),
        (Path.unlink, r"before\.db is not a file.*Name a copy, such as those in .*backups"),
    ],
    ids=["cut short", "a diary", "an index lost", "empty", "from a later version", "somebody else's", "gone"],
)
def test_what_is_no_good_copy_is_refused_and_nothing_is_changed(
    url: str, path: Path, clock: FakeClock, copy: Path, spoil: Callable[[Path], object], said: str
) -> None:
    """The attempt costs nothing."""
    evening(url, clock, copy)
    spoil(copy)
    before = path.read_bytes()

    with pytest.raises(SetupError, match=said):
        restore(url, copy, clock)

    assert (path.read_bytes(), beside(path)) == (before, ["game.db"])


def test_the_database_itself_is_no_copy(url: str, path: Path, clock: FakeClock) -> None:
    """A slip of the keyboard does no harm."""
    upgrade(url, clock)

    with pytest.raises(SetupError, match="is the database itself"):
        restore(url, path, clock)


def test_somebody_elses_database_is_not_put_away(
    url: str, path: Path, clock: FakeClock, tmp_path: Path
) -> None:
    """A wrong GLYPHMASTER_DATABASE_URL is named, not obeyed."""
    upgrade(url, clock)
    copy = path.rename(tmp_path / "copy.db")
    path.touch()
    of_somebody_else(path)
    before = path.read_bytes()

    with pytest.raises(SetupError, match=r"game\.db is a database, but not one of glyphmaster"):
        restore(url, copy, clock)

    assert (path.read_bytes(), beside(path)) == (before, ["copy.db", "game.db"])


def test_it_is_refused_while_anybody_has_the_database_open(
    url: str, path: Path, clock: FakeClock, copy: Path
) -> None:
    """A game under way would go on in a file that nobody finds again."""
    evening(url, clock, copy)

    asyncio.run(_refused_meanwhile(url, clock, copy))

    assert beside(path) == ["game.db"]
    assert games(url, clock) == {"before", "after"}


async def _refused_meanwhile(url: str, clock: FakeClock, copy: Path) -> None:
    async with await open_store(url, clock, SeededEntropy()) as store:
        with pytest.raises(SetupError, match="is held by another program"):
            restore(url, copy, clock, busy_s=0.01)
        await store.put_action(sample.action(session_id="after"))


def test_a_copy_on_a_disk_that_cannot_be_written_comes_back(url: str, clock: FakeClock, copy: Path) -> None:
    """Such as a stick, or another user's folder; also a copy of the running file, which says it has a log."""
    evening(url, clock, copy)
    with closing(sqlite3.connect(copy)) as database:
        database.execute("PRAGMA journal_mode=WAL")
    copy.parent.chmod(0o555)

    try:
        restore(url, copy, clock)
    finally:
        copy.parent.chmod(0o755)

    assert games(url, clock) == {"before"}
