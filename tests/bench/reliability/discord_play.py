"""Games in a small Discord: the real client, engine and store around whatever model a measurement wants."""

import asyncio
import gc
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from time import monotonic

from bot.adapters.database import SqliteStore, open_store, upgrade
from bot.adapters.files import FileLibrary
from bot.adapters.system import SystemClock, SystemEntropy
from bot.client import TableClient, serve
from bot.long_lived import set_aside
from cogs.announcer import DiscordAnnouncer
from cogs.desk import Desk
from cogs.model_list import ModelList
from engine.asking.pace import Paces
from engine.asking.requests import Limits
from engine.games import Games
from engine.model.session import GameSettings, Session
from engine.model.turn import Turn
from engine.model_gm import ModelGameMaster
from engine.offline_gm import OfflineGameMaster
from engine.parts import Masters, Options, Parts
from engine.ports import Clock, LanguageModel
from engine.requests import NewGame, OwnChoice, Person
from engine.turn import TurnEngine
from tests.fakes.discord_elsewhere import discord_at
from tests.fakes.discord_server import DiscordServer
from tests.fakes.discord_wire import GUILD

ADVENTURE = "echo"
_LOGIN_S = 20.0
_LEAVES_S = 2.0
_LOOKS, _LOOK_S = 2000, 0.002


class SwiftClock:
    """Implements `engine.ports.Clock`. Pauses of up to `quick_s` are over at once, and count as passed.

    So nobody waits for real between two edits or two tries; all that takes time by itself still does.
    beside_s: a pause of exactly this length is over at once, too, but does not count: nobody waits for it.
    """

    def __init__(self, quick_s: float, beside_s: float | None = None) -> None:
        self._quick_s = quick_s
        self._beside_s = beside_s
        self._system = SystemClock()
        self._skipped_s = 0.0

    def now(self) -> datetime:
        """Wall time: ids that Discord gives are compared with it."""
        return self._system.now()

    def monotonic(self) -> float:
        """Seconds, with those that were skipped."""
        return self._system.monotonic() + self._skipped_s

    async def sleep(self, seconds: float) -> None:
        """At once, if it is quick."""
        if seconds == self._beside_s:
            seconds = 0
        if 0 < seconds <= self._quick_s:
            self._skipped_s += seconds
            seconds = 0
        await self._system.sleep(seconds)


@dataclass(frozen=True)
class Process:
    """One process of ours, logged in."""

    discord: DiscordServer
    store: SqliteStore
    desk: Desk
    clock: Clock

    async def table(self, channel_id: int, players: Sequence[int], settings: GameSettings) -> Session:
        """A game in this channel with these people, its opening told."""
        host, games = Person(str(players[0]), "Host", may_direct=True), self.desk.games
        session = await games.open(
            NewGame("discord", str(GUILD), str(channel_id), host, f"room {channel_id}", ADVENTURE, settings)
        )
        for player in players:
            person = Person(str(player), f"person{player}")
            await games.join(
                session.id, person, OwnChoice(f"Guest {player}", "a guest"), f"{session.id}-{player}"
            )
        await games.begin(session.id, host)
        await self.desk.turns.settled(session.id)
        return await self.store.session(session.id)

    async def turn(self, session_id: str, player: int, words: str) -> Turn | None:
        """What comes of this player's words; null if it takes too long."""
        before = await self.store.session(session_id)
        await self.discord.say(player, int(before.channel_id), words)
        for _ in range(_LOOKS):
            await asyncio.sleep(_LOOK_S)
            await self.desk.turns.settled(session_id)
            session = await self.store.session(session_id)
            if session.head_turn_id != before.head_turn_id or session.current_turn_id is not None:
                return await self.store.turn(session.current_turn_id or session.head_turn_id or "")
        return None

    async def head(self, session_id: str) -> Turn:
        """The newest turn of a game that has one."""
        session = await self.store.session(session_id)
        turn = await self.store.turn(session.head_turn_id or "")
        assert turn is not None
        return turn


@asynccontextmanager
async def playing(
    discord_: DiscordServer,
    folder: Path,
    model: LanguageModel,
    clock: Clock,
    limits: Limits | None = None,
) -> AsyncIterator[Process]:
    """A process of ours from login to leaving. What it stored stays in the folder for the next."""
    entropy, library = SystemEntropy(), FileLibrary()
    address = f"sqlite+aiosqlite:///{folder / 'games.db'}"
    await asyncio.to_thread(upgrade, address, SystemClock())
    store = await open_store(address, clock, entropy)
    announcer = DiscordAnnouncer(store, library, clock)
    teller = ModelGameMaster(model, library, Paces(), clock, entropy, limits)
    parts = Parts(
        surface="discord",
        store=store,
        library=library,
        clock=clock,
        entropy=entropy,
        masters=Masters(teller, OfflineGameMaster(library), model, teller.expected_s),
        announcer=announcer,
        options=Options(gather_s=0.0),
    )
    turns = TurnEngine(parts)
    desk = Desk(
        turns=turns,
        games=Games(parts, turns),
        store=store,
        library=library,
        models=ModelList(model, clock),
        clock=clock,
        entropy=entropy,
        game=GameSettings(gather_s=0.0),
    )
    client = TableClient(desk, announcer)
    with discord_at(discord_.address):
        login = asyncio.create_task(serve(client, "a token"), name="client")
        try:
            await _logged_in(login, discord_)
            set_aside()
            yield Process(discord_, store, desk, clock)
        finally:
            await turns.close()
            await client.close()
            await asyncio.wait({login}, timeout=_LEAVES_S)
            await store.close()
            gc.unfreeze()


async def _logged_in(login: asyncio.Task[None], discord_: DiscordServer) -> None:
    """Raises what the login failed with."""
    ready = asyncio.create_task(discord_.ready())
    await asyncio.wait({login, ready}, return_when=asyncio.FIRST_COMPLETED, timeout=_LOGIN_S)
    ready.cancel()
    if login.done():
        await login
    assert not login.done(), "the client left while it should play"


class LoopWatch:
    """How late the event loop runs at worst, in seconds, while this is open."""

    _STEP_S = 0.01

    def __init__(self) -> None:
        self.worst_s = 0.0
        self._task: asyncio.Task[None] | None = None

    async def __aenter__(self) -> "LoopWatch":
        self._task = asyncio.create_task(self._watch(), name="loop watch")
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._task
        self._task.cancel()

    async def _watch(self) -> None:
        while True:
            before = monotonic()
            await asyncio.sleep(self._STEP_S)
            self.worst_s = max(self.worst_s, monotonic() - before - self._STEP_S)
