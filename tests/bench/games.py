"""Games for measuring: the real engine, store and library, and a model that answers at once."""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from bot.adapters.database import SqliteStore, open_store, upgrade
from bot.adapters.files import FileLibrary
from bot.adapters.system import SystemClock, SystemEntropy
from engine.asking.pace import Paces
from engine.events import Event
from engine.games import Games
from engine.model.action import Action
from engine.model.session import GameSettings, Session
from engine.model_gm import ModelGameMaster
from engine.model_request import Chunk, ModelRequest
from engine.offline_gm import OfflineGameMaster
from engine.parts import Masters, Options, Parts
from engine.ports import Announcer, LanguageModel
from engine.requests import NewGame, Person, SurpriseChoice
from engine.turn import TurnEngine
from tests.fakes.language_model import Reply, ScriptedModel

HOST = Person("host", "Host")
NARRATIVE = (
    "Rain drums on the roof. The keeper turns the lamp, and far below a chain is let out, link by link. " * 4
)
RECORD = {
    "suggestions": [
        {"type": "explore", "label": "Follow the chain", "text": "I follow the chain down to the water.",
         "risk_level": "medium", "for_character": None},
        {"type": "dialogue", "label": "Ask the keeper", "text": "I ask the keeper who pulls the chain.",
         "risk_level": "low", "for_character": None},
    ],
    "updated_situation": {
        "scene_id": None, "current_scene": "The lamp room, with the chain running out.",
        "new_timeline_entries": ["A chain was let out below the lamp room."],
        "open_threads_changes": None, "world_state_flags": None, "new_characters": [],
    },
    "updated_characters": None,
    "responses": None,
}  # fmt: skip
REPLIES = (
    Reply(text=NARRATIVE, purpose="narrate", times=None),
    Reply(text=json.dumps(RECORD), purpose="record", times=None),
)


class Deaf:
    """An announcer that shows nothing."""

    async def announce(self, event: Event) -> None:
        return


@dataclass(frozen=True)
class Bench:
    """An engine to measure."""

    store: SqliteStore
    turns: TurnEngine
    games: Games
    adventure_id: str

    async def game(self, name: str) -> Session:
        """A game with two players, its opening told."""
        settings = GameSettings(gather_s=0.0)
        session = await self.games.open(
            NewGame("terminal", None, name, HOST, name, self.adventure_id, settings)
        )
        for player in ("host", "guest"):
            await self.games.join(session.id, Person(player, player), SurpriseChoice(), f"{name}-{player}")
        await self.games.begin(session.id, HOST)
        await self.turns.settled(session.id)
        return await self.store.session(session.id)

    async def act(self, session: Session, number: int, words: str = "") -> None:
        """One whole turn."""
        action = Action(
            source_id=f"{session.id}-{number}",
            session_id=session.id,
            surface="terminal",
            player_id="host",
            player_name="Host",
            character_id="",
            content=words or f"I look at the lamp for the {number}. time and ask the keeper about it.",
            received_at=SystemClock().now(),
        )
        await self.turns.act(action)
        await self.turns.settled(session.id)


@asynccontextmanager
async def bench(
    folder: Path, model: LanguageModel | None = None, announcer: Announcer | None = None
) -> AsyncIterator[Bench]:
    """An engine on a database in this folder (made by `prepared`)."""
    clock, entropy = SystemClock(), SystemEntropy()
    library = FileLibrary(folder)
    model = model or Forgetful(REPLIES)
    teller = ModelGameMaster(model, library, Paces(), clock, entropy)
    store = await open_store(address(folder), clock, entropy)
    parts = Parts(
        surface="terminal",
        store=store,
        library=library,
        clock=clock,
        entropy=entropy,
        masters=Masters(teller, OfflineGameMaster(library), model, teller.expected_s),
        announcer=announcer or Deaf(),
        options=Options(gather_s=0.0),
    )
    turns = TurnEngine(parts)
    try:
        yield Bench(store, turns, Games(parts, turns), "echo")
    finally:
        await turns.close()
        await store.close()


class Forgetful(ScriptedModel):
    """Keeps no requests, so that what is measured is not the fake's memory."""

    async def stream(self, request: ModelRequest) -> AsyncIterator[Chunk]:
        async for chunk in super().stream(request):
            yield chunk
        self.requests.clear()
        self.stopped.clear()


def address(folder: Path) -> str:
    """The database's URL."""
    return f"sqlite+aiosqlite:///{folder / 'bench.db'}"


def prepared(folder: Path) -> None:
    """Make the database; before any event loop runs."""
    upgrade(address(folder), SystemClock())
