"""The stories of all turns in their channels, and those that could not be posted when they were told."""

from datetime import datetime
from functools import partial

import structlog

from cogs import render
from cogs.aside import aside
from cogs.letters import Letters
from cogs.parting import Way
from cogs.payload import Payload
from cogs.posting import Posting
from cogs.speaking import Speakers
from cogs.telling import Telling
from engine.model.session import Session
from engine.model.turn import Turn
from engine.ports import Clock, Library, Store

log = structlog.get_logger()

_LOOKED_BACK = 12
"""Turns in which an unsent story is looked for."""


class Tellings:
    """At most two turns of a game are kept in mind; everything else stands in the store."""

    def __init__(self, posting: Posting, store: Store, library: Library, clock: Clock) -> None:
        self._posting = posting
        self._store = store
        self._library = library
        self._clock = clock
        self._letters = Letters(posting, library)
        self._started_at: datetime = clock.now()
        self._tellings: dict[str, Telling] = {}
        self._ways: dict[str, Way] = {}
        self._looked_at: dict[str, str] = {}
        """The turn of each game before which everything else stands in the channel."""
        self._host_knows: set[str] = set()

    @property
    def letters(self) -> Letters:
        """What people have to be told alone."""
        return self._letters

    def of(self, session: Session, turn: Turn) -> Telling:
        """The turn's posts."""
        telling = self._tellings.get(turn.id)
        if telling is None:
            telling = self._fresh(session, turn)
            older = [key for key, t in self._tellings.items() if t.session_id == session.id]
            for key in older[:-1]:
                del self._tellings[key]
            self._tellings[turn.id] = telling
        return telling

    async def show(self, session: Session, turn: Turn, payloads: tuple[Payload, ...]) -> None:
        """What the turn's messages say; before its first word, whatever is still owed. Raises DiscordAway."""
        telling = self.of(session, turn)
        if not telling.has_begun:
            await self._send_late(session, turn)
        await telling.show(payloads)
        if telling.is_unsent:
            await self._tell_host(session)
        else:
            self._host_knows.discard(session.id)

    async def is_plain(self, session: Session) -> bool:
        """Whether the server, the game or somebody at its table wants no frames."""
        return (await self.shown(session)).plain

    async def shown(self, session: Session, turn: Turn | None = None) -> render.Shown:
        """How this table reads, and this turn of it."""
        guild = await self._store.guild(session.guild_id) if session.guild_id else None
        wants_plain = session.settings.plain or session.head_state.needs_plain
        is_above = turn is not None and turn.told_by == "human" and await self._stands_above(turn)
        return render.Shown(
            way=self._way(session, turn, speaks_as=guild is not None and guild.speaks_as),
            plain=wants_plain or (guild is not None and guild.plain),
            is_above=is_above,
        )

    def _way(self, session: Session, turn: Turn | None, *, speaks_as: bool) -> Way:
        """How the turn's story arrives; it stays so to its end, whoever comes into the story meanwhile."""
        way = Way(session.settings.delivery, Speakers.of(session.head_state) if speaks_as else None)
        if turn is None:
            return way
        self._ways = {key: known for key, known in self._ways.items() if key in self._tellings}
        self.of(session, turn)
        return self._ways.setdefault(turn.id, way)

    async def _stands_above(self, turn: Turn) -> bool:
        return any(post.kind == "told" and post.message_id for post in await self._store.posts(turn.id))

    async def _send_late(self, session: Session, new: Turn) -> None:
        """Stories from before this turn that found the channel closed. Raises DiscordAway."""
        if self._looked_at.get(session.id) == new.id:
            return
        locale = self._library.locale(session.settings.language)
        for turn in await _branch(self._store, session):
            if turn.id == new.id or not await _is_missing(self._store, turn):
                continue
            telling = self._fresh(session, turn)
            await telling.show(await aside(len(turn.narrative), partial(render.late, turn, locale)))
            if telling.is_unsent:
                return
            self._tellings.pop(turn.id, None)
            log.info("narrative_sent_late", session=session.id, turn=turn.id)
        self._looked_at[session.id] = new.id

    async def _tell_host(self, session: Session) -> None:
        if session.id in self._host_knows:
            return
        self._host_knows.add(session.id)
        await self._letters.tell(
            session.host_id,
            session.settings.language,
            "discord.unsent.host",
            title=session.adventure.title,
            channel=f"<#{session.channel_id}>",
        )

    def _fresh(self, session: Session, turn: Turn) -> Telling:
        is_resumed = turn.began_at < self._started_at
        return Telling(self._posting, self._store, self._clock, session, turn, is_resumed=is_resumed)


async def unsent(store: Store, session: Session) -> tuple[Turn, ...]:
    """The newest turns that count and whose story is not in the channel, or not all of it; oldest first."""
    return tuple([turn for turn in await _branch(store, session) if await _is_unsent(store, turn)])


async def _branch(store: Store, session: Session) -> tuple[Turn, ...]:
    return await store.branch(session.head_turn_id, _LOOKED_BACK) if session.head_turn_id else ()


async def _is_missing(store: Store, turn: Turn) -> bool:
    """Whether its story is not in the channel.

    One that was shown may count as not announced for a moment: while a retelling of the turn after it takes
    the head back and on again.
    """
    if await _is_unsent(store, turn):
        return True
    stands = any(post.kind == "narrative" and post.message_id for post in await store.posts(turn.id))
    return not (turn.is_announced or stands)


async def _is_unsent(store: Store, turn: Turn) -> bool:
    return any(post.kind == "unsent" and not post.message_id for post in await store.posts(turn.id))
