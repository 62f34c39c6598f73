"""Stop and start are clean: SIGTERM in each phase of a turn, and the next start goes on with it."""

import asyncio
import signal
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import cycle, islice
from pathlib import Path
from time import perf_counter
from typing import Literal

from tests.bench.reliability.everywhere import broken_everywhere
from tests.bench.reliability.numbered_server import NumberedServer, told_of
from tests.bench.reliability.outcome import Outcome, Scale
from tests.bench.reliability.piped_play import MODEL, Home, Play
from tests.fakes.entropy import SeededEntropy
from tests.fakes.ollama_parts import FOREVER, Part
from tests.fakes.ollama_server import Body

Phase = Literal["gather", "first word", "mid-stream", "record", "waiting", "end", "rest", "start"]
PHASES: tuple[Phase, ...] = (
    "mid-stream",
    "waiting",
    "gather",
    "first word",
    "record",
    "end",
    "rest",
    "start",
)
_STOPS = {"full": 100, "short": 2}
_GAME = "red"
_GONE_S, _READY_S, _PATIENCE_S = 10.0, 5.0, 30.0
_SIGTERM_CODE = 143
_GATHER_S = "2"
_START_S = 1.0
"""How long a process starts at most; it is stopped somewhere within."""
_WORDS_BEFORE = 5
_ACTIONS = "SELECT content, kind FROM actions WHERE kind = 'action' ORDER BY sequence"
_OFFERED = r"^Enter posts it"
_FAULTS_KEPT = 5


async def measure(scale: Scale, folder: Path) -> Outcome:
    """Stops over a pipe; in full also at every numbered place, with tools, in this process."""
    # On a busy machine a start takes as long as others let it; the promise is about an idle one.
    limit_s = _READY_S if scale == "full" else _PATIENCE_S
    stops = _Stops(folder / "home", limit_s, SeededEntropy())
    phases = list(islice(cycle(PHASES), _STOPS[scale]))
    await stops.furnish()
    await stops.stopped(phases)
    places, wrong = await broken_everywhere("stop", folder) if scale == "full" else (0, [])
    faults = stops.faults + wrong
    gone, ready = max(stops.gone_s), max(stops.ready_s)
    return Outcome(
        "P12",
        "Stop and start are clean",
        "`glyphmaster play` on a pipe; then the engine on a real database, at every await of an evening",
        len(phases) + places,
        len(faults),
        figures=f"gone in {gone:.1f} s, ready in {ready:.1f} s at worst; {places} places",
        faults=tuple(faults[:_FAULTS_KEPT]),
    )


