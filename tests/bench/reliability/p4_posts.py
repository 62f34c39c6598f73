"""Every turn ends with a post, although three of ten answers of the model break on the way."""

import asyncio
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from structlog.testing import capture_logs

from bot.adapters.ollama import OllamaModel
from bot.adapters.system import SystemClock
from cogs.splitting import split
from engine.asking.circuit import LOOK_S
from engine.asking.pace import Overrides
from engine.asking.requests import Limits
from engine.asking.retries import BASE_S, TRIES
from engine.model.session import GameSettings
from engine.model.turn import Turn
from tests.bench.reliability.breaking_server import HIDDEN, BreakingServer
from tests.bench.reliability.discord_play import Process, SwiftClock, playing
from tests.bench.reliability.emulator import OUTPUT, Table, is_there, playing_there, together
from tests.bench.reliability.outcome import Outcome, Scale
from tests.fakes.discord_rules import is_blank
from tests.fakes.discord_server import DiscordServer
from tests.fakes.entropy import SeededEntropy

_TURNS = {"full": 1_000, "short": 12}
_TURNS_THERE = 100
"""Fewer: nothing is skipped there, and every pause between two tries is waited for."""
_CHANNELS = [1001, 1002, 1003, 1004, 1005]
_PLAYER, _MODEL = 11, "small:1b"
_BUGS = {"error", "critical", "exception"}
_TOTAL_S = 1.5
_LIMITS = Limits(overrides=Overrides(first_token_s=0.3, idle_s=0.3, total_s=_TOTAL_S))
_DEADLINE_S = 2 * (TRIES * _TOTAL_S + BASE_S * (2**TRIES - 2)) + 5.0
"""All tries with their pauses, for what the turn before left unwritten and for telling; five to post."""


@dataclass
class Evening:
    """What happened. slowest_s: from an action to the whole post, pauses that were skipped included."""

    faults: list[str] = field(default_factory=list)
    tellers: Counter[str] = field(default_factory=Counter)
    posts: int = 0
    slowest_s: float = 0.0


async def measure(scale: Scale, folder: Path) -> Outcome:
    """Turn after turn, in a few channels by turns."""
    evening = Evening()
    clock = SwiftClock(5.0, beside_s=LOOK_S)
    loop = asyncio.get_running_loop()
    before = loop.get_exception_handler()
    loop.set_exception_handler(lambda _, what: evening.faults.append(f"an exception got out: {what}"))
    try:
        with capture_logs() as log:
            async with (
                BreakingServer(SeededEntropy(4), [_MODEL]) as server,
                DiscordServer(_CHANNELS, clock) as discord_,
            ):
                model = OllamaModel(server.host, SystemClock())
                async with playing(discord_, folder, model, clock, _LIMITS) as process:
                    await _play(process, server, _TURNS[scale], evening)
                await model.close()
    finally:
        loop.set_exception_handler(before)
    evening.faults += [f"an exception got out: {entry}" for entry in log if entry["log_level"] in _BUGS]
    evening.faults += discord_.refusals
    here = Outcome(
        "P4",
        "Every turn ends with a post",
        "our client, engine, store and Ollama adapter with a small Discord and a breaking Ollama",
        _TURNS[scale],
        len(evening.faults),
        figures=f"{evening.posts:,} posts; {sum(server.broken.values()):,} of {server.answered:,} answers "
        f"broken in {len(server.broken)} ways; {evening.tellers['model']:,} told by the model, "
        f"{evening.tellers['offline']:,} without; slowest {evening.slowest_s:.1f} s of {_DEADLINE_S:.0f} s",
        faults=tuple(evening.faults[:5]),
    )
    return together(here, await _measure_there(folder / "there")) if is_there(scale) else here


async def _play(process: Process, server: BreakingServer, turns: int, evening: Evening) -> None:
    settings = GameSettings(gather_s=0.0, model=_MODEL)
    games = [(await process.table(channel, [_PLAYER], settings)).id for channel in _CHANNELS]
    process.discord.on_message = lambda sent: evening.faults.extend(
        ["a thought is shown"] if HIDDEN in sent["content"] else []
    )
    server.is_calm = False
    for number in range(turns):
        began = process.clock.monotonic()
        turn = await process.turn(games[number % len(games)], _PLAYER, f"> I go on, step {number}.")
        took_s = process.clock.monotonic() - began
        evening.slowest_s = max(evening.slowest_s, took_s)
        if turn is None:
            evening.faults.append(f"turn {number} never came")
            continue
        evening.tellers[turn.told_by or ""] += 1
        evening.posts += 1
        faults = await _faults(process, turn)
        if took_s > _DEADLINE_S:
            faults.append(f"it took {took_s:.0f} s")
        evening.faults += [f"turn {number}, reference {turn.reference}: {fault}" for fault in faults]


async def _faults(process: Process, turn: Turn) -> list[str]:
    """What is wrong with how a turn was shown."""
    posts = [post for post in await process.store.posts(turn.id) if post.kind == "narrative"]
    shown = [
        process.discord.messages[int(post.channel_id)].get(int(post.message_id), {}).get("content", "")
        for post in sorted(posts, key=lambda post: post.part)
    ]
    faults = [] if turn.status == "done" else [f"it is {turn.status}"]
    if not shown or any(is_blank(text.strip("…")) for text in shown):
        faults.append(f"an empty post: {shown}")
    if shown != [chunk.shown for chunk in split(turn.narrative)]:
        faults.append(f"{shown} is not what was told: {turn.narrative!r}")
    return faults


async def _measure_there(folder: Path) -> Outcome:
    """The same with the whole process, whose limits are set in its environment."""
    faults: list[str] = []
    limits = {"GLYPHMASTER_FIRST_TOKEN_S": "0.5", "GLYPHMASTER_IDLE_S": "0.5", "GLYPHMASTER_TOTAL_S": "2"}
    async with (
        BreakingServer(SeededEntropy(5), [_MODEL]) as server,
        playing_there(folder, server.host, len(_CHANNELS), {"GLYPHMASTER_MODEL": _MODEL, **limits}) as table,
    ):
        server.is_calm = False
        for number in range(_TURNS_THERE):
            if fault := await _fault_there(table, number):
                faults.append(f"turn {number}: {fault}")
        faults += await table.faults()
    faults += [line for line in (folder / OUTPUT).read_text().splitlines() if "Traceback" in line]
    return Outcome(
        "P4", "", "", _TURNS_THERE, len(faults), figures=f"{_TURNS_THERE} posts", faults=tuple(faults[:5])
    )


async def _fault_there(table: Table, number: int) -> str:
    room = table.rooms[number % len(table.rooms)]
    said = await table.emulator.ask(
        "send", user=room.player, channel=room.channel, content=f"> I go on {number}."
    )
    try:
        shown = await room.told(table.emulator, said["id"])
    except AssertionError as error:
        return str(error)
    return "an empty post" if is_blank(shown["content"].strip("…")) else ""
