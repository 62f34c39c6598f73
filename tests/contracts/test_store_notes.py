"""What every store keeps to: private notes, and which games a server has had."""

from datetime import timedelta

import pytest

from engine.errors import StoreError
from engine.model.note import Note
from engine.ports import Store
from tests.contracts import store_samples as sample


def note(to: str, text: str = "The door was never locked.") -> Note:
    return Note(session_id="game", turn_id=None, to_player_id=to, text=text, written_at=sample.EVENING)


async def test_a_note_is_kept_for_its_reader_and_opened_once(store: Store) -> None:
    """Nobody else reads it, and the DM can see when it was read."""
    await store.add_session(sample.session())
    later = sample.EVENING + timedelta(minutes=1)

    first = await store.add_note(note("anna", "One."))
    second = await store.add_note(note("anna", "Two."))
    await store.add_note(note("ben"))
    opened = await store.open_note(first.id, later)
    again = await store.open_note(first.id, later + timedelta(minutes=9))

    assert first.id != second.id
    assert opened == again == first.model_copy(update={"opened_at": later})
    assert await store.notes_for("game", "anna") == (opened, second)
    assert await store.notes_for("game", "nobody") == ()
    assert await store.open_note(999, later) is None


async def test_a_note_needs_its_game(store: Store) -> None:
    """A secret of nothing is never shown."""
    with pytest.raises(StoreError):
        await store.add_note(note("anna"))


async def test_a_servers_games_are_listed_whatever_became_of_them(store: Store) -> None:
    """A story that was finished can be found again."""
    await store.add_session(sample.session("old", "a", status="finished"))
    await store.add_session(sample.session("new", "b", minutes=5))
    await store.add_session(sample.session("elsewhere", "c", surface="terminal"))

    assert await store.games_of("discord", "guild") == ("old", "new")
    assert await store.games_of("discord", "other") == ()
    assert await store.games_of("terminal", None) == ("elsewhere",)
