"""A click is acknowledged: people press buttons while the model is busy and a long story is read again."""

import asyncio
from dataclasses import dataclass, field
from pathlib import Path

from bot.adapters.ollama import OllamaModel
from bot.adapters.system import SystemClock
from engine.asking.requests import Limits
from engine.model.session import GameSettings
from tests.bench.reliability.discord_play import LoopWatch, Process, SwiftClock, playing
from tests.bench.reliability.emulator import Room, is_there, playing_there, together
from tests.bench.reliability.outcome import Outcome, Scale
from tests.bench.reliability.slow_server import SlowServer
from tests.fakes import discord_wire as wire
from tests.fakes.discord_server import DiscordServer
from tests.fakes.discord_wire import Json
from tests.fakes.entropy import SeededEntropy

_CLICKS = {"full": 10_000, "short": 120}
_TABLES = {"full": 20, "short": 3}
_LONG_STORY = {"full": 200, "short": 6}
"""Turns before the clicks at the table whose whole story stands in its prompt."""
_CLICKERS = 16
_ROOMS_THERE = 16
_FIRST_CHANNEL = 1001
_PLAYERS = (11, 12)
_PEOPLE = (*_PLAYERS, 13)
_SLOW, _QUICK = "slow:9b", "quick:1b"
_WINDOW = 131_072
_P99_S, _WORST_S, _LAG_S = 1.0, 2.5, 0.25


@dataclass
class Clicks:
    """How long each click waited to be acknowledged, in seconds; how many got no answer."""

    waited_s: list[float] = field(default_factory=list)
    unanswered: int = 0

    @property
    def p99_s(self) -> float:
        """What 99 of 100 waited at most."""
        return sorted(self.waited_s)[int(len(self.waited_s) * 0.99) - 1] if self.waited_s else _WORST_S

    @property
    def worst_s(self) -> float:
        """What the last of them waited."""
        return max(self.waited_s, default=_WORST_S)


async def measure(scale: Scale, folder: Path) -> Outcome:
    """Everything runs in one loop, Discord too: what is measured is rather too long than too short."""
    clicks, watch = Clicks(), LoopWatch()
    channels = [_FIRST_CHANNEL + number for number in range(_TABLES[scale] + 1)]
    async with (
        SlowServer(_SLOW, _QUICK, _WINDOW) as server,
        DiscordServer(channels, SystemClock()) as discord_,
    ):
        model = OllamaModel(server.host, SystemClock())
        limits = Limits(num_ctx=_WINDOW)
        async with playing(discord_, folder, model, SwiftClock(1.3), limits) as process:
            await asyncio.gather(*(_busy_table(process, channel) for channel in channels[:-1]))
            story = await _long_story(process, channels[-1], _LONG_STORY[scale])
            server.is_slow = True
            for channel in channels[:-1]:
                await discord_.say(_PLAYERS[0], channel, "> I go on.")
            reading = asyncio.create_task(_read_again(process, story), name="the long story")
            async with watch:
                await _click_all(discord_, channels, _CLICKS[scale], clicks)
            reading.cancel()
            is_busy = server.is_telling
            await asyncio.wait({reading})
        await model.close()
    faults = [f"the loop was {watch.worst_s:.2f} s late"] * (watch.worst_s >= _LAG_S)
    faults += ["the model was not busy"] * (not is_busy)
    faults += discord_.refusals
    figures = (
        f"loop at most {watch.worst_s * 1000:.0f} ms late; prompts of up to {server.longest:,} characters"
    )
    here = _outcome(_CLICKS[scale], clicks, faults, figures)
    return together(here, await _measure_there(folder / "there")) if is_there(scale) else here


