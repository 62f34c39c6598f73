"""State is a fold of changes: the only way that a game's state comes about."""

from collections.abc import Iterable
from functools import reduce

from engine.model.change import Change
from engine.model.state import GameState


def fold(state: GameState, changes: Iterable[Change]) -> GameState:
    """The state after these changes, in order. Pure: neither argument is touched."""
    return reduce(lambda so_far, change: change.applied_to(so_far), changes, state)
