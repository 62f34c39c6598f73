"""A hundred tables at once with a model that answers at once; what a table costs that nobody plays at."""

import asyncio
import gc
import tracemalloc
from pathlib import Path
from time import perf_counter

from engine.model.session import Session
from tests.bench.figures import Figure, at_least, at_most
from tests.bench.games import Bench, bench, prepared

TABLES = 100
TURNS_EACH = 10
IDLE = 300
_STEP_S = 0.01


async def measure(folder: Path) -> list[Figure]:
    """Turns a second, how late the event loop ran at worst, and memory per table at rest."""
    async with bench(folder) as desk:
        sessions = [await desk.game(f"table {n}") for n in range(TABLES)]
        lag: list[float] = []
        watch = asyncio.create_task(_watch(lag))
        started = perf_counter()
        await asyncio.gather(*(_evening(desk, session) for session in sessions))
        rate = TABLES * TURNS_EACH / (perf_counter() - started)
        watch.cancel()
        memory = await _memory(desk)
    return [
        at_least("100 tables at once, model that answers at once", rate, 60, "turns/s"),
        at_most("… the event loop's longest delay", max(lag) * 1000, 250, "ms"),
        at_most("memory of a table at rest", memory / 1024, 50, "kB"),
    ]


async def _evening(desk: Bench, session: Session) -> None:
    for number in range(TURNS_EACH):
        await desk.act(session, number)


async def _watch(lag: list[float]) -> None:
    while True:
        before = perf_counter()
        await asyncio.sleep(_STEP_S)
        lag.append(perf_counter() - before - _STEP_S)


async def _memory(desk: Bench) -> float:
    """Bytes that each of many more tables leaves behind once it rests."""
    gc.collect()
    tracemalloc.start()
    before, _ = tracemalloc.get_traced_memory()
    for number in range(IDLE):
        await desk.act(await desk.game(f"idle {number}"), 1)
    gc.collect()
    after, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return (after - before) / IDLE


def run(folder: Path) -> list[Figure]:
    """In a folder of its own."""
    prepared(folder)
    return asyncio.run(measure(folder))
