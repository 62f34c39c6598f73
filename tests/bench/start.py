"""How long a start takes when a thousand games lie in the store."""

import asyncio
from pathlib import Path
from time import perf_counter

from bot.app import open_app, open_ports, prepare
from bot.settings import Settings
from tests.bench.figures import Figure, at_most
from tests.bench.games import Deaf, address, bench, prepared

GAMES = 1000


async def _fill(folder: Path) -> None:
    async with bench(folder) as desk:
        for number in range(GAMES):
            await desk.game(f"game {number}")


async def _open(settings: Settings) -> None:
    async with open_ports(settings, "terminal") as ports, open_app(ports, Deaf()) as app:
        await app.turns.resume()


def run(folder: Path) -> list[Figure]:
    """Check the database, open everything, and know what has to be gone on with."""
    prepared(folder)
    asyncio.run(_fill(folder))
    settings = Settings(home=folder, database_url=address(folder))
    started = perf_counter()
    prepare(settings)
    asyncio.run(_open(settings))
    return [at_most(f"ready with {GAMES:,} stored games", perf_counter() - started, 3, "s")]
