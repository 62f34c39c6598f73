"""What every change has: a kind, a version, where it came from, and its effect on the state."""

from abc import abstractmethod
from typing import Literal

from engine.model.noun import Noun
from engine.model.state import GameState, Situation

Origin = Literal["tool", "model", "dm", "player", "system"]


class ChangeKind(Noun):
    """One thing that happened to the state. `v` goes up when a stored member changes meaning."""

    v: int = 1
    origin: Origin = "system"

    @abstractmethod
    def applied_to(self, state: GameState) -> GameState:
        """The state after this change. Never fails: what no longer applies changes nothing."""


def with_situation(state: GameState, **parts: object) -> GameState:
    """The state with these members of its situation replaced."""
    situation: Situation = state.situation.model_copy(update=parts)
    return state.model_copy(update={"situation": situation})


def with_character(state: GameState, character_id: str, **parts: object) -> GameState:
    """The state with these members of one character replaced; unchanged if there is no such character."""
    character = state.characters.get(character_id)
    if character is None:
        return state
    changed = state.characters | {character_id: character.model_copy(update=parts)}
    return state.model_copy(update={"characters": changed})
