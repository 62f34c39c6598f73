"""Going back: the head moves to an earlier turn, and state goes with it."""

from engine.errors import NothingToUndo
from engine.model.session import KEPT_BY_UNDO, Session, SideEvent
from engine.model.turn import Turn
from engine.parts import Parts
from engine.steps.brief import state_after


async def moved_back(parts: Parts, session: Session, undone: tuple[Turn, ...]) -> Session:
    """The stored session with its head before these turns (oldest first, the newest being the head).

    What happened beside them goes too, except who sits at the table. Call it under the table's lock.
    """
    target = undone[0].parent_id
    kept: list[SideEvent] = []
    for turn in undone:
        events = await parts.store.events_after(session.id, turn.id)
        kept += [placed_after(event, target) for event in events if event.kind in KEPT_BY_UNDO]
    state = await state_after(parts, session, target)
    for event in kept:
        for change in event.changes:
            state = change.applied_to(state)
    session = session.model_copy(update={"head_turn_id": target, "head_state": state})
    return await parts.store.move_head(session, [turn.id for turn in undone], kept)


async def newest(parts: Parts, session: Session, turns: int) -> tuple[Turn, ...]:
    """The turns that an undo of this many takes back, oldest first. Raises NothingToUndo."""
    branch = await parts.store.branch(session.head_turn_id, turns)
    undone = tuple(turn for turn in branch if not turn.is_opening)
    if not undone or session.base_turn_id in {turn.id for turn in undone}:
        raise NothingToUndo
    return undone


def placed_after(event: SideEvent, turn_id: str | None) -> SideEvent:
    """The event at another place in the log."""
    return event.model_copy(
        update={"after_turn_id": turn_id, "source_id": f"{event.source_id}~{turn_id or 'begin'}"}
    )
