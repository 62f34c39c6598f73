"""Our process with another Discord than the real one: `python -m tests.fakes.discord_elsewhere ADDRESS run`.

Only the address is another; the process is the one that everybody runs.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager

import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.cli import main


@contextmanager
def discord_at(address: str) -> Iterator[None]:
    """Where discord.py finds Discord meanwhile: `<address>/api/v10` and `<address>/gateway/`."""
    real = Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY
    Route.BASE = f"{address}/api/v10"
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(f"{address.replace('http', 'ws', 1)}/gateway/")
    try:
        yield
    finally:
        Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY = real


if __name__ == "__main__":
    with discord_at(sys.argv.pop(1)):
        main()
