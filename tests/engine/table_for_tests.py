"""A whole table without an outside world: the real engine over fakes."""

from dataclasses import dataclass, field, replace

from engine.gamemaster import GameMaster
from engine.games import Games
from engine.model.adventure import Adventure
from engine.model.session import GameSettings, NarratorKind, Session
from engine.model.turn import Turn
from engine.model_gm import ModelGameMaster
from engine.parts import Host, Masters, Options, Parts
from engine.ports import Entropy, Locale, Store
from engine.requests import NewGame, Person, ReadyChoice
from engine.rulesets.registry import SHIPPED, Rulesets
from engine.turn import TurnEngine
from tests.engine.games_for_tests import INN, action
from tests.fakes.announcer import RecordingAnnouncer
from tests.fakes.clock import FakeClock
from tests.fakes.entropy import SeededEntropy
from tests.fakes.game_master import ScriptedMaster
from tests.fakes.language_model import ScriptedModel
from tests.fakes.one_book import KeyLocale, OneBookLibrary
from tests.fakes.store import MemoryStore

HOST = Person("ann", "ann")


@dataclass
class Table:
    """One channel's game. `model` tells, `offline` stands in for it."""

    store: Store = field(default_factory=MemoryStore)
    model: GameMaster = field(default_factory=ScriptedMaster)
    offline: GameMaster = field(default_factory=ScriptedMaster)
    surface: RecordingAnnouncer = field(default_factory=RecordingAnnouncer)
    clock: FakeClock = field(default_factory=lambda: FakeClock(instant=True))
    language_model: ScriptedModel = field(default_factory=ScriptedModel)
    host: Host | None = None
    sentences: Locale = field(default_factory=KeyLocale)
    rulesets: Rulesets = SHIPPED
    book: Adventure = INN
    entropy: Entropy | None = None
    seed: int = 0
    game_id: str = ""

    def __post_init__(self) -> None:
        self.parts = Parts(
            surface="terminal",
            store=self.store,
            library=OneBookLibrary(self.book, self.sentences),
            clock=self.clock,
            entropy=self.entropy or SeededEntropy(self.seed),
            masters=self._masters(),
            announcer=self.surface,
            options=Options(announce_limit_s=0.2),
            rulesets=self.rulesets,
        )
        self.turns = TurnEngine(self.parts)
        self.games = Games(self.parts, self.turns)
        self.said = 0

    def _masters(self) -> Masters:
        """A game master that asks a model watches its host, and looks at its window, by itself."""
        masters = Masters(self.model, self.offline, self.language_model)
        if isinstance(self.model, ModelGameMaster):
            return replace(masters, host=self.model.host, fits=self.model.check)
        return replace(masters, host=self.host) if self.host else masters

    async def gather(self, *players: str, narrator: NarratorKind = "ai", gather_s: float = 0.0) -> Session:
        """Open a game and seat these people with the ready characters, in order."""
        settings = GameSettings(narrator=narrator, gather_s=gather_s)
        game = await self.games.open(NewGame("terminal", None, "inn", HOST, "inn", self.book.id, settings))
        self.game_id = game.id
        for player, ready in zip(players, INN.ready_characters, strict=False):
            game = await self.games.join(
                game.id, Person(player, player), ReadyChoice(ready.id), f"join-{player}"
            )
        return game

    async def play(self, *players: str, narrator: NarratorKind = "ai", gather_s: float = 0.0) -> Session:
        """Open, seat and begin; returns when the opening is told."""
        await self.gather(*players, narrator=narrator, gather_s=gather_s)
        await self.games.begin(self.game_id, HOST)
        return await self.rested()

    async def act(self, player: str, content: str, **changed: object) -> Session:
        """Somebody acts, and the table comes to rest."""
        await self.send(player, content, **changed)
        return await self.rested()

    async def send(self, player: str, content: str, **changed: object) -> None:
        """Somebody acts; what follows is not waited for."""
        self.said += 1
        sent = action(player, content, source_id=f"s{self.said}", session_id=self.game_id)
        await self.turns.act(sent.model_copy(update=changed))

    async def rested(self) -> Session:
        await self.turns.settled(self.game_id)
        return await self.game()

    async def game(self) -> Session:
        return await self.store.session(self.game_id)

    async def head(self) -> Turn:
        turn = await self.store.turn((await self.game()).head_turn_id or "")
        assert turn is not None
        return turn

    async def told(self) -> list[str]:
        """The narratives along the log, oldest first."""
        return [t.narrative for t in await self.store.branch((await self.game()).head_turn_id, 99)]

    def restarted(self, **parts: object) -> "Table":
        """Another process on the same store."""
        again = Table(store=self.store, seed=self.seed + 1000, game_id=self.game_id, **parts)  # type: ignore[arg-type]  # parts by name
        again.said = self.said
        return again
