"""Puts messages into channels, changes them and finds them again; names what can go wrong with that."""

from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from typing import TypeVar

import aiohttp
import discord

from cogs.form import Form, embed, view
from cogs.payload import Card, Payload, Row, gated
from engine.errors import ServiceError
from engine.ports import Clock

_TRIES = 3
_FIRST_WAIT_S = 2.0
_LONGEST_WAIT_S = 30.0
_SERVER_FAULT = 500
_UNKNOWN_MESSAGE = 10008
_ARCHIVED = 50083
_LOOKED_AT = 100
"""Messages searched for one of ours that was sent but not remembered."""

CLOCKS_DIFFER = timedelta(minutes=1)
"""By which our clock may be ahead of Discord's."""

UNREACHED = (discord.HTTPException, discord.RateLimited, aiohttp.ClientError, OSError)
"""All that discord.py raises when words did not get through."""

T = TypeVar("T")


class DiscordFault(ServiceError):
    """Discord did not do what was asked; the game goes on without it."""

    key = "discord-failed"


class MessageGone(DiscordFault):
    """Somebody deleted the message (10008)."""


class ChannelClosed(DiscordFault):
    """We may not write there, or it is gone (403, 10003, 50001, 50013, 50083): trying again is useless."""


class PayloadRefused(DiscordFault):
    """Discord refused the content of a message (400): a bug of ours."""


class DiscordAway(DiscordFault):
    """No answer, 5xx, or a rate limit longer than we wait, several times."""


class Posting:
    """All writing into channels. Works as soon as the client is logged in, before the gateway is ready."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._client: discord.Client | None = None

    def attach(self, client: discord.Client) -> None:
        """From now on through this client."""
        self._client = client

    async def post(self, channel_id: str, payload: Payload, nonce: str | None = None) -> discord.Message:
        """A new message. The same nonce again within some minutes gives the message that is there already.

        Raises ChannelClosed, PayloadRefused, DiscordAway.
        """
        form = Form(payload)
        return await self._tried(
            lambda: self._channel(channel_id).send(
                form.content or None,
                embeds=form.embeds,
                view=form.view,
                allowed_mentions=discord.AllowedMentions.none(),
                nonce=nonce,  # type: ignore[arg-type]  # null lets discord.py make one, as its default does
            )
        )

    async def edit(self, channel_id: str, message_id: str, payload: Payload) -> None:
        """Raises MessageGone, ChannelClosed, PayloadRefused, DiscordAway."""
        form = Form(payload)
        await self._tried(
            lambda: self._message(channel_id, message_id).edit(
                content=form.content,
                embeds=form.embeds,
                view=form.view,
                allowed_mentions=discord.AllowedMentions.none(),
            )
        )

    async def edit_below(
        self, channel_id: str, message_id: str, card: Card | None, rows: tuple[Row, ...]
    ) -> None:
        """Change what stands under a message's own words. Raises like `edit`."""
        kept = gated(Payload("…", card, rows))
        await self._tried(
            lambda: self._message(channel_id, message_id).edit(
                embeds=[embed(kept.card)] if kept.card else [], view=view(kept.rows)
            )
        )

    async def delete(self, channel_id: str, message_id: str) -> None:
        """Raises MessageGone, ChannelClosed, DiscordAway."""
        await self._tried(lambda: self._message(channel_id, message_id).delete())

    async def fetch(self, channel_id: str, message_id: str) -> discord.Message:
        """Raises MessageGone, ChannelClosed, DiscordAway."""
        return await self._tried(lambda: self._message(channel_id, message_id).fetch())

    async def type_in(self, channel_id: str) -> None:
        """Say that words are coming, for about ten seconds. Raises ChannelClosed, DiscordAway."""
        await self._tried(lambda: _typing(self._channel(channel_id)))

    async def own_since(
        self, channel_id: str, moment: datetime, fits: Callable[[discord.Message], bool]
    ) -> tuple[discord.Message, ...]:
        """Our messages since then that fit, oldest first. Raises ChannelClosed, DiscordAway."""
        me = self._me()

        async def looked() -> tuple[discord.Message, ...]:
            found = self._channel(channel_id).history(
                after=moment - CLOCKS_DIFFER, oldest_first=True, limit=_LOOKED_AT
            )
            return tuple([message async for message in found if message.author.id == me and fits(message)])

        return await self._tried(looked)

    def _me(self) -> int:
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

    async def _tried(self, call: Callable[[], Awaitable[T]]) -> T:
        """The call, again after a fault that may pass: discord.py itself repeats neither 503 nor resets."""
        for number in range(_TRIES):
            try:
                return await call()
            except discord.HTTPException as error:
                if error.status < _SERVER_FAULT:
                    raise _fault(error) from error
                cause: Exception = error
                wait_s = _FIRST_WAIT_S * 2**number
            except discord.RateLimited as error:
                cause, wait_s = error, error.retry_after
            except (aiohttp.ClientError, OSError) as error:
                cause, wait_s = error, _FIRST_WAIT_S * 2**number
            if number == _TRIES - 1:
                raise DiscordAway from cause
            await self._clock.sleep(min(wait_s, _LONGEST_WAIT_S))
        raise DiscordAway


def away(error: Exception) -> Exception:
    """The same error, or DiscordAway for one by which Discord says that it cannot be asked now."""
    is_refusal = isinstance(error, discord.HTTPException) and error.status < _SERVER_FAULT
    if is_refusal or not isinstance(error, UNREACHED):
        return error
    fault = DiscordAway()
    fault.__cause__ = error
    return fault


async def _typing(channel: discord.PartialMessageable) -> None:
    await channel.typing()


def _fault(error: discord.HTTPException) -> DiscordFault:
    if error.code == _UNKNOWN_MESSAGE:
        return MessageGone()
    if error.status in {401, 403, 404} or error.code == _ARCHIVED:
        return ChannelClosed()
    return PayloadRefused() if error.status == 400 else DiscordAway()
