"""Which world flags a game master's record may change: the story moves on, but only where it stands."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from pydantic import TypeAdapter, ValidationError

from engine.model.adventure import Adventure
from engine.model.noun import Flag
from engine.model.pack_words import Slug
from engine.model.state import GameState
from engine.moves.possible import flags_in_reach, flags_of
from engine.words.neutral import neutral_line

PROGRESS_IN_A_TURN = 2
"""The adventure's own flags that one turn may set: a small model says yes to all that it is asked."""
NOTES_IN_A_TURN = 6
NOTES_KEPT = 24
"""Flags of a model's own making in one game."""
_TEXT = 80
_NUMBER = 1_000_000
_SLUG: TypeAdapter[str] = TypeAdapter(Slug)


@dataclass
class FlagGate:
    """Lets flag changes of one turn through. kept: those that count; refused: keys of those that do not.

    The adventure's own flags take only values that something done here would give them, and are never
    taken back; other flags are the storyteller's notes. Null deletes.
    """

    adventure: Adventure
    state: GameState
    kept: dict[str, Flag | None] = field(default_factory=dict)
    refused: list[str] = field(default_factory=list)

    def offer(self, wanted: Mapping[str, Flag | None]) -> None:
        """Take these changes in their order."""
        own, reach = flags_of(self.adventure), flags_in_reach(self.adventure, self.state)
        now = self.state.situation.world_state_flags
        progress = 0
        for key, value in wanted.items():
            if _same(now.get(key), value):
                continue
            if key in own:
                is_good = any(_same(v, value) for v in reach.get(key, ())) and progress < PROGRESS_IN_A_TURN
                progress += is_good
            else:
                is_good = self._takes_note(key, value, own)
            if is_good:
                self.kept[key] = neutral_line(value, _TEXT) if isinstance(value, str) else value
            else:
                self.refused.append(key)

    def _takes_note(self, key: str, value: Flag | None, own: frozenset[str]) -> bool:
        flags = self.state.situation.world_state_flags
        new = [k for k in self.kept if k not in own and k not in flags]
        is_full = len(flags.keys() - own) + len(new) >= NOTES_KEPT
        if isinstance(value, int) and abs(value) > _NUMBER:
            return False
        if value is not None and key not in flags and (is_full or not _is_slug(key)):
            return False
        return len(self.kept.keys() - own) < NOTES_IN_A_TURN


def _same(one: Flag | None, other: Flag | None) -> bool:
    """Whether two values of a flag mean the same; a missing one counts as false, 1 is not true."""
    one, other = one if one is not None else False, other if other is not None else False
    return type(one) is type(other) and one == other


def _is_slug(key: str) -> bool:
    try:
        _SLUG.validate_python(key)
    except ValidationError:
        return False
    return True
