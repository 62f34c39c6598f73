"""When the word-for-word log has grown too long: its start moves on, and the summary takes what it leaves."""

from engine.gamemaster import Brief
from engine.history import build, past
from engine.model.changes.memory import LogTrimmed
from engine.model.changes.situation import TimelineAppended
from engine.model.state import GameState
from engine.model.turn import Turn
from engine.sight.budget import LARGE
from engine.summary import summary
from engine.words.tokens import Measure, chars_per_token

FENCE_LETTERS = 250
"""Room for the fence around the log, in any language."""


def trim(brief: Brief, turn: Turn, state: GameState) -> LogTrimmed | None:
    """Whether the log's start must move after this turn; null if not.

    brief: of the turn. state: after all of the turn's other changes. After the opening the cast that has
    come together moves into the system text in any case.
    """
    turns = (*brief.recent, turn)
    start = build(
        past(turns, state.characters),
        state.log_from_turn,
        brief.settings.history_max_chars - FENCE_LETTERS,
    ).next_log_from_turn
    if start == state.log_from_turn:
        return _cast_only(turn, state)
    return LogTrimmed(
        log_from_turn=start,
        summary=summary(
            _timeline_before(start, turns, state),
            state.summary,
            LARGE.summary,
            Measure(chars_per_token(brief.settings.language)),
        ),
        cast_in_system=cast_of(state),
    )


def cast_of(state: GameState) -> tuple[str, ...]:
    """Everybody whose fixed facts should stand in the system text: players' characters first."""
    npcs = tuple(c.id for c in state.characters.values() if not c.is_user_character)
    return tuple(c.id for c in state.party()) + npcs


def _cast_only(turn: Turn, state: GameState) -> LogTrimmed | None:
    cast = cast_of(state)
    if turn.number > 0 or cast == state.cast_in_system:
        return None
    return LogTrimmed(log_from_turn=state.log_from_turn, summary=state.summary, cast_in_system=cast)


def _timeline_before(start: int, turns: tuple[Turn, ...], state: GameState) -> tuple[str, ...]:
    """The timeline without what the turns from `start` on have added to it."""
    later = sum(
        isinstance(change, TimelineAppended)
        for turn in turns
        if turn.number >= start
        for change in turn.all_changes()
    )
    timeline = state.situation.timeline
    return timeline[: max(0, len(timeline) - later)]
