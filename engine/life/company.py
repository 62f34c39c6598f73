"""Who is at the table, who is away, and who has been asked to go."""

from datetime import date

from engine.errors import NotAtTable
from engine.life.gathering import standing_up
from engine.life.standing import UNFINISHED, Standing
from engine.model.changes.seats import SeatAway, SeatPlain
from engine.model.session import Session
from engine.requests import Person


class Company(Standing):
    """Keeps the seats of a game that has been opened."""

    async def remove(
        self, session_id: str, person: Person, player_id: str, source_id: str, *, block: bool = False
    ) -> Session:
        """Send somebody away; the character goes on as an NPC. Host or DM. block: for good.

        Raises NotAllowed, NotAtTable (nobody of this id sits there, and nothing was to be blocked).
        """
        async with self.turns.tables.lock(session_id):
            session = await self.open_to(session_id, UNFINISHED)
            self.check_host(session, person)
            seat = session.head_state.seats.get(player_id)
            if seat is None and not block:
                raise NotAtTable
            if block and player_id not in session.blocked:
                session = await self.store.change_session(
                    session.model_copy(update={"blocked": (*session.blocked, player_id)})
                )
            if seat is not None:
                gone = Person(player_id, seat.player_name)
                session = await self.write(session, gone, "leave", source_id, standing_up(session, player_id))
            for action in await self.store.inbox(session_id):
                if action.player_id == player_id:
                    await self.store.withdraw_action(action.surface, action.source_id)
        return self.told(session)

    async def unblock(self, session_id: str, person: Person, player_id: str) -> Session:
        """Let somebody come back. Host or DM. Raises NotAllowed."""
        async with self.turns.tables.lock(session_id):
            session = await self.open_to(session_id, UNFINISHED)
            self.check_host(session, person)
            left = tuple(i for i in session.blocked if i != player_id)
            session = await self.store.change_session(session.model_copy(update={"blocked": left}))
        return self.told(session)

    async def away(
        self, session_id: str, person: Person, source_id: str, *, until: date | None = None
    ) -> Session:
        """Say that one is away (until null: without an end); the table does not wait. Raises NotAtTable."""
        word = until.isoformat() if until is not None else ""
        return await self._seat(session_id, person, source_id, SeatAway(player_id=person.id, away_until=word))

    async def back(self, session_id: str, person: Person, source_id: str) -> Session:
        """Say that one is there again. Raises NotAtTable."""
        return await self._seat(session_id, person, source_id, SeatAway(player_id=person.id, away_until=None))

    async def need_plain(
        self, session_id: str, person: Person, source_id: str, *, needs: bool = True
    ) -> Session:
        """Say that one reads no frames: the whole table then does without them. Raises NotAtTable."""
        return await self._seat(session_id, person, source_id, SeatPlain(player_id=person.id, needs=needs))

    async def welcome_back(self, session: Session) -> Session:
        """The session with everybody back whose last day away is over. Call it under the table's lock."""
        today = self.parts.clock.now().date().isoformat()
        for seat in session.head_state.seats.values():
            if seat.away_until and seat.away_until < today:
                person = Person(seat.player_id, seat.player_name)
                change = SeatAway(player_id=seat.player_id, away_until=None)
                source_id = f"back.{session.id}.{seat.player_id}.{seat.away_until}"
                session = await self.write(session, person, "away", source_id, (change,))
        return session

    async def _seat(
        self, session_id: str, person: Person, source_id: str, change: SeatAway | SeatPlain
    ) -> Session:
        async with self.turns.tables.lock(session_id):
            session = await self.open_to(session_id, UNFINISHED)
            if person.id not in session.head_state.seats:
                raise NotAtTable
            session = await self.write(session, person, "away", source_id, (change,))
        return self.told(session)
