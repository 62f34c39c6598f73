"""The memory that survives the process: every game, turn by turn, in one SQLite file."""

import asyncio
from types import TracebackType
from typing import Self

from bot.adapters.database.address import database_path
from bot.adapters.database.backups import Series, copied
from bot.adapters.database.connections import Connections
from bot.adapters.database.games import StoredGames
from bot.adapters.database.guild_part import GuildPart
from bot.adapters.database.held_turns import HeldTurns
from bot.adapters.database.inbox_part import InboxPart
from bot.adapters.database.log_part import LogPart
from bot.adapters.database.note_part import NotePart
from bot.adapters.database.post_part import PostPart
from bot.adapters.database.session_part import SessionPart
from bot.adapters.database.turn_part import TurnPart
from bot.adapters.database.versions import newest, version_of
from engine.errors import SetupError
from engine.ports import Clock, Entropy


async def open_store(url: str, clock: Clock, entropy: Entropy) -> "SqliteStore":
    """The store of an address, ready; close it when done. Run `upgrade` before the loop starts.

    Raises SetupError for a file that is missing, damaged, read-only or not of this version.
    """
    path = database_path(url)
    found = await asyncio.to_thread(version_of, path) if path.exists() else None
    if found != newest():
        raise SetupError(f"The database {path} is not ready for this version. Run: glyphmaster db upgrade")
    connections = Connections(path, clock, entropy)
    try:
        await connections.open()
    except SetupError:
        await connections.close()
        raise
    return SqliteStore(connections, clock)


class SqliteStore(SessionPart, InboxPart, TurnPart, LogPart, PostPart, NotePart, GuildPart):
    """Implements `engine.ports.Store`. Also an async context manager that closes itself."""

    def __init__(self, connections: Connections, clock: Clock) -> None:
        self.connections = connections
        self.games = StoredGames()
        self.held = HeldTurns()
        self._clock = clock

    async def backup(self, series: Series) -> str | None:
        copy = asyncio.to_thread(copied, self.connections.path, series, self._clock.now())
        return str(await self.connections.to_the_end(copy))

    async def close(self) -> None:
        """Let what is being written come to its end, then close the file. Twice does no harm."""
        await self.connections.close()
        self.games.forget_all()
        self.held.forget_all()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()
