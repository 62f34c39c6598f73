"""A real database in a folder of its own."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from bot.adapters.database import SqliteStore, open_store, upgrade
from tests.fakes.clock import FakeClock
from tests.fakes.entropy import SeededEntropy


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where the database will be."""
    return tmp_path / "game.db"


@pytest.fixture
def url(path: Path) -> str:
    """The same as an address."""
    return f"sqlite+aiosqlite:///{path}"


@pytest.fixture
def clock() -> FakeClock:
    """A clock on which every wait is over at once."""
    return FakeClock(instant=True)


@pytest_asyncio.fixture
async def store(url: str, clock: FakeClock) -> AsyncIterator[SqliteStore]:
    """An open store without games."""
    upgrade(url, clock)
    async with await open_store(url, clock, SeededEntropy()) as opened:
        yield opened
