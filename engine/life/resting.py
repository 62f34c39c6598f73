"""How a game rests and comes back: paused, ended for the evening, asleep, finished, taken up again."""

from datetime import timedelta

import structlog

from engine.dice.seeds import new_secret
from engine.errors import ChannelTaken, NotFinished, StoreError, TurnRunning
from engine.life.company import Company
from engine.life.standing import UNFINISHED
from engine.model.session import GameStatus, Session
from engine.requests import Person
from engine.table.inbox import is_idle

log = structlog.get_logger()

REOPENED_WITHIN = timedelta(days=30)


class Resting(Company):
    """Lets games rest, wakes them, ends them."""

    async def pause(self, session_id: str, person: Person) -> Session:
        """Hold the story; whatever is being told comes to its end. Everybody at the table may.

        Raises NotAllowed, GameNotPlaying.
        """
        async with self.turns.tables.lock(session_id):
            session = await self.open_to(session_id, ("playing",))
            self.check_company(session, person)
            session = await self.become(session, "paused")
        return self.told(session)

    async def rest(self, session_id: str, person: Person) -> Session:
        """End the evening: the game sleeps. Everybody at the table may. Raises GameNotPlaying, NotAllowed."""
        async with self.turns.tables.lock(session_id):
            session = await self.open_to(session_id, ("playing", "paused"))
            self.check_company(session, person)
            session = await self.become(session, "asleep")
        return await self._put_away(session)

    async def wake(self, session_id: str) -> Session:
        """Play on after a rest or a pause. Raises GameNotPlaying."""
        async with self.turns.tables.lock(session_id):
            session = await self.open_to(session_id, ("asleep", "paused"))
            session = await self.become(session, "playing", acted_at=self.parts.clock.now())
            session = await self.welcome_back(session)
        self.turns.tables.wake(session_id)
        return self.told(session)

    async def doze(self) -> tuple[Session, ...]:
        """Put tables to sleep at which nobody has acted for long; call it now and then."""
        fallen: list[Session] = []
        for session_id in await self.store.sessions(self.parts.surface, ["playing"]):
            async with self.turns.tables.lock(session_id):
                session = await self.store.session(session_id)
                is_busy = self.turns.tables.is_busy(session_id) or session.current_turn_id is not None
                if is_busy or session.status != "playing":
                    continue
                session = await self.welcome_back(session)
                if is_idle(session, self.parts):
                    fallen.append(await self.become(session, "asleep"))
        return tuple([await self._put_away(session) for session in fallen])

    async def finish(self, session_id: str, person: Person) -> Session:
        """End the story; the channel is free. Host or DM. Raises NotAllowed, TurnRunning."""
        async with self.turns.tables.lock(session_id):
            session = await self.open_to(session_id, UNFINISHED)
            self.check_host(session, person)
            if session.current_turn_id is not None:
                raise TurnRunning
            session = await self.become(session, "finished", finished_at=self.parts.clock.now())
        return await self._put_away(session)

    async def reopen(self, session_id: str, person: Person) -> Session:
        """Take a finished story up again: it gathers, or sleeps until somebody continues. Host or DM.

        Raises NotFinished (also after too long), ChannelTaken, NotAllowed.
        """
        async with self.turns.tables.lock(session_id):
            session = await self.store.session(session_id)
            self.check_host(session, person)
            ended = session.finished_at or session.acted_at
            is_over = session.status == "finished"
            if not is_over or self.parts.clock.now() - ended > REOPENED_WITHIN:
                raise NotFinished(days=REOPENED_WITHIN.days)
            other = await self.store.session_in(session.surface, session.channel_id)
            if other is not None:
                raise ChannelTaken
            status: GameStatus = "gathering" if session.head_turn_id is None else "asleep"
            seeds = session.dice_seeds and (*session.dice_seeds, new_secret(self.parts.entropy.bits))
            session = await self.become(session, status, finished_at=None, dice_seeds=seeds)
        return self.told(session)

    async def _put_away(self, session: Session) -> Session:
        """The session, told of; its model leaves the memory if no other table uses it."""
        self.told(session)
        try:
            await self.turns.warming.release(session)
        except StoreError as error:
            log.warning("model_kept", session=session.id, cause=repr(error))  # the server forgets it in time
        return session
