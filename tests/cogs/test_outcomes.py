"""Rules of Discord's answers: each ordinary one has a name, a meaning and one reaction."""

from types import SimpleNamespace
from typing import cast

import aiohttp
import discord
import pytest

from cogs.again import PATIENT, tried
from cogs.doors import Doors
from cogs.outcomes import (
    ORDINARY,
    AnsweredBefore,
    AnsweredLate,
    CannotQuote,
    ChannelClosed,
    DiscordAway,
    DiscordFault,
    MessageGone,
    NoDirectMessages,
    PayloadRefused,
    ThreadArchived,
    TokenExpired,
    fault_of,
    meaning_of,
)
from tests.fakes.clock import FakeClock

RESET = ConnectionResetError(104, "Connection reset by peer")
"""The number that Linux gives a reset connection; discord.py waits for 54 and 10054."""


def answer(status: int, code: int = 0) -> discord.HTTPException:
    """Discord's answer as discord.py raises it."""
    response = cast("aiohttp.ClientResponse", SimpleNamespace(status=status, reason="", headers={}))
    kinds = {403: discord.Forbidden, 404: discord.NotFound}
    kind = discord.DiscordServerError if status >= 500 else kinds.get(status, discord.HTTPException)
    return kind(response, {"code": code, "message": "no"})


class Discord:
    """Gives these answers, one for each time it is asked, then "yes"."""

    def __init__(self, *answers: Exception) -> None:
        self.asked = 0
        self._answers = list(answers)

    async def __call__(self) -> str:
        self.asked += 1
        if self._answers:
            raise self._answers.pop(0)
        return "yes"


@pytest.mark.parametrize(
    ("status", "code", "fault"),
    [
        (404, 10003, ChannelClosed),
        (404, 10008, MessageGone),
        (404, 10015, TokenExpired),
        (404, 10062, AnsweredLate),
        (400, 40060, AnsweredBefore),
        (403, 50001, ChannelClosed),
        (403, 50005, MessageGone),
        (400, 50006, PayloadRefused),
        (403, 50007, NoDirectMessages),
        (403, 50013, ChannelClosed),
        (401, 50027, TokenExpired),
        (400, 50035, PayloadRefused),
        (400, 50083, ThreadArchived),
        (403, 160002, CannotQuote),
        (403, 160005, ChannelClosed),
        (403, 200000, PayloadRefused),
        (403, 99999, ChannelClosed),
        (404, 0, ChannelClosed),
        (401, 0, ChannelClosed),
        (413, 40005, PayloadRefused),
        (400, 0, PayloadRefused),
        (429, 0, DiscordAway),
        (500, 0, DiscordAway),
        (503, 130000, DiscordAway),
    ],
)
def test_each_answer_has_one_reaction(status: int, code: int, fault: type[DiscordFault]) -> None:
    """What is ordinary for Discord must never look like a crash of ours."""
    error = answer(status, code)

    found = fault_of(error)

    assert (type(found), found.__cause__) == (fault, error)


@pytest.mark.parametrize(
    "error",
    [
        RESET,
        BrokenPipeError(32, ""),
        TimeoutError(),
        aiohttp.ClientPayloadError(),
        aiohttp.ServerDisconnectedError(),
    ],
)
def test_a_connection_that_fails_means_that_discord_is_away(error: Exception) -> None:
    """It may answer in a moment, and nobody has done anything wrong."""
    assert type(fault_of(error)) is DiscordAway


@pytest.mark.parametrize("code", ORDINARY)
def test_whoever_reads_the_log_reads_words_and_no_number(code: int) -> None:
    """At midnight nobody looks up what 50083 was."""
    fault = fault_of(answer(403, code))

    assert meaning_of(fault) == ORDINARY[code].meaning
    assert type(fault).__doc__


@pytest.mark.parametrize("passing", [RESET, answer(503), answer(500), aiohttp.ServerDisconnectedError()])
async def test_what_passes_is_asked_again_a_little_later(passing: Exception) -> None:
    """discord.py repeats neither a 503 nor a reset on Linux."""
    discord_ = Discord(passing, passing)
    clock = FakeClock(instant=True)

    said = await tried(clock, discord_)

    assert (said, discord_.asked, clock.slept) == ("yes", 3, list(PATIENT))


async def test_nobody_is_asked_for_ever() -> None:
    """Three times, then the table goes on without Discord."""
    discord_ = Discord(*[answer(503)] * 9)

    with pytest.raises(DiscordAway):
        await tried(FakeClock(instant=True), discord_)

    assert discord_.asked == 3


@pytest.mark.parametrize("code", [10008, 10062, 40060, 50001, 50007, 50013, 50027, 50035, 50083, 160002])
async def test_a_refusal_is_taken_at_its_word(code: int) -> None:
    """Discord shuts out whoever keeps asking what has been refused."""
    discord_ = Discord(answer(403, code))

    with pytest.raises(ORDINARY[code].fault):
        await tried(FakeClock(), discord_)

    assert discord_.asked == 1


async def test_a_short_rate_limit_is_waited_for_as_long_as_it_lasts() -> None:
    """Asking before it is over would only make it longer."""
    discord_ = Discord(discord.RateLimited(45.0))
    clock = FakeClock(instant=True)

    said = await tried(clock, discord_)

    assert (said, clock.slept) == ("yes", [45.0])


async def test_a_long_rate_limit_is_not_waited_for() -> None:
    """A table must not freeze for ten minutes; the story is shown later."""
    discord_ = Discord(discord.RateLimited(600.0))

    with pytest.raises(DiscordAway) as raised:
        await tried(FakeClock(), discord_)

    assert (raised.value.rests_s, discord_.asked) == (600.0, 1)


async def test_a_channel_that_must_rest_is_left_alone_until_then() -> None:
    """A message of another turn must not run into the same limit."""
    clock = FakeClock(instant=True)
    doors = Doors(clock)
    doors.rests("7", 90.0)

    with pytest.raises(DiscordAway):
        doors.check("7", "post")
    doors.check("8", "post")
    await clock.sleep(90.0)

    doors.check("7", "post")
