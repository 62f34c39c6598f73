"""What people type is kept as words: nothing that anybody writes is ever part of a query."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.adapters.database import SqliteStore
from engine.changes import fold
from engine.model.changes.cast import CharacterAdded
from engine.model.character import Character
from tests.contracts import store_samples as sample

_TABLES = "SELECT name, sql FROM sqlite_master ORDER BY name"


def tables(path: Path) -> list[tuple[str, str]]:
    """All that is in the database, as it was made."""
    with closing(sqlite3.connect(path)) as database:
        return list(database.execute(_TABLES))


@pytest.mark.parametrize(
    "words",
    [
        "'; DROP TABLE sessions;--",
        "Robert'); DELETE FROM turns; --",
        '" OR ""="',
        "100%_\\'\\",
        ":session_id ? ?1 $1 {0} %s",
    ],
)
async def test_words_that_look_like_a_query_are_kept_as_they_were_typed(
    store: SqliteStore, path: Path, words: str
) -> None:
    """A character may be called anything, and the game is still there afterwards."""
    made = tables(path)
    person = Character(id="own", name=words, role=words, is_user_character=True)
    state = fold(sample.session().head_state, [CharacterAdded(character=person)])
    game = sample.session().model_copy(update={"head_state": state, "name": words, "host_id": words})

    await store.add_session(game)
    assert await store.put_action(sample.action(words, content=words))

    kept = await store.session("game")
    assert kept.head_state.characters["own"] == person
    assert (kept.name, kept.host_id) == (words, words)
    assert [a.content for a in await store.inbox("game")] == [words]
    assert await store.edit_action("discord", words, words + "!")
    assert [a.content for a in await store.inbox("game")] == [words + "!"]
    assert tables(path) == made
