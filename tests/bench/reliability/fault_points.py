"""Breaks, kills or stops an evening at one numbered place before or after an await, in this process."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Literal

from engine.asking.pace import Paces
from engine.errors import ModelUnreachable, ServiceError, StoreError
from engine.events import Done, Undone
from engine.games import Games
from engine.model_gm import ModelGameMaster
from engine.offline_gm import OfflineGameMaster
from engine.parts import Masters, Options, Parts
from engine.ports import Store
from engine.turn import TurnEngine
from tests.bench.reliability.broken_evening import Dice, Evening, EveningClock, Seen, storyteller
from tests.bench.reliability.fault_ports import Points, through
from tests.bench.reliability.stone_rules import RULES, library_with
from tests.engine.briefs import CELLAR_INN
from tests.fakes.announcer import RecordingAnnouncer

_LIBRARY = library_with(CELLAR_INN)

Fault = Literal["raise", "crash", "stop"]
"""raise: the port's own error. crash: the process is gone. stop: it is told to stop, and closes in order."""


@dataclass(frozen=True)
class Broken:
    """An evening that was broken once. places: their names; shown: what the surface was told at any time."""

    seen: Seen
    places: tuple[str, ...]
    broke_at: str
    shown: frozenset[str]

    def differs_from(self, due: "Broken") -> str:
        """What is not as it should be. What somebody else had to tell may be another story."""
        if "ScriptedModel" in self.broke_at and self.seen.stories() != due.seen.stories():
            is_whole = (
                self.seen.is_at_rest and self.seen.adds_up and len(self.seen.told) == len(due.seen.told)
            )
            return "" if is_whole else repr(self.seen)[:400]
        if wrong := self.seen.differs_from(due.seen):
            return wrong
        return f"never shown: {missing}" if (missing := sorted(due.shown - self.shown)) else ""


@dataclass
class _Stopping(Points):
    """At the chosen place somebody says stop; what runs does not notice by itself."""

    async def reach(self, name: str, error: Callable[[], BaseException]) -> None:
        self.names.append(name)
        if len(self.names) - 1 == self.chosen:
            self.crashed.set()


async def evening_broken_at(place: int, fault: Fault, store: Store) -> Broken:
    """Play it on this store with a fault at this place (none: -1), in as many processes as that takes."""
    points = _Stopping("crash", place) if fault == "stop" else Points(fault, place)
    first = _Process(points, store, seed=1)
    playing = asyncio.create_task(first.evening.go_on())
    gone = asyncio.create_task(points.crashed.wait())
    await asyncio.wait({playing, gone}, return_when=asyncio.FIRST_COMPLETED)
    gone.cancel()
    if points.crashed.is_set():
        playing.cancel()
    with suppress(asyncio.CancelledError):
        await playing
    await first.turns.close()
    last, shown = first, first.shown()
    if points.crashed.is_set():
        last = _Process(Points(), store, seed=2)
        await last.turns.resume()
        await last.evening.go_on()
        await last.turns.close()
        shown |= last.shown()
    broke_at = points.names[place] if 0 <= place < len(points.names) else "no place"
    return Broken(await last.evening.seen(), tuple(points.names), broke_at, shown)


@dataclass
class _Process:
    """One life of the engine, on a store that outlives it."""

    points: Points
    store: Store
    seed: int
    surface: RecordingAnnouncer = field(default_factory=RecordingAnnouncer)

    def __post_init__(self) -> None:
        entropy = Dice(self.seed)
        clock = through(EveningClock(), self.points, asyncio.CancelledError)
        model = through(storyteller(), self.points, ModelUnreachable)
        parts = Parts(
            surface="terminal",
            store=through(self.store, self.points, StoreError),
            library=_LIBRARY,
            clock=clock,
            entropy=entropy,
            masters=Masters(
                ModelGameMaster(model, _LIBRARY, Paces(), clock, entropy),
                OfflineGameMaster(_LIBRARY),
                model,
            ),
            announcer=through(self.surface, self.points, ServiceError),
            options=Options(gather_s=0.0),
            rulesets=RULES,
        )
        self.turns = TurnEngine(parts)
        self.evening = Evening(Games(parts, self.turns), self.turns, self.store, _LIBRARY)

    def shown(self) -> frozenset[str]:
        """Every moment that the surface was shown whole, and every one that was taken back."""
        done = {f"{e.turn.number}: {e.turn.narrative}" for e in self.surface.events if isinstance(e, Done)}
        undone = {t.narrative for e in self.surface.events if isinstance(e, Undone) for t in e.turns}
        return frozenset(done | {f"taken back: {narrative}" for narrative in undone})
