"""Turns that are held are never older than those that are kept."""

import asyncio

import pytest

from bot.adapters.database import SqliteStore
from bot.adapters.database.held_turns import HeldTurns
from engine.errors import StoreError
from tests.contracts import store_samples as sample

T0, T1 = sample.turn("t0"), sample.turn("t1", "t0")


def test_a_branch_is_held_only_as_a_whole() -> None:
    """A story with a hole in it would be another story."""
    held = HeldTurns()
    held.hold((T1,), held.writes)
    assert held.branch("t1", 2) is None

    held.hold((T0,), held.writes)

    assert held.branch("t1", 2) == (T0, T1)
    assert held.branch("t1", 1) == (T1,)
    assert held.branch(None, 5) == ()


def test_what_was_read_while_something_was_written_is_not_held() -> None:
    """It may be older than what was written."""
    held = HeldTurns()
    since = held.writes
    with held.writing(T1):
        pass

    held.hold((T1.model_copy(update={"narrative": "old"}),), since)

    assert held.turn("t1") == T1


def test_a_write_that_failed_leaves_nothing_held() -> None:
    """Whether it was kept is known to the database alone."""
    held = HeldTurns()
    held.hold((T1,), held.writes)

    with pytest.raises(StoreError), held.writing(T1):
        raise StoreError

    assert held.turn("t1") is None


def test_of_two_writes_at_once_neither_is_held() -> None:
    """Which came last is known to the database alone."""
    held = HeldTurns()

    with held.writing(T1), held.writing(gone=("t1",)):
        pass
    assert held.turn("t1") is None

    with held.writing(T1):
        pass
    assert held.turn("t1") == T1


async def test_turns_changed_from_all_sides_are_read_as_they_are_kept(store: SqliteStore) -> None:
    """The table, the surface and an undo write the same turn."""
    await store.add_session(sample.session())
    game = await store.begin_turn(sample.session(), T0)
    told = T0.model_copy(update={"narrative": "Rain.", "status": "narrated"})

    await asyncio.gather(
        store.save_turn(told), store.mark_announced("t0"), store.turn("t0"), store.branch("t0", 9)
    )

    found = await store.turn("t0")
    store.held.forget_all()
    assert found == await store.turn("t0")
    assert game.current_turn_id == "t0"
