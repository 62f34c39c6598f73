"""What a host or a DM decides: who tells, what counts, where the story leans, what did not happen."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from engine.errors import TurnRunning
from engine.events import Undone
from engine.life.standing import BEGUN, UNFINISHED, Standing
from engine.life.wishes import changed_by
from engine.model.changes.memory import SteeringSet
from engine.model.session import GameSettings, NarratorKind, Session
from engine.model.state import Steering
from engine.requests import Person
from engine.table.rewinding import moved_back, newest
from engine.words.neutral import neutral

_WISH_LETTERS = 300

SteeringPart = Literal["tone", "direction", "focus", "note"]


@dataclass(frozen=True)
class Changed:
    """The game after a setting was changed. is_later: it counts from the next turn on."""

    session: Session
    is_later: bool


class Ruling(Standing):
    """Directs a game."""

    async def change(self, session_id: str, person: Person, wishes: Mapping[str, str]) -> Changed:
        """Set this game's settings by name (see `engine.life.wishes`). Host or DM.

        A turn that is under way is told as it began; the rest counts from the next one on.
        Raises NotAllowed, BadSetting, GameNotPlaying.
        """
        async with self.turns.tables.lock(session_id):
            session = await self.open_to(session_id, UNFINISHED)
            self.check_host(session, person)
            wished = changed_by(session.next_settings or session.settings, wishes)
            is_later = session.current_turn_id is not None
            session = await self.store.change_session(
                session.model_copy(update={"next_settings": wished})
                if is_later
                else with_settings(session, wished).model_copy(update={"next_settings": None})
            )
        if is_later and "narrator" in wishes and await self.turns.told_otherwise(session_id):
            session, is_later = await self.store.session(session_id), False
        return Changed(self.told(session), is_later)

    async def set_narrator(self, session_id: str, person: Person, narrator: NarratorKind) -> Session:
        """Who tells from the next turn on. Host or DM. Raises NotAllowed."""
        return (await self.change(session_id, person, {"narrator": narrator})).session

    async def steer(
        self, session_id: str, person: Person, part: SteeringPart, wish: str, source_id: str
    ) -> Session:
        """Where the story shall lean from the next turn on; "" takes a wish back. Host or DM.

        focus: names or ids of characters, with commas. Raises NotAllowed, GameNotPlaying.
        """
        async with self.turns.tables.lock(session_id):
            session = await self.open_to(session_id, UNFINISHED)
            self.check_host(session, person)
            steering = _steered(session, part, neutral(wish, _WISH_LETTERS))
            session = await self.write(session, person, "steer", source_id, (SteeringSet(steering=steering),))
        return self.told(session)

    async def undo(self, session_id: str, person: Person, turns: int = 1) -> Session:
        """Take the newest turns back, story and state together. Host or DM.

        Raises NotAllowed, NothingToUndo, TurnRunning.
        """
        async with self.turns.tables.lock(session_id):
            session = await self.open_to(session_id, BEGUN)
            self.check_host(session, person)
            if session.current_turn_id is not None or self.turns.tables.is_busy(session_id):
                raise TurnRunning
            undone = await newest(self.parts, session, turns)
            with self.turns.kept_or_not(session_id):
                session = await moved_back(self.parts, session, undone)
        self.turns.announcing.tell(Undone(session, undone))
        return session


def with_settings(session: Session, settings: GameSettings) -> Session:
    """The session with other settings."""
    return session.model_copy(update={"settings": settings})


def _steered(session: Session, part: SteeringPart, wish: str) -> Steering:
    now = session.head_state.steering
    match part:
        case "tone":
            return now.model_copy(update={"desired_tone": wish or None})
        case "direction":
            return now.model_copy(update={"preferred_direction": wish or None})
        case "note":
            return now.model_copy(update={"note": wish or None})
        case "focus":
            return now.model_copy(update={"focus_characters": _meant(session, wish)})


def _meant(session: Session, names: str) -> tuple[str, ...]:
    """Ids of the characters that are named; unknown names are nobody."""
    wanted = {name.strip().casefold() for name in names.split(",") if name.strip()}
    people = session.head_state.characters.values()
    return tuple(c.id for c in people if {c.id.casefold(), c.name.casefold()} & wanted)
