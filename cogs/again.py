"""Asks Discord once more after a fault that passes: a 503, a connection that was reset, a short rate limit.

discord.py repeats 500, 502, 504 and 524 by itself, and resets only with error numbers that Linux does not
use. Only what may safely be asked twice comes here: messages have a nonce, edits and deletions end the same
way, and a second acknowledgement is refused as such.
"""

from collections.abc import Awaitable, Callable, Sequence
from typing import TypeVar

from cogs.outcomes import UNREACHED, DiscordAway, fault_of
from engine.ports import Clock

PATIENT = (2.0, 4.0)
"""Waits between the tries of what nobody waits for with a finger on a button."""
PROMPT = (0.3, 0.7)
"""Waits between the tries of an answer, which a person looks at; the first one has three seconds."""
LONGEST_REST_S = 60.0
"""A rate limit that lasts longer is not waited for."""

T = TypeVar("T")


async def tried(clock: Clock, call: Callable[[], Awaitable[T]], waits: Sequence[float] = PATIENT) -> T:
    """What the call gives; it is made once, and once more after each of the waits.

    Raises DiscordFault.
    """
    for wait_s in waits:
        try:
            return await _asked(call)
        except DiscordAway as fault:
            if fault.rests_s > LONGEST_REST_S:
                raise
            await clock.sleep(max(wait_s, fault.rests_s))
    return await _asked(call)


async def _asked(call: Callable[[], Awaitable[T]]) -> T:
    try:
        return await call()
    except UNREACHED as error:
        raise fault_of(error) from error