@dataclass
class _Stops:
    """One home, played and stopped again and again; each start is also the one after the last stop."""

    folder: Path
    limit_s: float
    entropy: SeededEntropy
    faults: list[str] = field(default_factory=list)
    gone_s: list[float] = field(default_factory=list)
    ready_s: list[float] = field(default_factory=list)
    typed: int = 0
    phase: Phase = "rest"
    is_there: asyncio.Event = field(default_factory=asyncio.Event)

    def __post_init__(self) -> None:
        self.server = NumberedServer(MODEL, self._paced)

    async def furnish(self) -> None:
        """A game, its opening told."""
        async with self.server:
            self.home = Home(self.folder, self.server.host)
            await self.home.furnish((_GAME,))

    async def stopped(self, phases: Sequence[Phase]) -> None:
        """Stop once in each of these; each start is also the one after the last stop."""
        async with self.server:
            self.home = Home(self.folder, self.server.host)
            for phase in phases:
                play = await self._start(phase)
                if phase == "start":
                    await self._go_to("first word", play)
                    await self._stop(play)
                    play = await self._started(phase)
                await self._go_to(phase, play)
                await self._stop(play)
            await self._stop(await self._start("rest"))
            await self._compare()

    async def _start(self, to: Phase) -> Play:
        """Ready: the open turn is told or offered; if none is open, what was told last is shown."""
        stopped_in, self.phase = self.phase, "rest"
        owed = await asyncio.to_thread(self._newest_action)
        began = perf_counter()
        play = await self._started(to)
        is_ready = await play.until(rf"number {owed}\." if owed else ".", _PATIENCE_S)
        if is_ready and stopped_in == "waiting":
            is_ready = await play.until(_OFFERED, _PATIENCE_S)
        self.ready_s.append(perf_counter() - began)
        if not is_ready or self.ready_s[-1] > self.limit_s:
            shown = " | ".join(play.lines[-3:])
            self.faults.append(
                f"after a stop in {stopped_in}: {self.ready_s[-1]:.1f} s, and shown is {shown}"
            )
        if stopped_in == "waiting":
            await play.type("", ":narrator ai")
            await play.until(r": ai\.$", _PATIENCE_S)
        return play

    async def _started(self, to: Phase) -> Play:
        return await Play.started(self.home, _GAME, GLYPHMASTER_GATHER_S=_GATHER_S if to == "gather" else "0")

    async def _go_to(self, phase: Phase, play: Play) -> None:
        """Act, and return in this phase of the turn."""
        self.phase = phase
        self.is_there.clear()
        if phase in {"rest", "start"}:
            return await asyncio.sleep(self.entropy.uniform(0.0, _START_S if phase == "start" else 0.1))
        self.typed += 1
        if phase == "waiting":
            await play.type(":narrator draft")
        await play.type(f"I look for number {self.typed}.")
        if phase == "waiting":
            is_there = await play.until(_OFFERED, _PATIENCE_S)
        elif phase == "gather":
            await asyncio.sleep(0.3)
            is_there = True
        else:
            is_there = await _comes(self.is_there)
            await asyncio.sleep(self.entropy.uniform(0.0, 0.05))
        if not is_there:
            self.faults.append(f"the turn never came to {phase}")
        return None

    async def _stop(self, play: Play) -> None:
        began = perf_counter()
        with suppress(ProcessLookupError):  # it has ended by itself; its code tells
            play.process.terminate()
        try:
            code = await play.ended(_GONE_S)
        except TimeoutError:
            play.process.kill()
            code = await play.process.wait()
        self.gone_s.append(perf_counter() - began)
        assert play.process.stderr is not None
        said = (await play.process.stderr.read()).decode()
        # Before our own code runs, Python itself leaves.
        codes = {_SIGTERM_CODE, -signal.SIGTERM} if self.phase == "start" else {_SIGTERM_CODE}
        if code not in codes or said:
            self.faults.append(f"stopped in {self.phase}: ended with {code}, said {said[:200]!r}")

    def _paced(self, body: Body, parts: Sequence[Part]) -> Sequence[Part]:
        """What the model says, held up where the stop is to come."""
        is_record = "format" in body
        if body["options"].get("num_predict") == 1:
            return parts  # it only reads ahead
        if self.phase == ("record" if is_record else "first word"):
            self.is_there.set()
            return [FOREVER, *parts]
        if self.phase == "mid-stream" and not is_record:
            asyncio.get_running_loop().call_later(0.1, self.is_there.set)
            return [*parts[:_WORDS_BEFORE], FOREVER, *parts[_WORDS_BEFORE:]]
        if self.phase == "end" and is_record:
            self.is_there.set()
        return parts

    # --- comparing ----------------------------------------------------------------------------------

    def _newest_action(self) -> int:
        rows = self.home.rows(_ACTIONS)
        return max((told_of(str(content)) or 0 for content, _ in rows), default=0)

    async def _compare(self) -> None:
        """Every action that was kept is told once, in order, and nothing else is."""
        kept = [told_of(str(content)) for content, _ in self.home.rows(_ACTIONS)]
        for session, turns in await self.home.finished((_GAME,)):
            told = [told_of(turn.narrative) for turn in turns if not turn.is_opening]
            if told != kept or session.current_turn_id is not None:
                self.faults.append(f"kept are {kept}, told are {told}")
        self.faults += await self.home.faults()


async def _comes(event: asyncio.Event) -> bool:
    try:
        async with asyncio.timeout(_PATIENCE_S):
            await event.wait()
    except TimeoutError:
        return False
    return True
