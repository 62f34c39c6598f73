"""What can be seen of a message itself, and the eye that says it was heard."""

import asyncio

import discord
import structlog

from cogs.outcomes import UNREACHED

log = structlog.get_logger()

_EYE = "\N{EYE}\N{VARIATION SELECTOR-16}"
_NOD_S = 10.0


async def nodded(message: discord.Message) -> None:
    """An eye on a message that was heard; where we may not, there is none."""
    try:
        async with asyncio.timeout(_NOD_S):
            await message.add_reaction(_EYE)
    except (*UNREACHED, TimeoutError) as error:
        log.info("no_eye", message=message.id, cause=repr(error))


def is_withheld(message: discord.Message) -> bool:
    """Whether Discord has kept a message's words from us: nothing in it at all, which nobody can send."""
    return not (
        message.content
        or message.attachments
        or message.embeds
        or message.components
        or message.stickers
        or message.message_snapshots
        or message.poll
        or message.activity
        or message.flags.voice
    )
