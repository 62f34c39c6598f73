"""Dice in double square brackets inside of a message: "I leap [[1d20+2]]", where a server wants that."""

import re

import discord

from cogs.desk import Desk
from cogs.dice_shown import rolled_lines
from cogs.payload import CONTENT, Payload, clipped
from cogs.rolling import Roll
from engine.dice.errors import DiceError
from engine.errors import GameNotPlaying
from engine.model.session import Session

_DICE = re.compile(r"\[\[([^\[\]\n]{1,200})\]\]")
_MOST = 5


def written(content: str) -> tuple[str, ...]:
    """What stands in double brackets, in order.

    >>> written("I leap [[1d20+2]] and fall [[2d6]].")
    ('1d20+2', '2d6')
    """
    return tuple(match[1] for match in _DICE.finditer(content))[:_MOST]


async def rolled(desk: Desk, message: discord.Message, session: Session | None) -> Payload | None:
    """The rolls of a message; null if it has none, or the server does not want them. Raises StoreError.

    What is no dice ("[[the old road]]") stays what it is.
    """
    found = written(message.content)
    guild = await desk.guild(message.guild.id if message.guild else None) if found else None
    if guild is None or not guild.rolls_inline:
        return None
    person = await desk.person(message.author, message.guild.id if message.guild else None)
    locale = desk.library.locale(session.settings.language if session else guild.game.language)
    lines: list[str] = []
    for place, expression in enumerate(found):
        wished = Roll(session, person, expression, "everyone", f"{message.id}/{place}")
        try:
            lines += rolled_lines(person.name, await wished.fall(desk), locale)
        except (DiceError, GameNotPlaying):
            continue
    return Payload(clipped("\n".join(lines), CONTENT)) if lines else None
