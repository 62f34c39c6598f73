"""The last step: the engine's own changes, and the state that follows from all of them."""

from datetime import datetime

from engine.changes import fold
from engine.gamemaster import Brief
from engine.model.change import Change
from engine.model.changes.cast import CharacterActed
from engine.model.changes.memory import SuggestionsSet
from engine.model.changes.situation import EndingReached, PressuresSet
from engine.model.session import Session
from engine.model.state import GameState
from engine.model.turn import Turn
from engine.moves.endings import pressing, reached
from engine.sight.trimming import trim
from engine.steps.fading import faded
from engine.steps.record import Record
from engine.words.neutral import neutral

_SUMMARY_LETTERS = 120


def settled(session: Session, brief: Brief, record: Record, now: datetime) -> tuple[Session, Turn]:
    """The session with its new head and the finished turn; neither is stored yet.

    session: its head is the turn's parent, with everything that happened beside the turn.
    """
    turn = record.turn
    known = session.head_state.characters
    changes: tuple[Change, ...] = (
        *record.changes,
        *acted(turn, tuple(i for i in record.seen_characters if i in known)),
        SuggestionsSet(suggestions=turn.suggestions),
    )
    state = fold(session.head_state, (*turn.resolution.changes, *changes))
    own = consequences(brief, turn, state)
    turn = turn.model_copy(
        update={"status": "done", "changes": (*changes, *own), "ended_at": now, "is_announced": False}
    )
    session = session.model_copy(
        update={
            "head_turn_id": turn.id,
            "head_state": fold(state, own),
            "current_turn_id": None,
            "status": "playing" if session.status == "starting" else session.status,
            "acted_at": now,
        }
    )
    return session, turn


def acted(turn: Turn, told_of: tuple[str, ...]) -> tuple[CharacterActed, ...]:
    """Who had a part in the turn: its players' characters, with their words, and those it tells of."""
    actors = {a.character_id: neutral(a.content, _SUMMARY_LETTERS) for a in turn.actions}
    others = {i: "" for i in told_of if i not in actors}
    return tuple(
        CharacterActed(character_id=i, number=turn.number, summary=summary)
        for i, summary in (actors | others).items()
    )


def consequences(brief: Brief, turn: Turn, state: GameState) -> tuple[Change, ...]:
    """What follows from the new state itself: an ending, what presses in, a log or a head too long."""
    changes: list[Change] = []
    if state.ending_id is None and (ending := reached(brief.adventure, state)) is not None:
        changes.append(EndingReached(ending_id=ending.id))
    pressures = pressing(brief.adventure, fold(state, changes))
    if pressures != state.situation.external_pressures:
        changes.append(PressuresSet(texts=pressures))
    if (trimmed := trim(brief, turn, state)) is not None:
        changes.append(trimmed)
    return (*changes, *faded(fold(state, changes)))
