"""One line for each table that says what is happening, from the first action until the story answers.

It is posted within two seconds, edited as things go on, and gone when the story stands.
"""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta

import structlog

from cogs import status_line
from cogs.outcomes import DiscordFault
from cogs.payload import Payload
from cogs.posting import Posting
from cogs.status_line import Stage
from cogs.telling import BETWEEN_EDITS_S
from engine.errors import StoreError
from engine.model.session import Session
from engine.model.turn import Request, Turn
from engine.parts import WhoTells
from engine.ports import Clock, Library, Store

log = structlog.get_logger()

PATIENCE_S = 1.4
"""How long the story has to answer by itself before the line is posted."""
TYPING_LASTS_S = 8.0
LONGEST_TYPING_S = 600.0
LONGEST_LINE_S = 86_400.0
"""No line is kept up to date for longer than a DM may take."""
_SWEPT = timedelta(minutes=15)
"""How far back a leftover line is looked for after a start."""


@dataclass
class _Wait:
    """What is under way in one channel."""

    session: Session
    stage: Stage = field(default_factory=Stage)
    saying: asyncio.Task[None] | None = None
    typing: asyncio.Task[None] | None = None
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    message_id: str | None = None
    shown: Payload | None = None


class Notices:
    """At most one line for each channel. Every method without `await` returns at once."""

    def __init__(self, posting: Posting, store: Store, library: Library, clock: Clock) -> None:
        self._posting = posting
        self._store = store
        self._library = library
        self._clock = clock
        self._waits: dict[str, _Wait] = {}
        self._swept: set[str] = set()
        self._telling: Callable[[], WhoTells] = WhoTells

    def ask(self, telling: Callable[[], WhoTells]) -> None:
        """Learn from here who tells."""
        self._telling = telling

    def heard(self, session: Session) -> None:
        """Somebody has acted, or taken an action back."""
        wait = self._waits.get(session.channel_id)
        if wait is None:
            self._say(session, Stage("next" if session.current_turn_id else "heard"))
        else:
            wait.changed.set()

    def gathering(self, session: Session, seconds: float) -> None:
        """The others may still join in for so long."""
        self._say(session, Stage("gathering", seconds=seconds, since=self._clock.now()))

    def taken(self, session: Session, turn: Turn) -> None:
        """The turn has its actions."""
        self._say(session, Stage("taken", turn=turn))

    def writing(self, session: Session, turn: Turn, expected_s: float | None) -> None:
        """The story is being made: say how long that takes, and show that somebody types, until it comes."""
        self._say(session, Stage("telling", turn=turn, seconds=expected_s or 0.0, who=self._telling()))
        wait = self._waits[session.channel_id]
        if wait.typing is None:
            wait.typing = asyncio.create_task(self._type(session), name=f"typing {session.id}")

    def waiting(self, session: Session, request: Request) -> None:
        """The turn waits for a person."""
        self._rest(session.channel_id)
        self._say(session, Stage("waiting", request=request))

    async def answered(self, channel_id: str) -> None:
        """The story is there: what was only meant for the wait goes. Raises no DiscordFault.

        A line about actions that wait for the next turn stays as long as they do.
        """
        wait = self._waits.get(channel_id)
        if wait is None:
            return
        if wait.stage.kind == "next":
            wait.changed.set()
            return
        self._rest(channel_id)
        del self._waits[channel_id]
        wait.changed.set()
        await self._take_away(channel_id, wait)

    def is_quiet(self, session: Session) -> bool:
        """Whether nothing is under way there that would be said."""
        return session.channel_id not in self._waits

    async def sweep(self, session: Session, started_at: datetime) -> None:
        """Once for each game: take away a line that the process before this one left behind."""
        if session.created_at >= started_at or session.id in self._swept:
            return
        self._swept.add(session.id)
        is_line = status_line.recognised(self._library.locale(session.settings.language))
        try:
            left = await self._posting.own_since(
                session.channel_id, self._clock.now() - _SWEPT, lambda message: is_line(message.content)
            )
            for message in left:
                if not self._is_mine(session, message.id):
                    await self._posting.delete(session.channel_id, str(message.id))
        except DiscordFault as error:
            log.info("not_swept", session=session.id, cause=repr(error))

    def close(self) -> None:
        """Stop all waits."""
        for wait in self._waits.values():
            for task in (wait.saying, wait.typing):
                if task is not None:
                    task.cancel()
        self._waits.clear()

    def _say(self, session: Session, stage: Stage) -> None:
        wait = self._waits.get(session.channel_id)
        if wait is None:
            wait = self._waits[session.channel_id] = _Wait(session)
            wait.saying = asyncio.create_task(self._keep_up(wait), name=f"notice {session.id}")
        wait.session, wait.stage = session, stage
        wait.changed.set()

    def _rest(self, channel_id: str) -> None:
        """Nobody types any more."""
        wait = self._waits.get(channel_id)
        if wait is not None and wait.typing is not None:
            wait.typing.cancel()
            wait.typing = None

    def _is_mine(self, session: Session, message_id: int) -> bool:
        """Whether the line belongs to a wait that is under way."""
        wait = self._waits.get(session.channel_id)
        return wait is not None and wait.message_id == str(message_id)

    async def _keep_up(self, wait: _Wait) -> None:
        """Show what is happening, each time that it changes, until the wait is over."""
        channel_id = wait.session.channel_id
        await self._clock.sleep(PATIENCE_S)
        try:
            async with asyncio.timeout(LONGEST_LINE_S):
                while self._waits.get(channel_id) is wait:
                    wait.changed.clear()
                    if not await self._shown(channel_id, wait):
                        return
                    if self._waits.get(channel_id) is wait:
                        await self._clock.sleep(BETWEEN_EDITS_S)
                        await wait.changed.wait()
        except TimeoutError:
            log.info("line_left", channel=channel_id)

    async def _shown(self, channel_id: str, wait: _Wait) -> bool:
        """Make the channel show the line. False if there is nothing left to say, or nothing may be said."""
        try:
            inbox = await self._store.inbox(wait.session.id)
            locale = self._library.locale(wait.session.settings.language)
            payload = status_line.line(wait.session, wait.stage, inbox, locale)
            if self._waits.get(channel_id) is not wait:
                return True
            if payload is None:
                self._rest(channel_id)
                del self._waits[channel_id]
                await self._take_away(channel_id, wait)
                return False
            if payload == wait.shown:
                return True
            if wait.message_id is None:
                message = await self._posting.post(channel_id, payload)
                wait.message_id = str(message.id)
                if self._waits.get(channel_id) is not wait:
                    await self._take_away(channel_id, wait)
            else:
                await self._posting.edit(channel_id, wait.message_id, payload)
            wait.shown = payload
        except (DiscordFault, StoreError) as error:
            log.info("notice_not_posted", channel=channel_id, cause=repr(error))
        return True

    async def _take_away(self, channel_id: str, wait: _Wait) -> None:
        message_id, wait.message_id = wait.message_id, None
        if message_id is None:
            return
        try:
            await self._posting.delete(channel_id, message_id)
        except DiscordFault as error:
            log.info("notice_left", channel=channel_id, cause=repr(error))

    async def _type(self, session: Session) -> None:
        for _ in range(int(LONGEST_TYPING_S / TYPING_LASTS_S)):
            try:
                await self._posting.type_in(session.channel_id)
            except DiscordFault as error:
                log.info("typing_not_shown", session=session.id, cause=repr(error))
                return
            await self._clock.sleep(TYPING_LASTS_S)
