"""A turn that stands but could not be written down: tried again before the next one, or on request."""

import structlog

from engine.changes import fold
from engine.errors import ModelError, NothingToWriteDown
from engine.gamemaster import Brief
from engine.model.changes.memory import SuggestionsSet
from engine.model.session import Session, SideEvent
from engine.model.suggestion import Suggestion
from engine.model.turn import Turn
from engine.model.update import StateUpdate
from engine.model.usage import Usage
from engine.moves.suggesting import filled_up
from engine.parts import Parts
from engine.reading.recording import Recorded
from engine.steps.brief import brief_for
from engine.steps.record import recorded_after
from engine.steps.settle import acted, consequences
from engine.tables import Tables

log = structlog.get_logger()


class Rereading:
    """Writes down late what a turn changed; it then stands in the log as an event after that turn, once."""

    def __init__(self, parts: Parts, tables: Tables) -> None:
        self._parts = parts
        self._store = parts.store
        self._tables = tables

    async def of_head(self, session: Session) -> Session:
        """The session as it stands now, with its head turn written down if that was owed and can be done.

        Raises StoreError.
        """
        session = await self._store.session(session.id)  # it may have been written down while this one waited
        head = await self._store.turn(session.head_turn_id) if session.head_turn_id else None
        if head is None or head.is_recorded:
            return session
        try:
            session, _ = await self.written_down(session, head)
        except (ModelError, NothingToWriteDown) as error:
            log.warning("record_still_unreadable", session=session.id, turn=head.id, cause=repr(error))
        return session

    async def written_down(self, session: Session, head: Turn) -> tuple[Session, Turn]:
        """The session and its head turn, written down. Raises ModelError, NothingToWriteDown, StoreError.

        The narrative is read without any lock; what came of it counts if the turn is still the head.
        """
        if (known := await self._known(head)) is not None:
            # The process ended between the event and the mark.
            async with self._tables.lock(session.id):
                return await self._store.session(session.id), await self._marked(head.id, _offered(known))
        brief = await brief_for(self._parts, session, head)
        update, usage = await self._read(brief, head)
        recorded = recorded_after(head, update, brief, is_models=True)
        if recorded.warnings:
            log.info("record_trimmed", session=session.id, turn=head.id, warnings=recorded.warnings)
        async with self._tables.lock(session.id):
            session = await self._store.session(session.id)
            if session.head_turn_id != head.id:
                raise NothingToWriteDown
            moves = await self._moves(session, head, recorded)
            event = self._event(session, brief, head, recorded, moves)
            state = fold(session.head_state, event.changes)
            session = await self._store.put_event(session.model_copy(update={"head_state": state}), event)
            return session, await self._marked(head.id, moves, usage)

    async def _known(self, head: Turn) -> SideEvent | None:
        events = await self._store.events_after(head.session_id, head.id)
        return next((event for event in events if event.source_id == _source(head)), None)

    async def _read(self, brief: Brief, head: Turn) -> tuple[StateUpdate, tuple[Usage, ...]]:
        master = self._parts.masters.teller(brief.settings.narrator)
        update, usage = StateUpdate(), head.usage
        async for recording in master.record(brief, head.resolution, head.narrative):
            update = recording.update
            usage += recording.usage
        return update, usage

    async def _moves(self, session: Session, head: Turn, recorded: Recorded) -> tuple[Suggestion, ...]:
        """The moves on offer after this: those that were written down, unless one of the old was pressed."""
        waiting = await self._store.inbox(session.id)
        is_over = session.current_turn_id is not None
        if is_over or not recorded.suggestions or any(a.pressed_turn_id == head.id for a in waiting):
            return head.suggestions
        return filled_up(recorded.suggestions, head.suggestions)

    def _event(
        self, session: Session, brief: Brief, head: Turn, recorded: Recorded, moves: tuple[Suggestion, ...]
    ) -> SideEvent:
        """What was written down, and what follows from it, as at the end of a turn."""
        offered = () if moves == head.suggestions else (SuggestionsSet(suggestions=moves),)
        told_of = tuple(i for i in recorded.named if i in session.head_state.characters)
        changes = (*recorded.changes, *acted(head, told_of), *offered)
        own = consequences(brief, head, fold(session.head_state, changes))
        return SideEvent(
            source_id=_source(head),
            session_id=session.id,
            surface=session.surface,
            kind="late_record",
            player_id="",
            player_name="",
            after_turn_id=head.id,
            changes=(*changes, *own),
            received_at=self._parts.clock.now(),
        )

    async def _marked(
        self, turn_id: str, moves: tuple[Suggestion, ...] = (), usage: tuple[Usage, ...] = ()
    ) -> Turn:
        """The turn as it is stored now, marked as written down. Call it under the table's lock."""
        turn = await self._store.turn(turn_id)
        if turn is None:
            raise NothingToWriteDown
        turn = turn.model_copy(
            update={
                "is_recorded": True,
                "suggestions": moves or turn.suggestions,
                "usage": usage or turn.usage,
            }
        )
        await self._store.save_turn(turn)
        return turn


def _offered(event: SideEvent) -> tuple[Suggestion, ...]:
    """The moves that were put on offer; none if the old ones stay."""
    sets = [change.suggestions for change in event.changes if isinstance(change, SuggestionsSet)]
    return sets[-1] if sets else ()


def _source(head: Turn) -> str:
    return f"late:{head.id}"
