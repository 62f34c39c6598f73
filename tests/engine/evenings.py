"""Evenings as they go wrong: many tables at once, with restless players, a moody model and a failing disk."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import TypeVar, get_args

from engine.errors import ModelUnreachable, PlayerError, ServiceError, StoreError, StreamBroke, Unreadable
from engine.events import Event
from engine.gamemaster import Brief, Planned, Recording, Telling
from engine.games import Games
from engine.model.session import GameSettings, NarratorKind, Session
from engine.model.turn import Resolution, ToolPlan, Turn
from engine.model.update import NewCharacter, SituationUpdate, StateUpdate, SuggestedMove
from engine.model.usage import Usage
from engine.parts import Masters, Options, Parts
from engine.requests import Answer, CharacterChoice, NewGame, OwnChoice, Person, ReadyChoice, SurpriseChoice
from engine.turn import TurnEngine
from tests.engine.games_for_tests import INN, action
from tests.fakes.clock import FakeClock
from tests.fakes.entropy import SeededEntropy
from tests.fakes.game_master import ScriptedMaster
from tests.fakes.language_model import ScriptedModel
from tests.fakes.one_book import OneBookLibrary
from tests.fakes.store import MemoryStore

T = TypeVar("T")
PLAYERS = ("ann", "ben", "cyd", "dee")


class Chance(SeededEntropy):
    """What a seed decides."""

    def says(self, share: float) -> bool:
        return self.uniform(0.0, 1.0) < share

    def one_of(self, things: Sequence[T]) -> T:
        return things[self.bits(16) % len(things)]


class FailingStore(MemoryStore):
    """Breaks now and then, before or after it has written, until it is `well`."""

    def __init__(self, chance: Chance, share: float) -> None:
        super().__init__()
        self._chance = chance
        self._share = share
        self.is_well = False

    def break_if_told(self, method: str, when: str) -> None:
        if not self.is_well and self._chance.says(self._share):
            raise StoreError

    def turns_of(self, session_id: str) -> list[Turn]:
        return [turn for turn in self._at.turns.values() if turn.session_id == session_id]


class MoodyMaster:
    """Falls silent, breaks off, cannot be read, and sometimes shows a bug of ours, until it is `well`."""

    def __init__(self, chance: Chance) -> None:
        self._chance = chance
        self.is_well = False

    def _fails(self, share: float) -> bool:
        return not self.is_well and self._chance.says(share)

    async def resolve(self, brief: Brief) -> Planned:
        if self._fails(0.05):
            raise ModelUnreachable
        return Planned(ToolPlan())

    async def narrate(self, brief: Brief, resolution: Resolution) -> AsyncIterator[Telling]:
        said = ""
        for number in range(3):
            await asyncio.sleep(0)
            if self._fails(0.03):
                raise ZeroDivisionError("a bug of ours")
            if self._fails(0.1):
                raise StreamBroke(said) if said else ModelUnreachable()
            piece = f"Part {number} of turn {brief.number}. "
            said += piece
            yield Telling(text=piece)
        yield Telling(usage=Usage(purpose="narrate", model="moody"), seen="it")

    async def record(self, brief: Brief, resolution: Resolution, narrative: str) -> AsyncIterator[Recording]:
        update = StateUpdate(suggestions=(SuggestedMove(label=f"Go on {brief.number}", text="I go on."),))
        yield Recording(update)
        await asyncio.sleep(0)
        if self._fails(0.15):
            raise Unreadable("no JSON")
        situation = SituationUpdate(
            scene_id=self._chance.one_of(("yard", "hall", "moon", "off_map")),
            new_timeline_entries=(f"Turn {brief.number} went by.",),
            world_state_flags={self._chance.one_of(("dawn", "wet", "late")): True},
            new_characters=(NewCharacter(name=f"Guest {brief.number}", role="guest"),),
        )
        yield Recording(update.model_copy(update={"updated_situation": situation}), is_last=True)

    async def prepare(self, brief: Brief) -> tuple[Usage, ...]:
        await asyncio.sleep(0)
        if self._fails(0.2):
            raise ModelUnreachable
        return ()


class MoodySurface:
    """Shows what it is told, mostly."""

    def __init__(self, chance: Chance) -> None:
        self._chance = chance
        self.events: dict[str, list[Event]] = {}

    async def announce(self, event: Event) -> None:
        await asyncio.sleep(0)
        self.events.setdefault(event.session.id, []).append(event)
        if self._chance.says(0.02):
            raise RuntimeError("the surface broke")


@dataclass
class House:
    """Everything that outlives a process, and the process that runs now."""

    chance: Chance
    share: float
    clock: FakeClock = field(default_factory=FakeClock)
    kept: dict[str, str] = field(default_factory=dict)
    """Source ids of actions that a player was told are kept, with their game."""

    def __post_init__(self) -> None:
        self.store = FailingStore(self.chance, self.share)
        self.master = MoodyMaster(self.chance)
        self.surface = MoodySurface(self.chance)
        self._door, self._empty = asyncio.Event(), asyncio.Event()
        self._empty.set()
        self._inside = 0
        self._said = 0
        self.start()

    def start(self) -> None:
        """A process begins."""
        self.parts = Parts(
            surface="terminal",
            store=self.store,
            library=OneBookLibrary(INN),
            clock=self.clock,
            entropy=self.chance,
            masters=Masters(self.master, ScriptedMaster(), ScriptedModel()),
            announcer=self.surface,
            options=Options(announce_limit_s=5.0),
        )
        self.turns = TurnEngine(self.parts)
        self.games = Games(self.parts, self.turns)
        self._door.set()

    async def restart(self) -> None:
        """The process ends in the middle of whatever it does, and another one begins."""
        self._door.clear()
        await self._empty.wait()
        await self.turns.close()
        self.start()
        await self.again(self.turns.resume)

    async def again(self, do: Callable[[], Awaitable[T]]) -> T:
        """What a patient person does: the same once more, until it works."""
        while True:
            with suppress(ServiceError):
                return await do()
            await asyncio.sleep(0)

    async def sit_down(self, name: str) -> Session:
        """A game is opened, and begun by whoever is there."""
        host = Person("ann", "ann")
        settings = GameSettings(
            gather_s=self.chance.one_of((0.0, 4.0)), draft_s=30.0, model=self.chance.one_of(("one", "two"))
        )
        new = NewGame("terminal", None, name, host, name, "inn", settings)
        with suppress(StoreError):
            await self.games.open(new)
        while (game := await self.again(lambda: self.store.session_in("terminal", name))) is None:
            with suppress(StoreError):
                await self.games.open(new)
        for do in (self.join, self.begin):
            with suppress(PlayerError):
                await self.again(partial(do, game.id, "ann"))
        return game

    async def move(self, game_id: str) -> None:
        """Somebody does something at this table. A refusal or a failing store is not the end of the world."""
        await self._door.wait()
        self._inside += 1
        self._empty.clear()
        player = self.chance.one_of(PLAYERS)
        try:
            await self.chance.one_of(_MOVES)(self, game_id, player)
        except (PlayerError, ServiceError):
            pass
        finally:
            self._inside -= 1
            if not self._inside:
                self._empty.set()
        for _ in range(self.chance.bits(6)):
            await asyncio.sleep(0)

    async def act(self, game_id: str, player: str, **changed: object) -> None:
        self._said += 1
        source_id = f"s{self._said}"
        sent = action(player, f"I do {self._said}.", source_id=source_id, session_id=game_id)
        receipt = await self.turns.act(sent.model_copy(update=changed))
        assert receipt.is_new
        self.kept[source_id] = game_id
        if self.chance.says(0.1):
            await self.turns.act(sent)  # delivered twice
        if self.chance.says(0.1):
            await self.turns.edit("terminal", source_id, "I do something else.")
        if self.chance.says(0.1):
            del self.kept[source_id]  # taken back, or not, when the store breaks after writing
            if not await self.turns.withdraw("terminal", source_id):
                self.kept[source_id] = game_id

    async def press(self, game_id: str, player: str) -> None:
        game = await self.store.session(game_id)
        turn_id = self.chance.one_of((game.current_turn_id, game.head_turn_id))
        await self.act(game_id, player, pressed_turn_id=turn_id, selected_suggestion_id="m1", type="choice")

    async def join(self, game_id: str, player: str) -> None:
        own = OwnChoice(f"{player} {self.chance.bits(2)}", "guest")
        choices: tuple[CharacterChoice, ...] = (ReadyChoice("ada"), SurpriseChoice(), own)
        self._said += 1
        source_id = f"j{self._said}"
        await self.games.join(game_id, Person(player, player), self.chance.one_of(choices), source_id)

    async def watch(self, game_id: str, player: str) -> None:
        self._said += 1
        await self.games.watch(game_id, Person(player, player), f"w{self._said}")

    async def leave(self, game_id: str, player: str) -> None:
        self._said += 1
        await self.games.leave(game_id, player, f"l{self._said}")

    async def begin(self, game_id: str, player: str) -> None:
        await self.games.begin(game_id, Person("ann", "ann"))

    async def undo(self, game_id: str, player: str) -> None:
        await self.games.undo(game_id, Person("ann", "ann"), self.chance.one_of((1, 1, 2, 5)))

    async def retell(self, game_id: str, player: str) -> None:
        game = await self.store.session(game_id)
        await self.turns.retell(game.head_turn_id or "none")

    async def answer(self, game_id: str, player: str) -> None:
        game = await self.store.session(game_id)
        answer = self.chance.one_of(
            (Answer("post"), Answer("again"), Answer("write", "So be it."), Answer("write"))
        )
        await self.turns.answer(game.current_turn_id or "none", Person("ann", "ann"), answer)

    async def direct(self, game_id: str, player: str) -> None:
        narrator = self.chance.one_of(get_args(NarratorKind))
        await self.games.set_narrator(game_id, Person("ann", "ann"), narrator)

    async def rest(self, game_id: str, player: str) -> None:
        await self.games.rest(game_id, Person("ann", "ann"))

    async def wake(self, game_id: str, player: str) -> None:
        await self.games.wake(game_id)


_MOVES: tuple[Callable[[House, str, str], Awaitable[None]], ...] = (
    *([House.act] * 12),
    *([House.press] * 8),
    *([House.join, House.answer] * 4),
    *([House.begin, House.undo, House.retell, House.wake] * 3),
    *(House.watch, House.leave, House.direct, House.rest),
)
