"""A database that cannot be used is named at the start, with what to do, and is left as it is."""

import errno
import os
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from bot.adapters.database import SqliteStore, backup, open_store, upgrade
from bot.adapters.database.connections import Connections
from bot.adapters.database.faults import unusable
from bot.adapters.database.versions import newest
from engine.errors import SetupError
from tests.contracts import store_samples as sample
from tests.fakes.clock import FakeClock
from tests.fakes.entropy import SeededEntropy

NOBODY = 65534


def broken_behind(path: Path, start: int) -> None:
    """Everything behind the start of a file was lost."""
    whole = path.read_bytes()
    path.write_bytes(whole[:start] + b"\xff" * (len(whole) - start))


def content(folder: Path) -> dict[str, bytes]:
    """All files of a folder."""
    return {each.name: each.read_bytes() for each in folder.iterdir()}


def from_a_later_version(path: Path) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        database.execute("UPDATE alembic_version SET version_num = '9999'")


def of_somebody_else(path: Path) -> None:
    path.unlink()
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        database.execute("CREATE TABLE recipes (name TEXT)")


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (lambda path: broken_behind(path, 8192), r"is damaged or is not a database \(.*\)\. It was left as"),
        (lambda path: broken_behind(path, 0), r"is damaged or is not a database \(file is not a database\)"),
        (lambda path: path.write_bytes(path.read_bytes()[:5000]), "is damaged or is not a database"),
        (lambda path: path.write_text("Dear diary, " * 500), "is damaged or is not a database"),
        (
            from_a_later_version,
            f"newer glyphmaster: it has database version 9999, and this one reads up to {newest()}",
        ),
        (of_somebody_else, "is a database, but not one of glyphmaster"),
    ],
    ids=["half lost", "all lost", "cut short", "a diary", "from a later version", "somebody else's"],
)
def test_what_is_no_database_of_ours_is_refused_and_stays_as_it_is(
    url: str, path: Path, clock: FakeClock, spoil: Callable[[Path], object], said: str
) -> None:
    """What can still be saved of it is not written over."""
    upgrade(url, clock)
    spoil(path)
    before = path.read_bytes()

    with pytest.raises(SetupError, match=said):
        upgrade(url, clock)

    assert path.read_bytes() == before
    assert [each.name for each in path.parent.iterdir()] == ["game.db"]


def test_who_has_a_damaged_database_is_told_which_copy_to_bring_back(
    url: str, path: Path, clock: FakeClock
) -> None:
    """The bad evening ends with one command, not with a search."""
    upgrade(url, clock)
    backup(url, "manual", clock)
    newest = backup(url, "game", FakeClock(clock.now().replace(year=2032)))
    broken_behind(path, 4096)

    with pytest.raises(SetupError, match=f"glyphmaster db restore {newest}$"):
        upgrade(url, clock)


def test_a_full_disk_is_named(url: str, path: Path) -> None:
    """Making room helps; nothing else does."""
    upgrade(url, FakeClock())
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        database.execute("PRAGMA max_page_count=1")
        with pytest.raises(sqlite3.OperationalError) as full:
            database.execute("CREATE TABLE more AS SELECT hex(zeroblob(100000))")

    for cause in (full.value, OSError(errno.ENOSPC, "No space left on device")):
        assert f"the disk is full. Make room on the disk of {path.parent}" in str(unusable(path, cause))


@contextmanager
def as_somebody_without_rights() -> Iterator[None]:
    """The superuser may write anywhere, so they become nobody for a while."""
    is_root = os.geteuid() == 0
    if is_root:
        os.seteuid(NOBODY)
    try:
        yield
    finally:
        if is_root:
            os.seteuid(0)


