"""What happened so far, without a model: for whoever comes back, comes late, or has forgotten."""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.model.changes.situation import TimelineAppended
from engine.model.character import Character
from engine.model.session import Session
from engine.model.state import Seat
from engine.model.turn import Turn
from engine.words.sentences import whole_sentences

LINES = 8
"""A recap is read at a glance."""
_LETTERS = 200


@dataclass(frozen=True)
class PartyMember:
    """A player's character in one line. doing: what it did last; "" if nothing yet."""

    character: Character
    seat: Seat | None
    doing: str

    @property
    def is_away(self) -> bool:
        """Whether the player has said that they are away, or nobody plays it now."""
        return self.seat is None or self.seat.away_until is not None


@dataclass(frozen=True)
class Recap:
    """events: oldest first, at most LINES. scene: where the party is. since: depth of the first turn told."""

    events: tuple[str, ...]
    scene: str
    party: tuple[PartyMember, ...]
    threads: tuple[str, ...]
    since: int


def recap(session: Session, turns: Sequence[Turn], player_id: str | None = None) -> Recap:
    """What happened in these turns (oldest first, up to the head).

    player_id: begin at this player's own last action; null = with the first of the turns.
    """
    told = _since_acted(turns, player_id) if player_id is not None else list(turns)
    state = session.head_state
    scene = session.adventure.scene(state.situation.scene_id)
    by_character = {i: seat for seat in state.seats.values() for i in seat.character_ids}
    return Recap(
        events=events_of(told)[-LINES:],
        scene=scene.name if scene else state.situation.current_scene,
        party=tuple(PartyMember(c, by_character.get(c.id), _last_deed(c, turns)) for c in state.party()),
        threads=state.situation.open_threads,
        since=told[0].number if told else 0,
    )


def _since_acted(turns: Sequence[Turn], player_id: str) -> list[Turn]:
    acted = [i for i, turn in enumerate(turns) if any(a.player_id == player_id for a in turn.actions)]
    return list(turns[acted[-1] :]) if acted else list(turns)


def events_of(turns: Sequence[Turn]) -> tuple[str, ...]:
    """What happened in these turns, oldest first.

    At least one line a turn: what was written down of it, else how its story begins.
    """
    events: list[str] = []
    for turn in turns:
        noted = [c.text for c in turn.all_changes() if isinstance(c, TimelineAppended)]
        events += noted or [line for line in [_beginning(turn.narrative)] if line]
    return tuple(dict.fromkeys(events))


def _beginning(narrative: str) -> str:
    line = " ".join(narrative.split())
    if len(line) <= _LETTERS:
        return line
    return whole_sentences(line[:_LETTERS]) or line[: _LETTERS - 1].rstrip() + "…"


def _last_deed(character: Character, turns: Sequence[Turn]) -> str:
    for turn in reversed(turns):
        for action in turn.actions:
            if action.character_id == character.id:
                return _beginning(action.content)
    return ""
