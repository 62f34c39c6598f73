"""A tool takes effect once: a turn that is broken wherever it waits ends as if nothing had been."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from pathlib import Path

from pydantic import JsonValue

from engine.asking.pace import Paces
from engine.errors import ModelUnreachable, ServiceError, StoreError
from engine.games import Games
from engine.model.action import Action, ToolCall, ToolResult
from engine.model.session import GameSettings
from engine.model_gm import ModelGameMaster
from engine.model_request import ModelRequest
from engine.offline_gm import OfflineGameMaster
from engine.parts import Masters, Options, Parts
from engine.requests import NewGame, Person, ReadyChoice
from engine.turn import TurnEngine
from tests.bench.reliability.everywhere import broken_everywhere
from tests.bench.reliability.fault_ports import Fault, Points, through
from tests.bench.reliability.outcome import Outcome, Scale
from tests.bench.reliability.stone_rules import FALLEN, PUSHED, RULES, library_with
from tests.engine.briefs import CELLAR_INN
from tests.fakes.announcer import RecordingAnnouncer
from tests.fakes.clock import LONG_AGO, FakeClock
from tests.fakes.entropy import SeededEntropy
from tests.fakes.language_model import Reply, ScriptedModel
from tests.fakes.store import MemoryStore

_ANN, _BOB = Person("ann", "Ann"), Person("bob", "Bob")
_SEED_BITS = (63, 256)
_IN_SHORT: dict[Fault, int] = {"raise": 2, "crash": 4}
"""Every second place, which lies behind an await, is broken; every fourth kills."""
_TRIES = 6
_CALLS: tuple[dict[str, JsonValue], ...] = (
    {"tool": "push", "args": {"thing": "stone"}},
    {"tool": "push", "args": {"thing": "stone"}},
    {"tool": "topple", "args": {}, "needs": 1},
    {"tool": "topple", "args": {}, "needs": 0},
    {"tool": "push", "args": {"thing": "stone"}, "needs": 3},
    {"tool": "heal", "args": {"character_id": "ann", "amount": 9}},
)
"""Twice the same; one that needs another; one that is refused, and one that needs that; one not allowed."""
_DUE = f"{PUSHED} 3, {FALLEN} True"
_PUSH = ToolCall(tool="push", args={"thing": "stone"})
_UPDATE = json.dumps({"updated_situation": {"new_timeline_entries": ["A stone moved."]}})


async def measure(scale: Scale, folder: Path) -> Outcome:
    """One run without a fault, then one for each place and fault."""
    due = await _run("raise", -1)
    faults = [f"without a fault: {due.effects}"] if due.effects[-1] != _DUE else []
    tries = 1
    ways: tuple[tuple[Fault, bool], ...] = (("raise", False), ("crash", False), ("crash", True))
    for fault, twice in ways if scale == "full" else ways[:2]:
        for place in range(due.places) if scale == "full" else range(1, due.places, _IN_SHORT[fault]):
            tries += 1
            found = await _run(fault, place, twice=twice)
            if wrong := found.differs_from(due):
                faults.append(f"{fault}{' twice' * twice} at place {place}, {found.broke_at}: {wrong}")
    # And one whole evening, with drafts, retelling and undo, on a real database.
    places, wrong_there = await broken_everywhere("raise", folder) if scale == "full" else (0, [])
    tries, faults = tries + places, faults + wrong_there
    return Outcome(
        "P2",
        "A tool takes effect once",
        "the engine; every await of two turns broken, killed, and killed again while it goes on",
        tries,
        len(faults),
        figures=f"{due.places} places in two turns, {places} in an evening",
        faults=tuple(faults[:5]),
    )


@dataclass(frozen=True)
class _Run:
    """What stands at the end. effects: of tools, turn by turn; state: all of the game."""

    places: int
    broke_at: str
    effects: tuple[str, ...]
    state: str
    told: tuple[str, ...]

    def differs_from(self, due: "_Run") -> str:
        """What is not as it should be; a story that somebody else had to tell may be another story."""
        if self.effects != due.effects:
            return f"effects {self.effects} instead of {due.effects}"
        if "ScriptedModel" not in self.broke_at and (self.told, self.state) != (due.told, due.state):
            return "another state" if self.told == due.told else f"told {self.told}"
        return ""


class _Chance(SeededEntropy):
    """The dice of a turn fall as they would have fallen; all other chance goes on."""

    def bits(self, count: int) -> int:
        return 7 if count in _SEED_BITS else super().bits(count)


@dataclass
class _House:
    """What outlives a process, and the process that runs now."""

    store: MemoryStore = field(default_factory=MemoryStore)
    processes: int = 0
    numbers: "count[int]" = field(default_factory=count)

    def start(self, points: Points) -> None:
        """A process begins."""
        library, entropy = library_with(CELLAR_INN), _Chance(self.processes)
        self.processes += 1
        clock = through(FakeClock(instant=True), points, asyncio.CancelledError)
        model = through(self._model(), points, ModelUnreachable)
        parts = Parts(
            surface="discord",
            store=through(self.store, points, StoreError),
            library=library,
            clock=clock,
            entropy=entropy,
            masters=Masters(
                ModelGameMaster(model, library, Paces(), clock, entropy), OfflineGameMaster(library), model
            ),
            announcer=through(RecordingAnnouncer(), points, ServiceError),
            options=Options(gather_s=0.0),
            rulesets=RULES,
        )
        self.turns = TurnEngine(parts)
        self.games = Games(parts, self.turns)

    def _model(self) -> ScriptedModel:
        return ScriptedModel(
            (
                Reply(text="Stone grinds on stone.", purpose="narrate", times=None),
                Reply(text=self._plan, purpose="plan", times=None),
                Reply(text=_UPDATE, purpose="record", times=None),
            )
        )

    def _plan(self, request: ModelRequest) -> str:
        """Ever the same wishes, ever under new ids of the model's own making."""
        calls = [{**call, "id": f"call_{next(self.numbers)}", "purpose": "to see"} for call in _CALLS]
        return json.dumps({"intent": "The stone goes.", "tool_calls": calls})


