"""Puts messages into channels, changes them and finds them again."""

from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from itertools import count
from typing import TypeVar

import discord

from cogs.again import tried
from cogs.doors import Deed, Doors
from cogs.form import Form, embed, view
from cogs.outcomes import CannotQuote, ChannelClosed, DiscordAway, ThreadArchived
from cogs.payload import Card, Payload, Row, gated
from cogs.webhooks import Voices
from engine.ports import Clock

_LOOKED_AT = 100
"""Messages searched for one of ours that was sent but not remembered."""

CLOCKS_DIFFER = timedelta(minutes=1)
"""By which our clock may be ahead of Discord's."""

T = TypeVar("T")


class Posting:
    """All writing into channels. Works as soon as the client is logged in, before the gateway is ready.

    Every method raises DiscordFault: ChannelClosed and DiscordAway whatever is asked, those of its docstring
    beside them. A channel that was closed is not asked again before `doors.knock`.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._client: discord.Client | None = None
        self._numbers = count()
        self.doors = Doors(clock)
        self.voices = Voices(self, clock)

    def attach(self, client: discord.Client) -> None:
        """From now on through this client."""
        self._client = client

    async def post(
        self,
        channel_id: str,
        payload: Payload,
        nonce: str | None = None,
        quoted: int | None = None,
        called: str | None = None,
    ) -> discord.Message:
        """A new message. Raises PayloadRefused.

        nonce: the same again within some minutes gives the message that is there already; null = one that
        serves this call alone, whose request may be made more than once.
        quoted: id of the message that it answers; left out if we may not read that one.
        called: id of the one person whom the message may call; nobody else is, ever.
        """
        form = Form(payload)
        mentions = discord.AllowedMentions.none()
        if called is not None:
            mentions.users = [discord.Object(int(called))]
        nonce = nonce or f"{self._clock.now():%y%m%d%H%M%S}.{next(self._numbers)}"

        async def sent(quotation: discord.MessageReference | None) -> discord.Message:
            return await self._channel(channel_id).send(
                form.content or None,
                embeds=form.embeds,
                view=form.view,
                allowed_mentions=mentions,
                nonce=nonce,
                reference=quotation,  # type: ignore[arg-type]  # null: none, as its default
            )

        quotation = _quotation(int(channel_id), quoted) if quoted else None
        try:
            return await self._asked("post", channel_id, lambda: sent(quotation))
        except CannotQuote:
            return await self._asked("post", channel_id, lambda: sent(None))

    async def write_to(self, user_id: str, payload: Payload) -> None:
        """A letter to one person. Raises NoDirectMessages, PayloadRefused."""
        form = Form(payload)
        client = self._attached()
        nonce = f"{self._clock.now():%y%m%d%H%M%S}.{next(self._numbers)}"

        async def sent() -> None:
            letters = await client.create_dm(discord.Object(int(user_id)))
            await letters.send(form.content, nonce=nonce, allowed_mentions=discord.AllowedMentions.none())

        await tried(self._clock, sent)

    async def edit(self, channel_id: str, message_id: str, payload: Payload) -> None:
        """Raises MessageGone, PayloadRefused."""
        form = Form(payload)
        await self._asked(
            "change",
            channel_id,
            lambda: self._message(channel_id, message_id).edit(
                content=form.content,
                embeds=form.embeds,
                view=form.view,
                allowed_mentions=discord.AllowedMentions.none(),
            ),
        )

    async def edit_below(
        self, channel_id: str, message_id: str, card: Card | None, rows: tuple[Row, ...]
    ) -> None:
        """Change what stands under a message's own words. Raises MessageGone, PayloadRefused."""
        kept = gated(Payload("…", card, rows))
        await self._asked(
            "change",
            channel_id,
            lambda: self._message(channel_id, message_id).edit(
                embeds=[embed(kept.card)] if kept.card else [], view=view(kept.rows)
            ),
        )

    async def delete(self, channel_id: str, message_id: str) -> None:
        """Raises MessageGone."""
        await self._asked("change", channel_id, lambda: self._message(channel_id, message_id).delete())

    async def fetch(self, channel_id: str, message_id: str) -> discord.Message:
        """Raises MessageGone."""
        return await self._asked("read", channel_id, lambda: self._message(channel_id, message_id).fetch())

    async def type_in(self, channel_id: str) -> None:
        """Say that words are coming, for about ten seconds."""
        await self._asked("post", channel_id, lambda: _typing(self._channel(channel_id)))

    async def own_since(
        self, channel_id: str, moment: datetime, fits: Callable[[discord.Message], bool]
    ) -> tuple[discord.Message, ...]:
        """Our messages since then that fit, oldest first."""
        me = self.me()
        return await self.said_since(channel_id, moment, lambda m: m.author.id == me and fits(m))

    async def said_since(
        self, channel_id: str, moment: datetime, fits: Callable[[discord.Message], bool]
    ) -> tuple[discord.Message, ...]:
        """Everybody's messages since then that fit, oldest first."""

        async def looked() -> tuple[discord.Message, ...]:
            found = self._channel(channel_id).history(
                after=moment - CLOCKS_DIFFER, oldest_first=True, limit=_LOOKED_AT
            )
            return tuple([message async for message in found if fits(message)])

        return await self._asked("read", channel_id, looked)

    async def place(self, channel_id: str) -> object:
        """The channel or thread itself, from what the gateway told of it, else asked for."""
        client = self._attached()
        known = client.get_channel(int(channel_id))
        return known or await tried(self._clock, lambda: client.fetch_channel(int(channel_id)))

    async def _asked(self, deed: Deed, channel_id: str, call: Callable[[], Awaitable[T]]) -> T:
        self.doors.check(channel_id, deed)
        try:
            return await self._opened(channel_id, call)
        except ChannelClosed as fault:
            self.doors.refused(channel_id, deed, fault)
            raise
        except DiscordAway as fault:
            self.doors.rests(channel_id, fault.rests_s)
            raise

    async def _opened(self, channel_id: str, call: Callable[[], Awaitable[T]]) -> T:
        """The call; for a thread that sleeps, once more after opening the thread."""
        try:
            return await tried(self._clock, call)
        except ThreadArchived:
            await tried(self._clock, lambda: _opened(self._attached(), int(channel_id)))
            return await tried(self._clock, call)

    def me(self) -> int:
        """Our own user's id; 0 before logging in."""
        user = self._attached().user
        return user.id if user else 0

    def _channel(self, channel_id: str) -> discord.PartialMessageable:
        return self._attached().get_partial_messageable(int(channel_id))

    def _message(self, channel_id: str, message_id: str) -> discord.PartialMessage:
        return self._channel(channel_id).get_partial_message(int(message_id))

    def _attached(self) -> discord.Client:
        if self._client is None or self._client.is_closed():
            raise DiscordAway
        return self._client


def _quotation(channel_id: int, message_id: int) -> discord.MessageReference:
    """Of a message that may have been deleted meanwhile."""
    return discord.MessageReference(message_id=message_id, channel_id=channel_id, fail_if_not_exists=False)


async def _typing(channel: discord.PartialMessageable) -> None:
    await channel.typing()


async def _opened(client: discord.Client, channel_id: int) -> None:
    """Archived threads are in no cache, so it is asked for first."""
    thread = await client.fetch_channel(channel_id)
    if isinstance(thread, discord.Thread):
        await thread.edit(archived=False)
