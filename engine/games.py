"""The life of a game: open, gather, begin, rest, come back, end, and go back."""

from collections.abc import Iterable

import structlog

from engine.changes import fold
from engine.errors import GameNotPlaying, NobodyToPlay, NotAllowed, NotAtTable, StoreError, TurnRunning
from engine.events import StatusChanged, Undone
from engine.model.change import Change
from engine.model.changes.seats import SeatTaken
from engine.model.session import EventKind, GameStatus, NarratorKind, Session, SideEvent
from engine.names import new_id
from engine.parts import Parts
from engine.requests import CharacterChoice, NewGame, Person
from engine.steps.brief import next_brief
from engine.table.opening import opening_state
from engine.table.rewinding import moved_back, newest
from engine.table.seating import given_back, joined, left
from engine.turn import TurnEngine

log = structlog.get_logger()

_SEATED: tuple[GameStatus, ...] = ("gathering", "starting", "playing", "paused", "asleep")


class Games:
    """One for all games of a surface. Every method raises StoreError; NoGame where it takes a session id."""

    def __init__(self, parts: Parts, turns: TurnEngine) -> None:
        self._parts = parts
        self._store = parts.store
        self._turns = turns

    # --- gathering ----------------------------------------------------------------------------------

    async def open(self, new: NewGame) -> Session:
        """A gathering in a channel. Raises ChannelTaken, NoSuchAdventure."""
        adventure = self._parts.library.adventure(new.adventure_id, new.settings.language)
        state = opening_state(adventure)
        now = self._parts.clock.now()
        session = Session(
            id=new_id(self._parts.entropy),
            surface=new.surface,
            guild_id=new.guild_id,
            channel_id=new.channel_id,
            host_id=new.host.id,
            name=new.name,
            status="gathering",
            head_state=state,
            base_state=state,
            settings=new.settings,
            adventure=adventure,
            prompts_version=self._parts.library.prompts(new.settings.language).version,
            created_at=now,
            acted_at=now,
        )
        await self._store.add_session(session)
        self._turns.announcing.tell(StatusChanged(session))
        return session

    async def join(self, session_id: str, person: Person, choice: CharacterChoice, source_id: str) -> Session:
        """Sit down with a character, before the opening or during play.

        Raises CharacterTaken, NoSuchCharacter, SeatsFull, GameNotPlaying. Joining with another character
        while the game gathers changes the character; during play it raises AlreadyJoined.
        """
        async with self._turns.tables.lock(session_id):
            session = await self._open_to(session_id, _SEATED)
            changes = joined(session, person, choice)
            session = await self._write(session, person, "join", source_id, changes)
        return self._told(session)

    async def watch(self, session_id: str, person: Person, source_id: str) -> Session:
        """Read along without a character; gives the character back while the game gathers."""
        async with self._turns.tables.lock(session_id):
            session = await self._open_to(session_id, _SEATED)
            changes = (
                *self._standing_up(session, person.id),
                SeatTaken(player_id=person.id, player_name=person.name, character_id=None),
            )
            session = await self._write(session, person, "watch", source_id, changes)
        return self._told(session)

    async def leave(self, session_id: str, player_id: str, source_id: str) -> Session:
        """Stand up; during play the character goes on as an NPC. Raises NotAtTable."""
        async with self._turns.tables.lock(session_id):
            session = await self._open_to(session_id, _SEATED)
            seat = session.head_state.seats.get(player_id)
            if seat is None:
                raise NotAtTable
            changes = self._standing_up(session, player_id)
            person = Person(player_id, seat.player_name)
            session = await self._write(session, person, "leave", source_id, changes)
        return self._told(session)

    async def begin(self, session_id: str, person: Person) -> Session:
        """Start the opening; it is told through the announcer. Host or DM.

        Raises NotAllowed, NobodyToPlay, GameNotPlaying, ModelError (the game gathers on).
        """
        session = await self._open_to(session_id, ("gathering",))
        self._check_host(session, person)
        if not session.head_state.party():
            raise NobodyToPlay
        await self._parts.masters.check(await next_brief(self._parts, session))
        async with self._turns.tables.lock(session_id):
            session = await self._open_to(session_id, ("gathering",))
            session = session.model_copy(update={"status": "starting"})
            with self._turns.kept_or_not(session_id):
                session = await self._turns.taking.begin(session, self._turns.taking.opening(session))
        self._told(session)
        self._turns.tables.wake(session_id)
        try:
            await self._store.backup("game")
        except StoreError as error:
            log.warning("game_not_copied", session=session_id, cause=repr(error))  # no reason not to play
        return session

    # --- resting and ending -------------------------------------------------------------------------

    async def set_narrator(self, session_id: str, person: Person, narrator: NarratorKind) -> Session:
        """Who tells from the next turn on. Host or DM. Raises NotAllowed."""
        async with self._turns.tables.lock(session_id):
            session = await self._open_to(session_id, _SEATED)
            self._check_host(session, person)
            settings = session.settings.model_copy(update={"narrator": narrator})
            session = await self._store.change_session(session.model_copy(update={"settings": settings}))
        return self._told(session)

    async def rest(self, session_id: str, person: Person) -> Session:
        """End the evening: the game sleeps. Raises GameNotPlaying, NotAllowed."""
        async with self._turns.tables.lock(session_id):
            session = await self._open_to(session_id, ("playing", "paused"))
            if person.id not in session.head_state.seats:
                self._check_host(session, person)
            session = await self._become(session, "asleep")
        return self._told(session)

    async def wake(self, session_id: str) -> Session:
        """Play on after a rest or a pause. Raises GameNotPlaying."""
        async with self._turns.tables.lock(session_id):
            session = await self._become(await self._open_to(session_id, ("asleep", "paused")), "playing")
        self._turns.tables.wake(session_id)
        return self._told(session)

    async def finish(self, session_id: str, person: Person) -> Session:
        """End the story; the channel is free. Host or DM. Raises NotAllowed, TurnRunning."""
        async with self._turns.tables.lock(session_id):
            session = await self._open_to(session_id, _SEATED)
            self._check_host(session, person)
            if session.current_turn_id is not None:
                raise TurnRunning
            session = await self._become(session, "finished")
        return self._told(session)

    async def undo(self, session_id: str, turns: int = 1) -> Session:
        """Take the newest turns back, story and state together. Raises NothingToUndo, TurnRunning."""
        async with self._turns.tables.lock(session_id):
            session = await self._open_to(session_id, ("playing", "paused", "asleep"))
            if session.current_turn_id is not None or self._turns.tables.is_busy(session_id):
                raise TurnRunning
            undone = await newest(self._parts, session, turns)
            with self._turns.kept_or_not(session_id):
                session = await moved_back(self._parts, session, undone)
        self._turns.announcing.tell(Undone(session, undone))
        return session

    # --- parts of the above -------------------------------------------------------------------------

    async def _open_to(self, session_id: str, statuses: Iterable[GameStatus]) -> Session:
        session = await self._store.session(session_id)
        if session.status not in statuses:
            raise GameNotPlaying(status=session.status)
        return session

    def _check_host(self, session: Session, person: Person) -> None:
        if not (person.may_direct or person.id == session.host_id):
            raise NotAllowed(who="host")

    def _standing_up(self, session: Session, player_id: str) -> tuple[Change, ...]:
        seat = session.head_state.seats.get(player_id)
        if seat is None:
            return ()
        if session.status == "gathering":
            return given_back(session.head_state, player_id)
        return left(session.head_state, seat)

    async def _write(
        self,
        session: Session,
        person: Person,
        kind: EventKind,
        source_id: str,
        changes: tuple[Change, ...],
    ) -> Session:
        event = SideEvent(
            source_id=source_id,
            session_id=session.id,
            surface=session.surface,
            kind=kind,
            player_id=person.id,
            player_name=person.name,
            after_turn_id=session.head_turn_id,
            changes=changes,
            received_at=self._parts.clock.now(),
        )
        state = fold(session.head_state, changes)
        return await self._store.put_event(session.model_copy(update={"head_state": state}), event)

    async def _become(self, session: Session, status: GameStatus) -> Session:
        return await self._store.change_session(session.model_copy(update={"status": status}))

    def _told(self, session: Session) -> Session:
        self._turns.announcing.tell(StatusChanged(session))
        return session
