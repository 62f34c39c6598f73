"""Channels do not mix and turns do not overlap: each channel has a secret word that no other may read."""

import asyncio
import gc
import json
import re
import tracemalloc
from collections import Counter
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

from engine.model.session import GameSettings
from engine.model_request import Chunk, ModelRequest
from tests.bench.games import RECORD
from tests.bench.reliability.discord_play import Process, SwiftClock, playing
from tests.bench.reliability.outcome import Outcome, Scale
from tests.fakes.discord_server import DiscordServer
from tests.fakes.discord_wire import Json
from tests.fakes.language_model import Reply, ScriptedModel

_CHANNELS = {"full": 50, "short": 3}
_TURNS = {"full": 10_000, "short": 30}
_WARM_TURNS = 2_000
"""After so many turns every cache is as large as it gets; growth is counted from here."""
_MB = 1024 * 1024
_MOST_GROWTH = 20 * _MB
_PEOPLE, _SEATED = 20, 6
"""Of twenty people who write at once so many play; the others write beside the story."""
_FIRST_CHANNEL = 1001
_MODELS = 5
_KEPT = 40
"""Messages that Discord keeps in a channel, so that its memory is not taken for ours."""
_LOOKS, _LOOK_S = 2000, 0.005
_CANARY = re.compile(r"canary\d+x")
_HEARSAY = "hearsay"
"""What people who do not play put into their messages."""


class Echo(ScriptedModel):
    """Tells every canary that it is shown, so that a foreign one cannot hide; notes who asks at once."""

    def __init__(self) -> None:
        super().__init__(
            (
                Reply(text=_told, purpose="narrate", times=None),
                Reply(text=json.dumps(RECORD), purpose="record", times=None),
            )
        )
        self.faults: list[str] = []
        self._asking: Counter[str] = Counter()

    async def stream(self, request: ModelRequest) -> AsyncIterator[Chunk]:
        """One answer."""
        seen, prompt = _seen(request), "\n".join(message.content for message in request.messages)
        if len(seen) > 1 or _HEARSAY in prompt:
            self.faults.append(f"one prompt shows {seen}, hearsay: {_HEARSAY in prompt}")
        self._asking.update(seen)
        if any(self._asking[word] > 1 for word in seen):
            self.faults.append(f"two turns of {seen} at once")
        try:
            await asyncio.sleep(0)
            async for chunk in super().stream(request):
                yield chunk
        finally:
            self._asking.subtract(seen)
            self.requests.clear()
            self.stopped.clear()


@dataclass
class Room:
    """A channel with its game. said: ids of its players' messages, in order. turns: how many are due."""

    channel_id: int
    session_id: str
    said: list[str] = field(default_factory=list)
    turns: int = 1

    @property
    def canary(self) -> str:
        """The secret word."""
        return _canary(self.channel_id)


async def measure(scale: Scale, folder: Path) -> Outcome:
    """All people of all channels at once first, then all channels at once until the memory has been seen."""
    if scale == "short":
        return await _measure(scale, folder)  # too short for memory, and slow to look at
    tracemalloc.start(1)
    try:
        return await _measure(scale, folder)
    finally:
        tracemalloc.stop()


async def _measure(scale: Scale, folder: Path) -> Outcome:
    clock, model = SwiftClock(1.3), Echo()
    channels = [_FIRST_CHANNEL + number for number in range(_CHANNELS[scale])]
    faults: list[str] = []
    warm = 0
    async with (
        DiscordServer(channels, clock, keeps=_KEPT) as discord_,
        playing(discord_, folder, model, clock) as process,
    ):
        discord_.on_message = lambda sent: faults.extend(_foreign(sent))
        rooms = [await _room(process, channel) for channel in channels]
        await asyncio.gather(*(_crowd(discord_, room) for room in rooms))
        await _played(process, rooms)
        while (turns := sum(room.turns for room in rooms)) < _TURNS[scale]:
            if not warm and turns >= _WARM_TURNS:
                warm = _held()
            await asyncio.gather(*(_wait_a_turn(discord_, room) for room in rooms))
            await _played(process, rooms)
        growth = _held() - warm
        for room in rooms:
            faults += await _out_of_order(process, room)
        faults += [*discord_.refusals, *model.faults]
    grown = f"; memory grew by {growth / _MB:.1f} MB after turn {_WARM_TURNS:,}" if warm else ""
    if growth >= _MOST_GROWTH:
        faults.append(f"memory grew by {growth / _MB:.1f} MB")
    return Outcome(
        "P11",
        "Channels do not mix and turns do not overlap",
        "our client, engine and store with a small Discord",
        turns,
        len(faults),
        figures=f"{len(rooms)} channels of {_PEOPLE} people at once" + grown,
        faults=tuple(faults[:5]),
    )


