"""The same evening on a real database, with a fault at each of its numbered places in turn."""

import asyncio
import shutil
from pathlib import Path
from tempfile import TemporaryDirectory

from bot.adapters.database import open_store, upgrade
from bot.adapters.system import SystemClock
from tests.bench.reliability.fault_points import Broken, Fault, evening_broken_at
from tests.fakes.clock import FakeClock
from tests.fakes.entropy import SeededEntropy


async def broken_everywhere(fault: Fault, folder: Path) -> tuple[int, list[str]]:
    """How many places there are, and what went wrong where."""
    empty = folder / "empty.db"
    await asyncio.to_thread(upgrade, _address(empty), SystemClock())
    due = await _evening(-1, fault, empty)
    wrong = []
    for place in range(len(due.places)):
        found = await _evening(place, fault, empty)
        if different := found.differs_from(due):
            wrong.append(f"{fault} at place {place}, {found.broke_at}: {different}")
    return len(due.places), wrong


async def _evening(place: int, fault: Fault, empty: Path) -> Broken:
    with TemporaryDirectory(dir=empty.parent) as folder:
        path = shutil.copy(empty, folder)
        async with await open_store(_address(path), FakeClock(instant=True), SeededEntropy()) as store:
            return await evening_broken_at(place, fault, store)


def _address(path: Path | str) -> str:
    return f"sqlite+aiosqlite:///{path}"
