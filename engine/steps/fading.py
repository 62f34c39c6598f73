"""What a game forgets when there is too much to remember: first those whom the story has left out longest."""

from collections.abc import Iterator

from engine.changes import fold
from engine.model.change import Change
from engine.model.changes.cast import MemoryFaded
from engine.model.changes.situation import TimelineFaded
from engine.model.state import GameState

HEAD_BYTES = 64_000
"""A head is read and written with every turn; all that was ever in it stays in the log."""
_FULL, _ROOM = 56_000, 48_000
"""From where on something is forgotten, and until where, so that it does not happen in every turn."""
_KEPT = (10, 5, 2, 0)
_TIMELINE_KEPT = (20, 10, 5)


def faded(state: GameState) -> tuple[Change, ...]:
    """The changes that make a full head small again; mostly none."""
    changes: list[Change] = []
    if _bytes(state) <= _FULL:
        return ()
    for change in _in_order(state):
        smaller = fold(state, (change,))
        if smaller == state:
            continue
        state = smaller
        changes.append(change)
        if _bytes(state) <= _ROOM:
            break
    return tuple(changes)


def _in_order(state: GameState) -> Iterator[Change]:
    """Everybody keeps half of what they know before anybody forgets it all."""
    people = sorted(state.characters.values(), key=lambda c: c.acted_on)
    for kept in _KEPT:
        for character in people:
            yield MemoryFaded(character_id=character.id, knowledge_kept=kept, relationships_kept=kept)
    for kept in _TIMELINE_KEPT:
        yield TimelineFaded(kept=kept)


def _bytes(state: GameState) -> int:
    return len(state.model_dump_json().encode())
