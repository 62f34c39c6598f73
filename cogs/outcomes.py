"""What Discord may answer beside yes: each answer with what it means for a table, and what we do about it.

The codes are Discord's own (developer documentation, Opcodes and Status Codes, JSON Error Codes). Whoever
calls Discord gets one of the faults below and no other error. A fault's docstring is our reaction to it.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import aiohttp
import discord

from engine.errors import ServiceError

UNREACHED = (discord.HTTPException, discord.RateLimited, aiohttp.ClientError, OSError)
"""All that discord.py raises when something did not get through."""

_SERVER_FAULT = 500
_MISSING_RIGHT = 50013


class DiscordFault(ServiceError):
    """Discord did not do what was asked; the game goes on without it."""

    key = "discord-failed"


class MessageGone(DiscordFault):
    """A story's text goes on in a new message, once; anything else is left as it is."""


class ChannelClosed(DiscordFault):
    """The story is kept and marked unsent, nothing is asked until the next turn, and the host is told."""


class ThreadArchived(ChannelClosed):
    """The thread is opened, once, and the same asked once more; if that is refused, as ChannelClosed."""


class AnsweredLate(DiscordFault):
    """A line in the log. What was pressed counts all the same, and its turn comes to the channel."""


class AnsweredBefore(DiscordFault):
    """A line in the log: an acknowledgement of ours that seemed lost had come through after all."""


class TokenExpired(DiscordFault):
    """What everybody may read goes to the channel as an ordinary message; a private note is not sent."""


class NoDirectMessages(DiscordFault):
    """A private note takes the letter's place, at the next command or button of that person."""


class CannotQuote(DiscordFault):
    """The same message without the quotation."""


class PayloadRefused(DiscordFault):
    """A bug of ours, logged as one; a story is sent once more as nothing but its text."""


class DiscordAway(DiscordFault):
    """Tried again a few times, the announcement some minutes longer, then marked unsent.

    rests_s: how long Discord wants to be left alone, if it said so.
    """

    def __init__(self, rests_s: float = 0.0) -> None:
        super().__init__()
        self.rests_s = rests_s


@dataclass(frozen=True)
class Outcome:
    """What a code means, and the fault whose reaction it gets."""

    meaning: str
    fault: type[DiscordFault]


ORDINARY: Mapping[int, Outcome] = {
    10003: Outcome("the channel was deleted", ChannelClosed),
    10004: Outcome("the server is gone, or we were sent away", ChannelClosed),
    10008: Outcome("the message was deleted", MessageGone),
    10015: Outcome("the interaction is over: no answer fits it any more", TokenExpired),
    10062: Outcome("the interaction was not acknowledged within three seconds", AnsweredLate),
    40060: Outcome("the interaction has been acknowledged already", AnsweredBefore),
    50001: Outcome("we do not see the channel", ChannelClosed),
    50005: Outcome("the message was written by another account of ours", MessageGone),
    50006: Outcome("the message would have been empty", PayloadRefused),
    50007: Outcome("the person takes no direct messages from us", NoDirectMessages),
    _MISSING_RIGHT: Outcome("we lack a permission in the channel", ChannelClosed),
    50027: Outcome("the interaction's token is older than a quarter of an hour", TokenExpired),
    50035: Outcome("the message is not formed as it should be", PayloadRefused),
    50083: Outcome("the thread is archived", ThreadArchived),
    160002: Outcome("we may not read the message that we quote", CannotQuote),
    160005: Outcome("the thread is locked", ChannelClosed),
    200000: Outcome("the server's own word filter took the message", PayloadRefused),
    200001: Outcome("the server's own word filter took the title", PayloadRefused),
}


def fault_of(error: Exception) -> DiscordFault:
    """The fault that one of UNREACHED stands for; `error` is its cause."""
    fault = _fault(error)
    fault.__cause__ = error
    return fault


def named(error: Exception) -> Exception:
    """The same error, or the fault that it stands for if it is Discord's."""
    return fault_of(error) if isinstance(error, UNREACHED) else error


def meaning_of(fault: DiscordFault) -> str:
    """Why, in words for the log."""
    cause = fault.__cause__
    if isinstance(cause, discord.HTTPException) and (known := ORDINARY.get(cause.code)):
        return known.meaning
    return repr(cause)


def lacks_a_right(fault: DiscordFault) -> bool:
    """Whether we see the channel, and only may not do this in it."""
    cause = fault.__cause__
    return isinstance(cause, discord.HTTPException) and cause.code == _MISSING_RIGHT


def _fault(error: Exception) -> DiscordFault:
    if isinstance(error, discord.RateLimited):
        return DiscordAway(error.retry_after)
    if not isinstance(error, discord.HTTPException) or error.status >= _SERVER_FAULT:
        return DiscordAway()
    if (known := ORDINARY.get(error.code)) is not None:
        return known.fault()
    if error.status in {401, 403, 404}:
        return ChannelClosed()
    return PayloadRefused() if error.status in {400, 413} else DiscordAway()