async def _room(process: Process, channel_id: int) -> Room:
    """A game with its opening; a few models, so that turns of several channels run at once."""
    settings = GameSettings(gather_s=0.0, model=f"small:{channel_id % _MODELS}b")
    players = [_person(channel_id, number) for number in range(_SEATED)]
    return Room(channel_id, (await process.table(channel_id, players, settings)).id)


async def _crowd(discord_: DiscordServer, room: Room) -> None:
    """Everybody in a channel writes at once; who does not play writes hearsay."""
    await asyncio.gather(*(_says(discord_, room, number) for number in range(_PEOPLE)))


async def _wait_a_turn(discord_: DiscordServer, room: Room) -> None:
    await _says(discord_, room, len(room.said) % _SEATED)


async def _says(discord_: DiscordServer, room: Room, number: int) -> None:
    words = room.canary if number < _SEATED else _HEARSAY
    said = discord_.say(_person(room.channel_id, number), room.channel_id, f"> I look at the {words}.")
    sent = str(await said)
    if number < _SEATED:
        room.said.append(sent)


async def _played(process: Process, rooms: list[Room]) -> None:
    """Returns when all that was said is in a turn that is done."""
    for room in rooms:
        for _ in range(_LOOKS):
            await process.desk.turns.settled(room.session_id)
            head = await process.head(room.session_id)
            room.turns = head.number + 1
            if room.said[-1] in [source for action in head.actions for source in action.source_ids]:
                break
            await asyncio.sleep(_LOOK_S)


async def _out_of_order(process: Process, room: Room) -> list[str]:
    """What is wrong with a channel's turns: due are all, one after the other, with all words once."""
    head = await process.head(room.session_id)
    turns = await process.store.branch(head.id, head.number + 1)
    heard = [source for turn in turns for action in turn.actions for source in action.source_ids]
    faults = []
    if [turn.number for turn in turns] != list(range(head.number + 1)):
        faults.append(f"{room.canary}: turns are missing or doubled")
    if any(one.ended_at is None or one.ended_at > other.began_at for one, other in pairwise(turns)):
        faults.append(f"{room.canary}: two turns overlap")
    if heard != room.said:
        faults.append(f"{room.canary}: {len(room.said)} messages, {len(heard)} heard, or in another order")
    if any(set(_CANARY.findall(turn.narrative)) - {room.canary} for turn in turns):
        faults.append(f"{room.canary}: a foreign canary is stored")
    return faults


def _foreign(sent: Json) -> list[str]:
    """What a message shows that does not belong into its channel."""
    text, own = json.dumps(sent), _canary(int(sent["channel_id"]))
    foreign = [f"{own} shows {word}" for word in sorted(set(_CANARY.findall(text)) - {own})]
    return foreign + [f"{own} shows hearsay"] * (_HEARSAY in text)


def _told(request: ModelRequest) -> str:
    return f"A bird calls: {' '.join(_seen(request))}. Rain falls, and nobody says a word about it."


def _seen(request: ModelRequest) -> list[str]:
    return sorted({word for message in request.messages for word in _CANARY.findall(message.content)})


def _canary(channel_id: int) -> str:
    return f"canary{channel_id}x"


def _person(channel_id: int, number: int) -> int:
    return channel_id * 100 + number


def _held() -> int:
    """Bytes that Python holds; 0 where nobody looks."""
    gc.collect()
    return tracemalloc.get_traced_memory()[0] if tracemalloc.is_tracing() else 0