@pytest.fixture
def shared() -> Iterator[Path]:
    """A database in a folder that also a user without rights can look into."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "home" / "game.db"
        upgrade(f"sqlite+aiosqlite:///{path}", FakeClock())
        Path(folder).chmod(0o755)
        yield path
        path.parent.chmod(0o755)


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="rights are another matter here")
@pytest.mark.parametrize(
    ("of_file", "of_folder", "named"),
    [(0o444, 0o777, "game.db"), (0o666, 0o555, "home"), (0o444, 0o555, "game.db")],
    ids=["the file", "the folder", "both"],
)
def test_what_we_may_not_write_to_is_named(shared: Path, of_file: int, of_folder: int, named: str) -> None:
    """A wrong owner is said at the start, not in the middle of the story."""
    shared.chmod(of_file)
    shared.parent.chmod(of_folder)

    with as_somebody_without_rights(), pytest.raises(SetupError) as refused:
        upgrade(f"sqlite+aiosqlite:///{shared}", FakeClock())

    place = shared if named == "game.db" else shared.parent
    assert f": you may not write to {place}. Make it yours (chown, chmod)" in str(refused.value)


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    """A typo in the path is found by reading one line."""
    (tmp_path / "file").touch()

    with pytest.raises(SetupError, match=r"its folder cannot be used\. Check the path"):
        upgrade(f"sqlite+aiosqlite:///{tmp_path}/file/deeper/game.db", FakeClock())


def test_a_folder_in_place_of_the_file_is_named(path: Path, url: str) -> None:
    """So is this one."""
    (path / "inside").mkdir(parents=True)

    with pytest.raises(SetupError, match=r"it is a folder\. Name a file inside it"):
        upgrade(url, FakeClock())


async def test_a_database_that_another_program_holds_is_named_and_the_start_does_not_hang(
    url: str, path: Path, clock: FakeClock
) -> None:
    """An open database browser is easily forgotten."""
    upgrade(url, clock)
    connections = Connections(path, clock, SeededEntropy(), busy_s=0.01)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")

        with pytest.raises(SetupError, match=r"held by another program\. Nothing was changed\. Close what"):
            upgrade(url, clock, busy_s=0.05)
        with pytest.raises(SetupError, match="is held by another program"):
            await connections.open()

    await connections.open()
    await connections.close()


@pytest.mark.parametrize("actions", [0, 4, 9])
async def test_an_old_file_beside_a_newer_log_is_refused_or_whole(
    store: SqliteStore, path: Path, clock: FakeClock, tmp_path: Path, actions: int
) -> None:
    """A copy that was put back beside the wrong -wal: its faults may lie where quick checks do not look."""

    async def empty_the_log() -> None:
        await store.connections.read(lambda c: c.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)").all())

    await store.add_session(sample.session())
    await empty_the_log()
    mixed = tmp_path / "mixed" / "game.db"
    mixed.parent.mkdir()
    shutil.copy(path, mixed)
    for n in range(30):
        await store.add_session(sample.session(f"g{n}", channel_id=f"c{n}"))
    await empty_the_log()
    for n in range(actions):
        await store.put_action(sample.action(f"m{n}"))
    await store.change_session((await store.session("g7")).model_copy(update={"status": "finished"}))
    shutil.copy(f"{path}-wal", f"{mixed}-wal")
    before = content(mixed.parent)

    try:
        upgrade(f"sqlite+aiosqlite:///{mixed}", clock)
    except SetupError:
        assert content(mixed.parent).items() >= before.items()
        return
    with closing(sqlite3.connect(mixed)) as database:
        assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert database.execute("PRAGMA foreign_key_check").fetchall() == []


async def test_a_file_copied_alone_from_a_game_under_way_is_whole_as_of_then(
    store: SqliteStore, path: Path, clock: FakeClock, tmp_path: Path
) -> None:
    """It lacks what lay in the log, and says nothing that was not so."""
    await store.add_session(sample.session())
    alone = tmp_path / "alone" / "game.db"
    alone.parent.mkdir()
    shutil.copy(path, alone)
    url = f"sqlite+aiosqlite:///{alone}"

    upgrade(url, clock)
    async with await open_store(url, clock, SeededEntropy()) as other:
        assert await other.sessions("discord", ("playing", "gathering")) == ()
