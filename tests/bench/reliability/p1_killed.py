"""A committed turn survives a killed process: whenever it is killed, and wherever."""

import asyncio
from collections import Counter
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from engine.model.session import Session
from engine.model.turn import Turn
from tests.bench.reliability.killed_places import killed_at, whole_evening
from tests.bench.reliability.numbered_server import NumberedServer, told_of
from tests.bench.reliability.nursery import Nursery
from tests.bench.reliability.outcome import Outcome, Scale
from tests.bench.reliability.piped_play import MODEL, Home, Play
from tests.fakes.entropy import SeededEntropy

WHAT = "A committed turn survives a killed process"
_AT_ONCE = 2
"""Homes that are played and killed at the same time, each by a process of its own."""
_GAMES = ("red", "green", "blue")
_KILLS = {"full": 500, "short": 2}
_TYPED_AHEAD = 40
_IN_PLAY_S = 1.0
"""A kill comes within this after the first line; each eighth within this after the start itself."""
_TURNS = "SELECT status, narrative, actions FROM turns WHERE number > 0"
_FAULTS_KEPT = 5


async def measure(scale: Scale, folder: Path) -> Outcome:
    """Kills at random moments over a pipe, then at every numbered place; each followed by a start."""
    async with NumberedServer(MODEL) as server:
        homes = [_Load(Home(folder / f"home{n}", server.host), SeededEntropy(n)) for n in range(_AT_ONCE)]
        for load in homes:
            await load.home.furnish(_GAMES)
        await asyncio.gather(*(load.killed(_KILLS[scale] // _AT_ONCE) for load in homes))
        for load in homes:
            await load.compare()
    places, wrong = await _killed_places(folder) if scale == "full" else (0, [])
    faults = [fault for load in homes for fault in load.faults] + wrong
    acknowledged = sum(len(load.acknowledged) for load in homes)
    return Outcome(
        "P1",
        WHAT,
        "`glyphmaster play` on a pipe; then a process at every numbered place of an evening",
        _KILLS[scale] + places,
        len(faults),
        figures=f"{_KILLS[scale]} at random, {places} at places; {acknowledged:,} turns acknowledged",
        faults=tuple(faults[:_FAULTS_KEPT]),
    )


@dataclass
class _Load:
    """One home under load. acknowledged: numbers whose turn stood whole on the screen; typed: the last."""

    home: Home
    entropy: SeededEntropy
    acknowledged: set[int] = field(default_factory=set)
    faults: list[str] = field(default_factory=list)
    typed: int = 0

    async def killed(self, times: int) -> None:
        """Each start is also the one after the last kill."""
        for time in range(times):
            await self._one_life(_GAMES[time % len(_GAMES)], is_early=time % 8 == 7)
            await asyncio.to_thread(self._look, f"after kill {time + 1}")

    async def compare(self) -> None:
        """Once all is told to its end: every acknowledged turn once, in order, whole."""
        told: list[int] = []
        for session, turns in await self.home.finished(_GAMES):
            self.faults += _faults_of(session, turns)
            told += [number for turn in turns if (number := told_of(turn.narrative))]
        self._count(told, "at the end")
        self.faults += await self.home.faults()

    async def _one_life(self, game: str, *, is_early: bool) -> None:
        play = await Play.started(self.home, game)
        numbers = range(self.typed + 1, self.typed + 1 + _TYPED_AHEAD)
        self.typed = numbers[-1]
        await play.type(*(f"I look for number {number}." for number in numbers))
        if not is_early:
            await play.read()
        dying = asyncio.create_task(_kill(play, self.entropy.uniform(0.0, _IN_PLAY_S)))
        story: int | None = None
        while (line := await play.read()) is not None:
            if (number := told_of(line)) is not None:
                story = number
            elif story and line.startswith("1. "):
                self.acknowledged.add(story)
        await dying
        if play.process.returncode != -9:
            assert play.process.stderr is not None
            self.faults.append(f"it ended by itself: {(await play.process.stderr.read()).decode()[:200]}")

    def _look(self, when: str) -> None:
        """The file as the kill left it."""
        rows = self.home.rows(_TURNS)
        told = [told_of(str(narrative)) for status, narrative, _ in rows if status in {"narrated", "done"}]
        self._count([number for number in told if number], when)
        taken = Counter(told_of(str(actions)) for _, _, actions in rows)
        self.faults += [
            f"{when}: number {n} was taken by {count} turns" for n, count in taken.items() if count > 1
        ]

    def _count(self, told: Iterable[int], when: str) -> None:
        times = Counter(told)
        self.faults += [f"{when}: number {n} is lost" for n in sorted(self.acknowledged) if not times[n]]
        self.faults += [
            f"{when}: number {n} is told {count} times" for n, count in times.items() if count > 1
        ]


async def _kill(play: Play, after_s: float) -> None:
    await asyncio.sleep(after_s)
    with suppress(ProcessLookupError):
        play.process.kill()
    await play.process.wait()


def _faults_of(session: Session, turns: tuple[Turn, ...]) -> list[str]:
    """What is half done, or out of order, in a game at rest."""
    faults = [f"{session.name}: turn {t.number} is {t.status}" for t in turns if t.status != "done"]
    numbers = [told_of(turn.narrative) for turn in turns if not turn.is_opening]
    acted = [told_of(turn.actions[0].content) for turn in turns if not turn.is_opening]
    if numbers != acted:
        faults.append(f"{session.name}: told {numbers}, done {acted}")
    if sorted(number or 0 for number in numbers) != numbers:
        faults.append(f"{session.name}: out of order: {numbers}")
    if session.current_turn_id is not None:
        faults.append(f"{session.name}: a turn is still under way")
    return faults


async def _killed_places(folder: Path) -> tuple[int, list[str]]:
    """Kill the evening at each place; how many there were, and what went wrong."""
    nurseries = [await Nursery.opened() for _ in range(_AT_ONCE)]
    try:
        due = await whole_evening(nurseries[0], folder)
        waiting, wrong = list(range(due.left.places)), []

        async def kill(nursery: Nursery) -> None:
            while waiting:
                place = waiting.pop()
                if fault := await killed_at([place], due, nursery, folder):
                    wrong.append(f"killed at place {place}: {fault}")

        await asyncio.gather(*(kill(nursery) for nursery in nurseries))
        return due.left.places, wrong
    finally:
        for nursery in nurseries:
            await nursery.close()
