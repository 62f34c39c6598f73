"""Changes of what the game master remembers, is asked for and may not touch."""

from typing import Literal

from engine.model.changes.kind import ChangeKind
from engine.model.state import GameState, Steering
from engine.model.suggestion import Suggestion


class SuggestionsSet(ChangeKind):
    """The next moves on offer, all of them."""

    kind: Literal["suggestions_set"] = "suggestions_set"
    suggestions: tuple[Suggestion, ...]

    def applied_to(self, state: GameState) -> GameState:
        return state.model_copy(update={"suggestions": self.suggestions})


class LogTrimmed(ChangeKind):
    """The word-for-word log now starts later; what lies before is in the summary."""

    kind: Literal["log_trimmed"] = "log_trimmed"
    log_from_turn: int
    summary: str
    cast_in_system: tuple[str, ...]

    def applied_to(self, state: GameState) -> GameState:
        return state.model_copy(
            update={
                "log_from_turn": self.log_from_turn,
                "summary": self.summary,
                "cast_in_system": self.cast_in_system,
            }
        )


class SteeringSet(ChangeKind):
    """Where the table wants the story to lean, all of it."""

    kind: Literal["steering_set"] = "steering_set"
    steering: Steering

    def applied_to(self, state: GameState) -> GameState:
        return state.model_copy(update={"steering": self.steering})


class LineDrawn(ChangeKind):
    """Something that never happens at this table; lines are only ever added."""

    kind: Literal["line_drawn"] = "line_drawn"
    text: str

    def applied_to(self, state: GameState) -> GameState:
        if self.text in state.lines:
            return state
        return state.model_copy(update={"lines": (*state.lines, self.text)})


class VeilDrawn(ChangeKind):
    """Something that happens only off stage; veils are only ever added."""

    kind: Literal["veil_drawn"] = "veil_drawn"
    text: str

    def applied_to(self, state: GameState) -> GameState:
        if self.text in state.veils:
            return state
        return state.model_copy(update={"veils": (*state.veils, self.text)})
