"""Four lines for somebody who joins late: what their character may know, and a first move to make."""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.model.session import Session
from engine.model.turn import Turn
from engine.told.recap import recap

_LATELY = 2


@dataclass(frozen=True)
class CatchUp:
    """scene: where the party is. lately: what happened last, newest last. company: names of the others.

    thread: what the table would like to know, first_move: words to act with; "" if there is none.
    """

    scene: str
    lately: tuple[str, ...]
    company: tuple[str, ...]
    thread: str
    first_move: str


def catch_up(session: Session, turns: Sequence[Turn], player_id: str) -> CatchUp:
    """What a newcomer needs (turns: oldest first, up to the head); nothing that only the others know."""
    state = session.head_state
    own = state.character_of(player_id)
    before = recap(session, turns)
    ready = session.adventure.ready_character(own.id) if own else None
    offered = [s for s in state.suggestions if s.for_character in (None, own.id if own else None)]
    moves = [ready.first_move] if ready else [s.text for s in offered]
    others = [c.name for c in (*state.party(), *state.present()) if own is None or c.id != own.id]
    return CatchUp(
        scene=before.scene,
        lately=before.events[-_LATELY:],
        company=tuple(others),
        thread=before.threads[-1] if before.threads else "",
        first_move=moves[0] if moves else "",
    )
