"""Gives people of the story a voice of their own: posts under their names, through a channel's webhook."""

from collections.abc import Awaitable, Callable
from datetime import datetime
from typing import Protocol, TypeVar

import discord
import structlog

from cogs.again import tried
from cogs.outcomes import (
    ChannelClosed,
    DiscordAway,
    DiscordFault,
    MessageGone,
    PayloadRefused,
    TokenExpired,
    meaning_of,
)
from cogs.payload import CONTENT, Payload, clipped
from engine.ports import Clock

log = structlog.get_logger()

NAME = "Glyphmaster"
"""Of the webhook itself; each post has its speaker's."""
_SPEAKER = 80
_RESTS_S = 600.0
"""After this a channel where nobody may speak under their own name is tried again."""
_RIGHT = "Manage Webhooks"

T = TypeVar("T")


class NoVoice(DiscordFault):
    """Nobody may speak under their own name here: the line is told as the rest of the story."""


class Places(Protocol):
    """What finds channels and what was said in them."""

    def me(self) -> int:
        """Our own id."""
        ...

    async def place(self, channel_id: str) -> object:
        """The channel or thread itself. Raises DiscordFault."""
        ...

    async def said_since(
        self, channel_id: str, moment: datetime, fits: Callable[[discord.Message], bool]
    ) -> tuple[discord.Message, ...]:
        """Messages that fit, oldest first. Raises DiscordFault."""
        ...


class Voices:
    """One webhook for each channel, found again by its owner; a thread speaks through its channel's.

    A webhook that somebody has deleted is made anew, once. Where we lack the right, or Discord refuses the
    name, NoVoice is raised. Every method raises DiscordAway beside it.
    """

    def __init__(self, places: Places, clock: Clock) -> None:
        self._places = places
        self._clock = clock
        self._hooks: dict[int, discord.Webhook] = {}
        self._mute_until: dict[int, float] = {}
        self._unpermitted_in: set[int] = set()

    async def say(self, channel_id: str, payload: Payload) -> discord.Message:
        """Post it under its speaker's name; it calls nobody and is asked for once only."""
        text, name = clipped(payload.text.strip(), CONTENT), clipped(payload.speaker, _SPEAKER)

        async def said(hook: discord.Webhook, thread: discord.Object | None) -> discord.Message:
            return await hook.send(
                text,
                username=name,
                wait=True,
                allowed_mentions=discord.AllowedMentions.none(),
                thread=thread or discord.utils.MISSING,
            )

        return await self._through(channel_id, said)

    async def change(self, channel_id: str, message_id: str, payload: Payload) -> None:
        """Raises MessageGone."""

        async def changed(hook: discord.Webhook, thread: discord.Object | None) -> object:
            return await hook.edit_message(
                int(message_id),
                content=clipped(payload.text.strip(), CONTENT),
                allowed_mentions=discord.AllowedMentions.none(),
                thread=thread or discord.utils.MISSING,
            )

        await self._through(channel_id, changed)

    async def take_back(self, channel_id: str, message_id: str) -> None:
        """Raises MessageGone."""

        async def taken(hook: discord.Webhook, thread: discord.Object | None) -> None:
            await hook.delete_message(int(message_id), thread=thread or discord.utils.MISSING)

        await self._through(channel_id, taken)

    async def said(self, channel_id: str, moment: datetime, text: str) -> tuple[discord.Message, ...]:
        """What our webhook has posted there since then with these words, oldest first."""
        hook, _ = await self._hook(channel_id)
        words = text.strip()
        try:
            return await self._places.said_since(
                channel_id, moment, lambda m: m.webhook_id == hook.id and m.content == words
            )
        except ChannelClosed as fault:
            raise NoVoice from fault

    async def _through(
        self, channel_id: str, call: Callable[[discord.Webhook, discord.Object | None], Awaitable[T]]
    ) -> T:
        for is_last in (False, True):
            hook, thread = await self._hook(channel_id)
            try:
                return await tried(self._clock, lambda: call(hook, thread), ())  # noqa: B023 - awaited at once
            except TokenExpired as fault:  # by this code Discord says "Unknown Webhook", too
                self._hooks = {k: h for k, h in self._hooks.items() if h.id != hook.id}
                log.info("webhook_lost", channel=channel_id, why=meaning_of(fault))
                if is_last:
                    raise NoVoice from fault
            except (ChannelClosed, PayloadRefused) as fault:
                raise self._silenced(int(channel_id), fault) from fault
        raise AssertionError  # pragma: no cover - the loop returns or raises

    async def _hook(self, channel_id: str) -> tuple[discord.Webhook, discord.Object | None]:
        """The channel's webhook, and the thread to speak in if it is one."""
        if self._mute_until.get(int(channel_id), 0.0) > self._clock.monotonic():
            raise NoVoice
        try:
            place = await self._places.place(channel_id)
            thread = discord.Object(place.id) if isinstance(place, discord.Thread) else None
            if isinstance(place, discord.Thread):
                place = place.parent or await self._places.place(str(place.parent_id))
            if not isinstance(place, discord.TextChannel | discord.ForumChannel):
                raise NoVoice
            if not place.permissions_for(place.guild.me).manage_webhooks:
                raise self._unpermitted(int(channel_id))
            if (hook := self._hooks.get(place.id)) is None:
                hook = self._hooks[place.id] = await self._found_or_made(place)
        except (ChannelClosed, MessageGone, PayloadRefused) as fault:
            raise self._silenced(int(channel_id), fault) from fault
        return hook, thread

    async def _found_or_made(self, channel: discord.TextChannel | discord.ForumChannel) -> discord.Webhook:
        for hook in await tried(self._clock, channel.webhooks):
            if hook.user is not None and hook.user.id == self._places.me() and hook.token:
                return hook
        return await tried(self._clock, lambda: channel.create_webhook(name=NAME), ())

    def _unpermitted(self, channel_id: int) -> NoVoice:
        """Known without asking; given the permission, the next story has voices."""
        if channel_id not in self._unpermitted_in:
            self._unpermitted_in.add(channel_id)
            log.warning("no_voice", channel=channel_id, needed=_RIGHT)
        return NoVoice()

    def _silenced(self, channel_id: int, fault: DiscordFault) -> NoVoice:
        """Nothing is asked here for a while; the lines are told by the storyteller."""
        if not isinstance(fault, DiscordAway):
            self._mute_until[channel_id] = self._clock.monotonic() + _RESTS_S
            log.warning("no_voice", channel=channel_id, needed=_RIGHT, why=meaning_of(fault))
        return NoVoice()
