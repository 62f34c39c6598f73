"""What a turn reads and writes of its game."""

import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest
from sqlalchemy import event

from bot.adapters.database import SqliteStore, open_store
from bot.adapters.database.rows import EVENT, SESSION, TURN, Shape
from bot.adapters.database.tables import actions, sessions, turns
from engine.changes import fold
from engine.errors import StaleVersion
from engine.model import change as change_module
from engine.model.noun import Noun
from engine.model.session import Session, SideEvent
from engine.model.turn import Turn
from tests.contracts import store_samples as sample
from tests.contracts.test_store_turns import played
from tests.fakes.clock import FakeClock
from tests.fakes.entropy import SeededEntropy


@pytest.fixture
def statements(store: SqliteStore) -> list[str]:
    """Everything that the store says to the database from here on."""
    said: list[str] = []

    def hear(_c: object, _k: object, statement: str, *_: object) -> None:
        said.append(" ".join(statement.split()))

    for engine in (store.connections.writer, store.connections.reader):
        event.listen(engine.sync_engine, "before_cursor_execute", hear)
    return said


async def test_a_turn_neither_reads_nor_writes_the_adventure(
    store: SqliteStore, statements: list[str]
) -> None:
    """The hundredth turn is as quick as the first, however large the adventure is."""
    await store.add_session(sample.session())
    game = await played(store, await store.session("game"), sample.turn("t0"))
    statements.clear()

    game = await store.session("game")
    begun = await store.begin_turn(game, sample.turn("t1", "t0", 1))
    await store.save_turn(sample.turn("t1", "t0", 1))
    await store.end_turn(sample.after(begun, sample.turn("t1", "t0", 1)), sample.turn("t1", "t0", 1))

    assert not [said for said in statements if "documents" in said or "sessions.head_state" in said]
    writes_of_state = [said for said in statements if "UPDATE sessions" in said and "head_state" in said]
    assert len(writes_of_state) == 1
    assert len(statements) <= 7


async def test_games_of_one_adventure_share_its_content(store: SqliteStore, path: Path) -> None:
    """A thousand games of one adventure hold it once."""
    for n in range(5):
        await store.add_session(sample.session(f"g{n}", channel_id=f"c{n}"))
    found = [await store.session(f"g{n}") for n in range(5)]

    assert len({id(game.adventure) for game in found}) == 1
    with closing(sqlite3.connect(path)) as other:
        assert other.execute("SELECT count(*) FROM documents").fetchone() == (2,)


async def test_what_another_process_changed_is_never_written_over(
    store: SqliteStore, url: str, clock: FakeClock
) -> None:
    """A surface belongs to one process; should another write all the same, that is noticed."""
    await store.add_session(sample.session())
    held = await store.session("game")

    async with await open_store(url, clock, SeededEntropy()) as other:
        changed = await other.change_session(sample.session().model_copy(update={"name": "Renamed"}))

    with pytest.raises(StaleVersion):
        await store.change_session(held)
    assert await store.session("game") == changed


async def test_everything_is_there_after_a_restart(store: SqliteStore, url: str, clock: FakeClock) -> None:
    """The evening goes on where it ended."""
    await store.add_session(sample.session())
    joined = sample.seat_event("ben")
    game = await store.put_event(sample.beside(sample.session(), joined), joined)
    game = await played(store, game, sample.turn("t0"), sample.turn("t1", "t0", 1))
    await store.put_action(sample.action())
    await store.add_post(sample.post())
    await store.put_request(sample.request(), sample.turn("t0"))
    await store.close()

    async with await open_store(url, clock, SeededEntropy()) as other:
        assert await other.session("game") == game
        assert await other.branch("t1", 9) == (sample.turn("t0"), sample.turn("t1", "t0", 1))
        assert fold(game.base_state, await other.log(game)) == game.head_state
        assert await other.inbox("game") == (sample.action(),)
        assert await other.posts("t0") == (sample.post(),)
        assert await other.request_of("t0") == sample.request()


async def test_a_change_of_an_older_version_is_read_in_todays_form(
    store: SqliteStore, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A game from last year can be played and undone this year."""
    await store.add_session(sample.session())
    game = await played(store, sample.session(), sample.turn("t0"))
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute('UPDATE turns SET changes = \'[{"kind": "timeline", "v": 1, "entry": "t0 happened"}]\'')

    # The table of upgrades is empty in this version; it is the seam that a later one fills.
    monkeypatch.setitem(
        change_module.UPGRADES,
        ("timeline", 1),
        lambda old: {"kind": "timeline_appended", "v": 1, "text": old["entry"]},
    )

    assert await store.turn("t0") == sample.turn("t0")
    assert fold(game.base_state, await store.log(game)) == game.head_state


async def test_moments_of_any_zone_come_back_as_the_same_moment(store: SqliteStore) -> None:
    """Nobody's evening moves by an hour."""
    east = datetime(2031, 3, 30, 2, 30, 0, 1, tzinfo=timezone(timedelta(hours=5, minutes=45)))
    await store.add_session(sample.session().model_copy(update={"created_at": east}))

    created_at = (await store.session("game")).created_at

    assert (created_at, created_at.tzinfo) == (east, UTC)


@pytest.mark.parametrize(
    ("noun", "shape", "columns"),
    [
        (Session, SESSION, set(sessions.c.keys()) | {"adventure", "base_state"}),
        (Turn, TURN, set(turns.c.keys())),
        (SideEvent, EVENT, set(actions.c.keys())),
    ],
)
def test_every_member_of_a_noun_has_its_column(
    noun: type[Noun], shape: Shape[Noun], columns: set[str]
) -> None:
    """A new member is never lost without a word."""
    assert set(noun.model_fields) <= columns
    assert shape is not None
