"""Stop: the story is put away at once, the game pauses, and nobody asks who wanted it."""

from engine.changes import fold
from engine.errors import GameNotPlaying
from engine.events import StatusChanged, Stopped
from engine.model.changes.memory import LineDrawn
from engine.model.session import Session, SideEvent
from engine.names import new_id
from engine.parts import Parts
from engine.table.announcing import Announcing
from engine.tables import Tables
from engine.words.neutral import is_blank, neutral_line

_LINE_LETTERS = 100


class Stopping:
    """Breaks off a telling; what it would have become is gone, what came before stands."""

    def __init__(self, parts: Parts, tables: Tables, announcing: Announcing) -> None:
        self._parts = parts
        self._tables = tables
        self._announcing = announcing

    async def stop(self, session_id: str, line: str = "") -> Session:
        """Put the turn away and pause. line: what the story shall leave out from now on, or "".

        Raises GameNotPlaying (nothing has begun, or it is over), StoreError.
        """
        store = self._parts.store
        status = (await store.session(session_id)).status
        if status not in {"playing", "paused", "asleep"}:
            raise GameNotPlaying(status=status)
        await self._tables.stop(session_id)
        async with self._tables.lock(session_id):
            session = await store.session(session_id)
            turn = await store.turn(session.current_turn_id) if session.current_turn_id else None
            if session.status == "playing":
                session = session.model_copy(update={"status": "paused"})
            if turn is not None:
                turn = turn.model_copy(update={"status": "failed", "ended_at": self._parts.clock.now()})
                session = session.model_copy(update={"current_turn_id": None})
                session = await store.end_turn(session, turn)
                await store.close_request(turn.id)
            else:
                session = await store.change_session(session)
                turn = await store.turn(session.head_turn_id) if session.head_turn_id else None
            for action in await store.inbox(session_id):
                await store.withdraw_action(action.surface, action.source_id)
            if not is_blank(line):
                session = await self._drawn(session, line)
        self._announcing.tell(Stopped(session, turn))
        self._announcing.tell(StatusChanged(session))
        return session

    async def _drawn(self, session: Session, line: str) -> Session:
        """A line from now on. Who drew it is stored nowhere."""
        changes = (LineDrawn(text=neutral_line(line, _LINE_LETTERS)),)
        event = SideEvent(
            source_id=f"line:{new_id(self._parts.entropy)}",
            session_id=session.id,
            surface=session.surface,
            kind="line",
            player_id="",
            player_name="",
            after_turn_id=session.head_turn_id,
            changes=changes,
            received_at=self._parts.clock.now(),
        )
        state = fold(session.head_state, changes)
        return await self._parts.store.put_event(session.model_copy(update={"head_state": state}), event)
