"""The store's part about private notes."""

from datetime import datetime

from sqlalchemy import Connection, RowMapping, bindparam, select

from bot.adapters.database.connections import Connections
from bot.adapters.database.games import StoredGames
from bot.adapters.database.rows import NOTE
from bot.adapters.database.tables import notes
from bot.adapters.database.transaction import reads, writes
from engine.model.note import Note

_FOR = (
    select(notes)
    .where(notes.c.session_id == bindparam("session_id"), notes.c.to_player_id == bindparam("player_id"))
    .order_by(notes.c.sequence)
)
_ONE = select(notes).where(notes.c.sequence == bindparam("note_id"))
_OPEN = notes.update().where(notes.c.sequence == bindparam("note_id"), notes.c.opened_at.is_(None))


class NotePart:
    """Implements the note methods of `engine.ports.Store`."""

    connections: Connections
    games: StoredGames

    @writes
    def add_note(self, connection: Connection, note: Note) -> Note:
        sequence = connection.execute(notes.insert().returning(notes.c.sequence), NOTE.row(note)).scalar_one()
        return note.model_copy(update={"id": sequence})

    @reads
    def notes_for(self, connection: Connection, session_id: str, player_id: str) -> tuple[Note, ...]:
        rows = connection.execute(_FOR, {"session_id": session_id, "player_id": player_id}).mappings()
        return tuple(_note(row) for row in rows)

    @writes
    def open_note(self, connection: Connection, note_id: int, now: datetime) -> Note | None:
        connection.execute(_OPEN.values(opened_at=now), {"note_id": note_id})
        row = connection.execute(_ONE, {"note_id": note_id}).mappings().first()
        return None if row is None else _note(row)


def _note(row: RowMapping) -> Note:
    return NOTE.noun(row).model_copy(update={"id": row["sequence"]})
