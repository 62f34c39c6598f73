"""Both stores, ready for the same tests."""

import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from bot.adapters.database import open_store, upgrade
from engine.ports import Store
from tests.fakes.clock import FakeClock
from tests.fakes.entropy import SeededEntropy
from tests.fakes.store import MemoryStore


@pytest.fixture(scope="session")
def empty_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database of this version without games, to be copied."""
    path = tmp_path_factory.mktemp("empty") / "game.db"
    upgrade(f"sqlite+aiosqlite:///{path}", FakeClock())
    return path


@pytest_asyncio.fixture(params=["memory", "sqlite"])
async def store(request: pytest.FixtureRequest, empty_database: Path, tmp_path: Path) -> AsyncIterator[Store]:
    """A store without games."""
    if request.param == "memory":
        yield MemoryStore()
        return
    path = shutil.copy(empty_database, tmp_path)
    async with await open_store(
        f"sqlite+aiosqlite:///{path}", FakeClock(instant=True), SeededEntropy()
    ) as opened:
        yield opened