def _outcome(tries: int, clicks: Clicks, faults: list[str], figures: str = "") -> Outcome:
    faults = [*faults, *(f"a click waited {s:.2f} s" for s in clicks.waited_s if s >= _WORST_S)]
    faults += ["a click without an answer"] * clicks.unanswered
    faults += [f"p99 is {clicks.p99_s:.2f} s"] * (clicks.p99_s >= _P99_S)
    waited = f"p99 {clicks.p99_s * 1000:.0f} ms, worst {clicks.worst_s * 1000:.0f} ms"
    return Outcome(
        "P3",
        "A click is acknowledged",
        "our client, engine, store and Ollama adapter, a small Discord and a slow Ollama, in one event loop",
        tries,
        len(faults),
        figures=", ".join(filter(None, [waited, figures])),
        faults=tuple(faults[:5]),
    )


async def _busy_table(process: Process, channel_id: int) -> None:
    await process.table(channel_id, _PLAYERS, GameSettings(gather_s=0.0, model=_SLOW))


async def _long_story(process: Process, channel_id: int, turns: int) -> str:
    """The id of a game that has gone on for a long time and forgets nothing."""
    settings = GameSettings(gather_s=0.0, model=_QUICK, history_max_chars=4 * _WINDOW)
    game = (await process.table(channel_id, _PLAYERS, settings)).id
    for number in range(turns):
        await process.turn(
            game, _PLAYERS[0], f"> I tell what I saw on day {number}. " + "It was long ago. " * 40
        )
    return game


async def _read_again(process: Process, game: str) -> None:
    """Its whole story is made into prompts, turn after turn, until cancelled."""
    while True:
        await process.turn(game, _PLAYERS[0], "> And then?")


async def _click_all(discord_: DiscordServer, channels: list[int], count: int, clicks: Clicks) -> None:
    """Some people at once, each pressing on as soon as they have an answer."""
    chance = SeededEntropy(3)
    left = iter(range(count))

    async def press_on() -> None:
        for _ in left:
            posted = _with_buttons(discord_, channels[int(chance.uniform(0, len(channels))) % len(channels)])
            sent = posted[-1 - int(chance.uniform(0, min(3, len(posted))))]
            button = wire.buttons(sent)[int(chance.uniform(0, len(wire.buttons(sent))))]
            who = _PEOPLE[int(chance.uniform(0, len(_PEOPLE))) % len(_PEOPLE)]
            click = await discord_.press(who, sent, button["custom_id"])
            if click.acknowledged_s is None or not click.answers:
                clicks.unanswered += 1
            else:
                clicks.waited_s.append(click.acknowledged_s)

    await asyncio.gather(*(press_on() for _ in range(_CLICKERS)))


def _with_buttons(discord_: DiscordServer, channel_id: int) -> list[Json]:
    """Stories only: who presses Watch under the gathering plays no longer."""
    sent = [sent for sent in discord_.messages[channel_id].values() if wire.buttons(sent)]
    return [message for message in sent if "gm:table" not in wire.buttons(message)[0]["custom_id"]]


async def _measure_there(folder: Path) -> Outcome:
    """The same with the whole process, clicks coming from outside; there only live buttons can be pressed."""
    clicks, faults = Clicks(), list[str]()
    async with (
        SlowServer(_SLOW, _QUICK, _WINDOW) as server,
        playing_there(folder, server.host, _ROOMS_THERE, {"GLYPHMASTER_MODEL": _SLOW}) as table,
    ):
        server.is_slow = True
        for room in table.rooms:
            await table.emulator.ask("send", user=room.player, channel=room.channel, content="> I go on.")
        left = iter(range(_CLICKS["full"]))

        async def press_on(room: Room) -> None:
            for _ in left:
                click = await table.emulator.ask(
                    "click", user=room.onlooker, message=room.gathering, label="Join"
                )
                if not click["acknowledged"] or click["loading"] or not click["ephemeral"]:
                    clicks.unanswered += 1
                else:
                    clicks.waited_s.append(click["ack_ms"] / 1000)

        await asyncio.gather(*(press_on(room) for room in table.rooms))
        faults += await table.faults()
    return _outcome(_CLICKS["full"], clicks, faults)
