"""What the game master is told before a turn, put together from the store."""

from engine.changes import fold
from engine.gamemaster import RECENT_TURNS, Brief
from engine.model.session import Session
from engine.model.state import GameState
from engine.model.turn import Turn
from engine.parts import Parts


async def brief_for(parts: Parts, session: Session, turn: Turn) -> Brief:
    """The brief of a turn that has begun; a retry is told from the state before the turn that it replaces."""
    return Brief(
        session_id=session.id,
        turn_id=turn.id,
        number=turn.number,
        seed=turn.seed,
        settings=session.settings,
        adventure=session.adventure,
        state=await state_after(parts, session, turn.parent_id),
        recent=await parts.store.branch(turn.parent_id, RECENT_TURNS),
        actions=turn.actions,
    )


async def next_brief(parts: Parts, session: Session) -> Brief:
    """The brief of the turn that will come next, while nobody has acted yet."""
    recent = await parts.store.branch(session.head_turn_id, RECENT_TURNS)
    return Brief(
        session_id=session.id,
        turn_id="",
        number=recent[-1].number + 1 if recent else 0,
        seed=0,
        settings=session.settings,
        adventure=session.adventure,
        state=session.head_state,
        recent=recent,
        actions=(),
    )


async def state_after(parts: Parts, session: Session, turn_id: str | None) -> GameState:
    """The state after a turn of this game's log (null: before the opening)."""
    if turn_id == session.head_turn_id:
        return session.head_state
    log = await parts.store.log(session.model_copy(update={"head_turn_id": turn_id}))
    return fold(session.base_state, log)
