"""What `db check` finds."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.adapters.database import GameVerdict, Report, SqliteStore, check
from tests.contracts import store_samples as sample
from tests.contracts.test_store_turns import played

NAME = "The Cellar"


@pytest.fixture
async def played_store(store: SqliteStore) -> SqliteStore:
    """A game with somebody who came late and a turn that was undone; and one that nobody has begun."""
    await store.add_session(sample.session())
    await store.add_session(sample.session("new", channel_id="new", status="gathering", minutes=1))
    game = await played(store, sample.session(), sample.turn("t0"), sample.turn("t1", "t0", 1))
    event = sample.seat_event("ben", "t1")
    game = await store.put_event(sample.beside(game, event), event)
    before = game.head_state
    game = await played(store, game, sample.turn("t2", "t1", 2))
    back = game.model_copy(update={"head_turn_id": "t1", "head_state": before})
    game = await store.move_head(back, ["t2"], [])
    await played(store, game, sample.turn("t2b", "t1", 2))
    return store


def tampered(path: Path, statement: str) -> None:
    """Change the file behind the store's back."""
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        assert database.execute(statement).rowcount == 1


async def test_a_sound_database_has_no_faults(played_store: SqliteStore) -> None:
    """Nobody is frightened without cause."""
    report = await check(played_store)

    assert report == Report((), (), (GameVerdict("game", NAME, "ok"), GameVerdict("new", NAME, "ok")))
    assert report.is_sound


NO_WAY = "its log does not lead from its base to its head"
TAMPERINGS = {
    "another timeline": (
        "UPDATE sessions SET head_state = replace(head_state, 't1 happened', 'we won') WHERE id = 'game'",
        "differs",
        "log and state disagree about timeline",
    ),
    "another veil": (
        """UPDATE sessions SET head_state = replace(head_state, '"veils":[', '"veils":["x"')
        WHERE id = 'game'""",
        "differs",
        "log and state disagree about veils",
    ),
    "a turn without changes": (
        "UPDATE turns SET changes = '[]' WHERE id = 't1'",
        "differs",
        "log and state disagree about timeline",
    ),
    "an event without changes": (
        "UPDATE actions SET changes = '[]' WHERE source_id = 'ben'",
        "differs",
        "log and state disagree about characters, seats",
    ),
    "a circle": ("UPDATE turns SET parent_id = 't2b' WHERE id = 't0'", "unreadable", NO_WAY),
    "a head that is gone": (
        "UPDATE sessions SET head_turn_id = 'gone' WHERE id = 'game'",
        "unreadable",
        NO_WAY,
    ),
    "a state that is cut": (
        "UPDATE sessions SET head_state = '{' WHERE id = 'game'",
        "unreadable",
        "what is stored of it cannot be read (json_invalid)",
    ),
    "an unknown change": (
        "UPDATE turns SET changes = '[{\"kind\": \"never_heard_of\"}]' WHERE id = 't1'",
        "unreadable",
        "what is stored of it cannot be read (union_tag_invalid)",
    ),
}


@pytest.mark.parametrize(("statement", "verdict", "detail"), TAMPERINGS.values(), ids=TAMPERINGS)
async def test_a_tampered_game_is_named_and_the_others_are_not(
    played_store: SqliteStore, path: Path, statement: str, verdict: str, detail: str
) -> None:
    """Whoever looks after the games sees which one is wrong, and where."""
    tampered(path, statement)

    report = await check(played_store)

    assert not report.is_sound
    wrong, right = report.games
    assert (wrong.session_id, wrong.verdict) == ("game", verdict)
    assert wrong.detail.startswith(detail)
    assert right == GameVerdict("new", NAME, "ok")


async def test_a_broken_reference_is_named(played_store: SqliteStore, path: Path) -> None:
    """A row that hangs in the air is found."""
    tampered(path, "UPDATE actions SET after_turn_id = 'gone' WHERE source_id = 'ben'")

    report = await check(played_store)

    assert report.foreign_keys == ("actions row 1 names a turns that is not there",)
    assert not report.is_sound
