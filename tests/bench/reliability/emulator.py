"""The real process at a Discord emulator whose address GLYPHMASTER_DISCORD_RIG names.

The emulator is asked over HTTP, `POST <address>/_rig/<method>` with arguments as JSON, to let people act.
"""

import asyncio
import os
import sys
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, BinaryIO

import aiohttp

from tests.bench.reliability.discord_play import ADVENTURE
from tests.bench.reliability.outcome import Outcome, Scale

_VARIABLE = "GLYPHMASTER_DISCORD_RIG"
OUTPUT = "output.txt"
"""What the process wrote, in its folder."""
_STOPS_S = 10.0
_OPENS_S = 60.0
_TOLD_S = 50.0


@dataclass(frozen=True)
class Emulator:
    """One that listens at this address."""

    address: str
    session: aiohttp.ClientSession

    async def ask(self, method: str, **arguments: Any) -> Any:
        """What comes of a person's deed, or of a question. Raises AssertionError with what was wrong."""
        async with self.session.post(f"{self.address}/_rig/{method}", json=arguments) as answer:
            said = await answer.json()
        assert "error" not in said, f"{method}: {said['error']}"
        return said["result"]

    async def token(self) -> str:
        """With which a bot may log in."""
        async with self.session.get(f"{self.address}/_rig") as answer:
            return str((await answer.json())["token"])


@dataclass(frozen=True)
class Room:
    """A channel with a game, its player, and an onlooker. gathering: the message with Join."""

    channel: str
    player: str
    onlooker: str
    gathering: str

    async def told(self, emulator: Emulator, after: str) -> Any:
        """The next message with buttons after this one. Raises AssertionError if none comes."""
        return await emulator.ask(
            "wait_message", channel=self.channel, after=after, has_components=True, timeout=_TOLD_S
        )


@dataclass(frozen=True)
class Table:
    """A running process of ours, and its rooms."""

    emulator: Emulator
    rooms: Sequence[Room]

    async def faults(self) -> list[str]:
        """What the emulator holds against us."""
        held = await self.emulator.ask("violations")
        return [f"the emulator says: {violation}" for violation in held]


def is_there(scale: Scale) -> bool:
    """Whether to measure there, too."""
    return scale == "full" and bool(os.environ.get(_VARIABLE))


def together(here: Outcome, there: Outcome) -> Outcome:
    """One line of the table for both."""
    return replace(
        here,
        where=f"{here.where}; the whole process at a Discord emulator",
        tries=here.tries + there.tries,
        failures=here.failures + there.failures,
        figures=f"{here.figures}; at the emulator {there.figures}",
        faults=here.faults + there.faults,
    )


@asynccontextmanager
async def playing_there(
    folder: Path, ollama: str, rooms: int, settings: Mapping[str, str]
) -> AsyncIterator[Table]:
    """Our process, with a game begun in each of so many channels. settings: of the environment."""
    async with aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=_OPENS_S)) as session:
        emulator = Emulator(os.environ[_VARIABLE].rstrip("/"), session)
        environment = {
            **os.environ,
            "DISCORD_TOKEN": await emulator.token(),
            "OLLAMA_HOST": ollama,
            "GLYPHMASTER_HOME": str(folder),
            "GLYPHMASTER_GATHER_S": "0",
            "GLYPHMASTER_LOG_LEVEL": "warning",
            **settings,
        }
        with _output(folder) as output:
            process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "tests.fakes.discord_elsewhere", emulator.address, "run",
                env=environment, stdout=output, stderr=output,
            )  # fmt: skip
            try:
                await emulator.ask("wait_ready", timeout=_OPENS_S, commands=1)
                await emulator.ask("configure", global_limit=0)
                yield Table(emulator, [await _room(emulator, number) for number in range(rooms)])
            finally:
                process.terminate()
                async with asyncio.timeout(_STOPS_S):
                    await process.wait()


def _output(folder: Path) -> BinaryIO:
    folder.mkdir()
    return (folder / OUTPUT).open("wb")


async def _room(emulator: Emulator, number: int) -> Room:
    player = (await emulator.ask("create_user", name=f"player{number}"))["id"]
    onlooker = (await emulator.ask("create_user", name=f"onlooker{number}"))["id"]
    guild = await emulator.ask("create_guild", name=f"Tavern {number}", owner=player)
    await emulator.ask("add_member", guild=guild["id"], user=onlooker)
    channel = guild["channels"][0]["id"]
    place = {"user": player, "channel": channel}
    await emulator.ask("slash", **place, name="game new", options={"adventure": ADVENTURE})
    await emulator.ask("slash", **place, name="join", options={"character": "pim"})
    await emulator.ask("slash", **place, name="game begin")
    seen = await emulator.ask("messages", channel=channel, viewer=onlooker)
    gathering = next(message["id"] for message in seen if message["components"])
    room = Room(channel, player, onlooker, gathering)
    await room.told(emulator, gathering)
    return room
