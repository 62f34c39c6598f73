"""What everything in a game's life begins and ends with: may it be now, who may, and is it told."""

from collections.abc import Iterable

from engine.changes import fold
from engine.errors import GameNotPlaying, NotAllowed
from engine.events import StatusChanged
from engine.model.change import Change
from engine.model.session import EventKind, GameStatus, Session, SideEvent
from engine.parts import Parts
from engine.requests import Person
from engine.turn import TurnEngine

UNFINISHED: tuple[GameStatus, ...] = ("gathering", "starting", "playing", "paused", "asleep")
BEGUN: tuple[GameStatus, ...] = ("playing", "paused", "asleep")


class Standing:
    """One for all games of a surface. Every method raises StoreError; NoGame where it takes a session id."""

    def __init__(self, parts: Parts, turns: TurnEngine) -> None:
        self.parts = parts
        self.store = parts.store
        self.turns = turns

    async def open_to(self, session_id: str, statuses: Iterable[GameStatus]) -> Session:
        """The game, if it stands so. Raises GameNotPlaying."""
        session = await self.store.session(session_id)
        if session.status not in statuses:
            raise GameNotPlaying(status=session.status)
        return session

    def check_host(self, session: Session, person: Person) -> None:
        """Raises NotAllowed for whoever is neither host nor DM."""
        if not (person.may_direct or person.id == session.host_id):
            raise NotAllowed(who="host")

    def check_company(self, session: Session, person: Person) -> None:
        """Raises NotAllowed for whoever has no seat, and is neither host nor DM."""
        if person.id not in session.head_state.seats:
            self.check_host(session, person)

    async def write(
        self,
        session: Session,
        person: Person,
        kind: EventKind,
        source_id: str,
        changes: tuple[Change, ...],
    ) -> Session:
        """The session after these changes, which are kept as an event beside the turns."""
        event = SideEvent(
            source_id=source_id,
            session_id=session.id,
            surface=session.surface,
            kind=kind,
            player_id=person.id,
            player_name=person.name,
            after_turn_id=session.head_turn_id,
            changes=changes,
            received_at=self.parts.clock.now(),
        )
        state = fold(session.head_state, changes)
        return await self.store.put_event(session.model_copy(update={"head_state": state}), event)

    async def become(self, session: Session, status: GameStatus, **more: object) -> Session:
        """The session with this status, stored."""
        return await self.store.change_session(session.model_copy(update={"status": status, **more}))

    def told(self, session: Session) -> Session:
        """The same session, of which every surface has heard; a table that gathers has its model warmed."""
        self.turns.announcing.tell(StatusChanged(session))
        self.turns.warming.gathering(session)
        return session
