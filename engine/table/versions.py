"""Retellings: every version of a turn is kept, and the table can go back to an earlier one."""

from engine.changes import fold
from engine.errors import OldMoment, TurnRunning
from engine.model.session import KEPT_BY_UNDO, Session
from engine.model.turn import Turn
from engine.parts import Parts
from engine.ports import Store
from engine.steps.brief import state_after
from engine.table.rewinding import placed_after


async def versions_of(store: Store, turn: Turn) -> tuple[Turn, ...]:
    """All whole tellings of the same moment, in the order in which they were told; the turn is one of them.

    Same parent, same actions: what was played instead after an undo is another moment.
    """
    if turn.parent_id is None:
        return (turn,)
    siblings = await store.children(turn.parent_id)
    told = [s for s in siblings if s.status in {"done", "undone"} and s.narrative]
    return tuple(s for s in told if _sources(s) == _sources(turn)) or (turn,)


async def chosen(parts: Parts, session: Session, wanted: Turn) -> Session:
    """The stored session with this version as its head, in place of the one there. Under the table's lock.

    Raises OldMoment (the story has gone on, or this is no version of the newest turn), TurnRunning.
    """
    head = await parts.store.turn(session.head_turn_id) if session.head_turn_id else None
    if session.current_turn_id is not None:
        raise TurnRunning
    if head is None or wanted.id not in {version.id for version in await versions_of(parts.store, head)}:
        raise OldMoment
    if wanted.id == head.id:
        return session
    events = await parts.store.events_after(session.id, head.id)
    kept = [placed_after(event, wanted.id) for event in events if event.kind in KEPT_BY_UNDO]
    state = fold(await state_after(parts, session, wanted.parent_id), wanted.all_changes())
    for event in kept:
        state = fold(state, event.changes)
    await parts.store.save_turn(wanted.model_copy(update={"status": "done"}))
    session = session.model_copy(update={"head_turn_id": wanted.id, "head_state": state})
    return await parts.store.move_head(session, [head.id], kept)


def _sources(turn: Turn) -> frozenset[str]:
    return frozenset(source for action in turn.actions for source in action.source_ids)