async def _run(fault: Fault, place: int, *, twice: bool = False) -> _Run:
    """One evening. twice: the process that goes on after a crash is killed in the middle of that."""
    house, points = _House(), Points(fault)
    house.start(points)
    new = NewGame("discord", "guild", "channel", _ANN, "inn", CELLAR_INN.id, GameSettings(gather_s=0.0))
    session = await house.games.open(new)
    for person, ready in ((_ANN, "Ada"), (_BOB, "Bo")):
        await house.games.join(session.id, person, ReadyChoice(ready), f"join-{person.id}")
    await house.games.begin(session.id, _ANN)
    await house.turns.settled(session.id)
    points.names.clear()
    points.chosen = place
    await _until_dead(house, session.id, points)
    for again in (*((Points("crash", place // 2),) if twice else ()), Points()):
        if points.crashed.is_set():
            house.start(again)
            with suppress(asyncio.CancelledError):
                await house.turns.resume()
            await _until_dead(house, session.id, again)
    return await _seen(house.store, session.id, points)


async def _until_dead(house: _House, session_id: str, points: Points) -> None:
    """Play to the end, or until the process is gone."""
    playing = asyncio.create_task(_play(house, session_id))
    dying = asyncio.create_task(points.crashed.wait())
    await asyncio.wait({playing, dying}, return_when=asyncio.FIRST_COMPLETED)
    dying.cancel()
    if points.crashed.is_set():
        playing.cancel()
    with suppress(asyncio.CancelledError):
        await playing
    await house.turns.close()


async def _play(house: _House, session_id: str) -> None:
    """Each acts and the table rests. Whoever hears of a fault does the same again."""
    for person in (_ANN, _BOB):
        action = _action(session_id, person)
        await _patient(partial(house.turns.act, action))
        await house.turns.settled(session_id)


async def _patient(deed: Callable[[], Awaitable[object]]) -> None:
    for _ in range(_TRIES):
        with suppress(ServiceError):
            await deed()
            return


def _action(session_id: str, person: Person) -> Action:
    """Ann writes, and a model chooses the tools; Bob presses a button that carries its call."""
    return Action(
        source_id=f"deed-{person.id}",
        session_id=session_id,
        surface="discord",
        player_id=person.id,
        player_name=person.name,
        character_id="",
        content="I push the stone twice.",
        call=_PUSH if person is _BOB else None,
        received_at=LONG_AGO,
    )


async def _seen(store: MemoryStore, session_id: str, points: Points) -> _Run:
    session = await store.session(session_id)
    turns = await store.branch(session.head_turn_id, 99)
    effects = tuple(json.dumps([_told(result) for result in turn.resolution.results]) for turn in turns)
    flags = session.head_state.situation.world_state_flags
    acted = tuple(f"{a.player_id}: {a.source_ids}" for t in turns for a in t.actions)
    is_broken = 0 <= points.chosen < len(points.names)
    return _Run(
        places=len(points.names),
        broke_at=points.names[points.chosen] if is_broken else "no place",
        effects=(*effects, *sorted(acted), f"{PUSHED} {flags.get(PUSHED)}, {FALLEN} {flags.get(FALLEN)}"),
        state=session.head_state.model_dump_json(),
        told=tuple(t.narrative for t in turns),
    )


def _told(result: ToolResult) -> JsonValue:
    """A result without the id of its turn, which chance gave."""
    facts: list[JsonValue] = [fact.model_dump() for fact in result.facts]
    return [result.id.partition(":")[2], result.call.tool, facts, result.is_refused]
