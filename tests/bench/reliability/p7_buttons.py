"""Old buttons have a defined end: every button that was ever posted is pressed after a restart, and again."""

import asyncio
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from engine.model.session import GameSettings
from engine.model.turn import Turn
from engine.model_request import ModelRequest
from engine.requests import Person
from tests.bench.games import REPLIES, Forgetful
from tests.bench.reliability.discord_play import ADVENTURE, Process, SwiftClock, playing
from tests.bench.reliability.outcome import Outcome, Scale
from tests.fakes import discord_wire as wire
from tests.fakes.discord_server import LATE_S, Click, DiscordServer
from tests.fakes.discord_wire import Json
from tests.fakes.language_model import Reply

_TABLES = {"full": 20, "short": 2}
_TURNS = {"full": 9, "short": 2}
_HOST, _GUEST, _ONLOOKER = 11, 12, 13
_FIRST_CHANNEL = 1001
_TAKEN = "Your move: "
"""How the note begins that says that a press counts."""
_STRANGE = (
    "gm:do:neverwas:0:0123abcd",
    "gm:retell:neverwas",
    "gm:table:join:neverwas",
    "gm:draft:open:neverwas",
    "gm:wake:neverwas",
    "gm:write:neverwas",
    "gm:scripted:neverwas",
    "gm:seat:surprise:neverwas",
    "gm:of-another-version:7",
    "of another bot of ours",
)
"""Ids of a game that was deleted, of an older version of ours, of no version."""


@dataclass
class Pressed:
    """All presses so far, and what was wrong with them."""

    clicks: list[Click] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)

    def take(self, custom_id: str, click: Click) -> None:
        """Judge a press by what came back."""
        self.clicks.append(click)
        if click.acknowledged_s is None or click.acknowledged_s >= LATE_S or not click.answers:
            self.faults.append(f"{custom_id}: interaction failed")
        elif len(click.answers) > 1 or not (click.is_private or click.form):
            self.faults.append(f"{custom_id}: {len(click.answers)} answers, private: {click.is_private}")


async def measure(scale: Scale, folder: Path) -> Outcome:
    """The first process plays and posts; the second one, on the same store, gets all the presses."""
    clock = SwiftClock(5.0)
    model = Forgetful((Reply(purpose="narrate", when=_is_dark, times=None), *REPLIES))
    pressed = Pressed()
    channels = [_FIRST_CHANNEL + number for number in range(_TABLES[scale] + 2)]
    async with DiscordServer(channels, clock) as discord_:
        async with playing(discord_, folder, model, clock) as process:
            games = [await _evening(process, number, _TURNS[scale]) for number in range(len(channels) - 1)]
            await process.discord.command(_HOST, channels[-1], "game new", adventure=ADVENTURE)
        posted = _posted(discord_)
        async with playing(discord_, folder, model, clock) as process:
            since, heads = clock.now(), [await process.head(game) for game in games]
            for sent in posted:
                await _press(discord_, sent, pressed)
            for game in games:
                await process.desk.turns.settled(game)
            for sent in posted:
                await _press(discord_, sent, pressed)
            for game in games:
                await process.desk.turns.settled(game)
            taken = [turn for head in heads for turn in await _after(process, head) if turn.began_at > since]
    pressed.faults += discord_.refusals
    pressed.faults += _not_once(taken, pressed)
    return Outcome(
        "P7",
        "Old buttons have a defined end",
        "our client, engine and store with a small Discord",
        len(pressed.clicks),
        len(pressed.faults),
        figures=f"{len(posted)} messages with buttons; {len(taken)} turns came of it",
        faults=tuple(pressed.faults[:5]),
    )


def _is_dark(request: ModelRequest) -> bool:
    """Turns of which the model has nothing to tell."""
    return any(
        "> dark" in message.content or "It is dark" in message.content for message in request.messages[-2:]
    )


async def _evening(process: Process, number: int, turns: int) -> str:
    """A game's id. Some turns are told without a model; the first waits for its DM, the second rests."""
    settings = GameSettings(gather_s=0.0, model="small:1b")
    session = await process.table(_FIRST_CHANNEL + number, (_HOST, _GUEST), settings)
    for turn in range(turns):
        words = "> It is dark here." if turn % 3 == 2 else "> I look around."
        await process.turn(session.id, _HOST, words)
    if number == 0:
        await process.desk.games.set_narrator(session.id, Person(str(_HOST), "Host"), "draft")
        await process.turn(session.id, _HOST, "> I wait for the master's word.")
    if number == 1:
        await process.discord.command(_HOST, _FIRST_CHANNEL + number, "game break")
    return session.id


def _posted(discord_: DiscordServer) -> list[Json]:
    """All messages with buttons; gatherings last, because who presses Watch there plays no longer."""
    sent = [sent for room in discord_.messages.values() for sent in room.values() if wire.buttons(sent)]
    return sorted(sent, key=lambda sent: "gm:table" in wire.buttons(sent)[0]["custom_id"])


async def _press(discord_: DiscordServer, sent: Json, pressed: Pressed) -> None:
    """Every button of a message, twice at once by a player, once by somebody who only reads along."""
    strange = wire.with_button(sent, _STRANGE[len(pressed.clicks) % len(_STRANGE)])
    ids = [(sent, button["custom_id"]) for button in wire.buttons(sent)]
    ids += [(strange, button["custom_id"]) for button in wire.buttons(strange)]
    for message, custom_id in ids:
        clicks = await asyncio.gather(
            *(discord_.press(who, message, custom_id) for who in (_HOST, _HOST, _ONLOOKER))
        )
        for click in clicks:
            pressed.take(custom_id, click)


async def _after(process: Process, head: Turn) -> list[Turn]:
    """All turns that came after this one or in its place."""
    found: list[Turn] = []
    for turn in await process.store.children(head.id):
        found += [turn, *await _after(process, turn)]
    siblings = await process.store.children(head.parent_id or "")
    return found + [turn for turn in siblings if turn.id != head.id]


def _not_once(turns: list[Turn], pressed: Pressed) -> list[str]:
    """Presses that were told they count and made no turn, or two; and those that made one unasked."""
    sources = Counter(source for turn in turns for action in turn.actions for source in action.source_ids)
    said = {str(click.interaction_id) for click in pressed.clicks if click.text.startswith(_TAKEN)}
    faults = [f"press {source} is in {count} turns" for source, count in sources.items() if count > 1]
    faults += [f"press {source} made no turn" for source in said - sources.keys()]
    return faults + [f"press {source} made a turn and was told otherwise" for source in sources.keys() - said]
