"""What happens at a table, told to every surface in order."""

from dataclasses import dataclass
from typing import TypeAlias

from engine.model.note import Note
from engine.model.session import Session
from engine.model.suggestion import Suggestion
from engine.model.turn import Request, Turn


@dataclass(frozen=True)
class Gathering:
    """A first action came in at a table at rest; others may still join the turn for `seconds`."""

    session: Session
    seconds: float


@dataclass(frozen=True)
class Gathered:
    """The turn has its actions and begins."""

    session: Session
    turn: Turn


@dataclass(frozen=True)
class Resolved:
    """Dice and facts are settled and stored. expected_s: until the whole narrative, or null if unknown."""

    session: Session
    turn: Turn
    expected_s: float | None


@dataclass(frozen=True)
class Told:
    """More of the narrative is there. text: all of it so far. Older ones may be skipped for newer."""

    session: Session
    turn: Turn
    text: str


@dataclass(frozen=True)
class Waiting:
    """The turn waits for a person."""

    session: Session
    turn: Turn
    request: Request


@dataclass(frozen=True)
class Narrated:
    """The narrative is whole and stored. suggestions: the engine's own, at once."""

    session: Session
    turn: Turn
    suggestions: tuple[Suggestion, ...]


@dataclass(frozen=True)
class SuggestionsReady:
    """The model's suggestions are in, while the rest of its record is still being read."""

    session: Session
    turn: Turn
    suggestions: tuple[Suggestion, ...]


@dataclass(frozen=True)
class Done:
    """The turn is stored and its state holds. session: with the new head."""

    session: Session
    turn: Turn


@dataclass(frozen=True)
class Failed:
    """It did not work out. reference: stands in the log too.

    turn: `failed`: it is over, and its actions with it; else it is kept, as all actions are, and goes on with
    whatever comes next. Null: it had not begun.
    """

    session: Session
    turn: Turn | None
    reference: str


@dataclass(frozen=True)
class Declined:
    """A player did not agree to what another wanted to do to their character: it does not happen.

    who: whose action; whom: whose character. turn: without that action.
    """

    session: Session
    turn: Turn
    who: str
    whom: str


@dataclass(frozen=True)
class Stopped:
    """Somebody stopped the story: what was being told is put away, the game pauses. No name is kept.

    turn: whose text is to be folded away; null if nothing was told yet.
    """

    session: Session
    turn: Turn | None


@dataclass(frozen=True)
class NoteWritten:
    """A private note waits for somebody."""

    session: Session
    note: Note


@dataclass(frozen=True)
class Undone:
    """These turns no longer count; session: with the head set back."""

    session: Session
    turns: tuple[Turn, ...]


@dataclass(frozen=True)
class StatusChanged:
    """The game gathers, plays, rests or ends; or somebody joined or left."""

    session: Session


Event: TypeAlias = (
    Gathering
    | Gathered
    | Resolved
    | Told
    | Waiting
    | Narrated
    | SuggestionsReady
    | Done
    | Failed
    | Declined
    | Stopped
    | NoteWritten
    | Undone
    | StatusChanged
)
