"""A turn that stands but could not be read: tried once more before the next one begins."""

import structlog

from engine.changes import fold
from engine.errors import ModelError
from engine.gamemaster import Brief
from engine.model.session import Session, SideEvent
from engine.model.turn import Turn
from engine.model.update import StateUpdate
from engine.parts import Parts
from engine.reading.recording import changes_of
from engine.steps.brief import brief_for
from engine.tables import Tables

log = structlog.get_logger()


class Rereading:
    """Writes down late what a turn changed; it then stands in the log as an event after that turn."""

    def __init__(self, parts: Parts, tables: Tables) -> None:
        self._parts = parts
        self._tables = tables

    async def of_head(self, session: Session) -> Session:
        """The session with its head turn read, if that was owed and can be done now; else as it was."""
        store = self._parts.store
        head = await store.turn(session.head_turn_id) if session.head_turn_id else None
        if head is None or head.is_recorded:
            return session
        brief = await brief_for(self._parts, session, head)
        try:
            head, update = await self._read(brief, head)
        except ModelError as error:
            log.warning("record_still_unreadable", session=session.id, turn=head.id, cause=repr(error))
            return session
        changes = changes_of(update, brief, origin="model").changes
        async with self._tables.lock(session.id):
            session = await store.session(session.id)
            session = session.model_copy(update={"head_state": fold(session.head_state, changes)})
            session = await store.put_event(
                session,
                SideEvent(
                    source_id=f"late:{head.id}",
                    session_id=session.id,
                    surface=session.surface,
                    kind="late_record",
                    player_id="",
                    player_name="",
                    after_turn_id=head.id,
                    changes=changes,
                    received_at=self._parts.clock.now(),
                ),
            )
            await store.save_turn(head.model_copy(update={"is_recorded": True}))
        return session

    async def _read(self, brief: Brief, head: Turn) -> tuple[Turn, StateUpdate]:
        master = self._parts.masters.teller(brief.settings.narrator)
        update = StateUpdate()
        async for recording in master.record(brief, head.resolution, head.narrative):
            update = recording.update
            head = head.model_copy(update={"usage": head.usage + recording.usage})
        return head, update
