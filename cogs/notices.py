"""A short line within two seconds of an action, as long as the story itself has not begun to answer."""

import asyncio
from dataclasses import dataclass
from datetime import datetime, timedelta

import structlog

from cogs.outcomes import DiscordFault
from cogs.payload import Payload
from cogs.posting import Posting
from engine.model.session import Session
from engine.ports import Clock, Library

log = structlog.get_logger()

PATIENCE_S = 1.4
"""How long the story has to answer by itself before the line is posted."""
TYPING_LASTS_S = 8.0
LONGEST_TYPING_S = 600.0
_SWEPT = timedelta(minutes=15)
"""How far back a leftover line is looked for after a start."""


@dataclass
class _Wait:
    """What is under way in one channel."""

    saying: asyncio.Task[None] | None = None
    typing: asyncio.Task[None] | None = None
    message_id: str | None = None


class Notices:
    """One line at most for each channel; it goes when the story comes."""

    def __init__(self, posting: Posting, library: Library, clock: Clock) -> None:
        self._posting = posting
        self._library = library
        self._clock = clock
        self._waits: dict[str, _Wait] = {}
        self._swept: set[str] = set()

    def heard(self, session: Session) -> None:
        """Somebody has acted. Returns at once."""
        wait = self._waits.setdefault(session.channel_id, _Wait())
        if wait.saying is None:
            wait.saying = asyncio.create_task(self._say(session, wait), name=f"notice {session.id}")

    def writing(self, session: Session) -> None:
        """The story is being made: show that somebody types, until it comes. Returns at once."""
        wait = self._waits.setdefault(session.channel_id, _Wait())
        if wait.typing is None:
            wait.typing = asyncio.create_task(self._type(session), name=f"typing {session.id}")

    async def answered(self, channel_id: str) -> None:
        """The story is there: what was only meant for the wait goes. Raises no DiscordFault."""
        wait = self._waits.pop(channel_id, None)
        if wait is None:
            return
        if wait.typing is not None:
            wait.typing.cancel()
        await self._take_away(channel_id, wait)

    async def sweep(self, session: Session, started_at: datetime) -> None:
        """Once for each game: take away a line that the process before this one left behind."""
        if session.created_at >= started_at or session.id in self._swept:
            return
        self._swept.add(session.id)
        lines = {
            f"-# {line}" for line in self._library.locale(session.settings.language).lines("discord.heard")
        }
        try:
            left = await self._posting.own_since(
                session.channel_id, self._clock.now() - _SWEPT, lambda message: message.content in lines
            )
            for message in left:
                if not self._is_mine(session, message.id):
                    await self._posting.delete(session.channel_id, str(message.id))
        except DiscordFault as error:
            log.info("not_swept", session=session.id, cause=repr(error))

    def _is_mine(self, session: Session, message_id: int) -> bool:
        """Whether the line belongs to a wait that is under way."""
        wait = self._waits.get(session.channel_id)
        return wait is not None and wait.message_id == str(message_id)

    def close(self) -> None:
        """Stop all waits."""
        for wait in self._waits.values():
            for task in (wait.saying, wait.typing):
                if task is not None:
                    task.cancel()
        self._waits.clear()

    async def _say(self, session: Session, wait: _Wait) -> None:
        await self._clock.sleep(PATIENCE_S)
        if self._waits.get(session.channel_id) is not wait:
            return
        lines = self._library.locale(session.settings.language).lines("discord.heard")
        line = lines[session.version % len(lines)]
        try:
            message = await self._posting.post(session.channel_id, Payload(f"-# {line}"))
        except DiscordFault as error:
            log.info("notice_not_posted", session=session.id, cause=repr(error))
            return
        wait.message_id = str(message.id)
        if self._waits.get(session.channel_id) is not wait:
            await self._take_away(session.channel_id, wait)

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
