"""The store's part about servers: what their admins set, and which process plays their games."""

from datetime import datetime, timedelta

from sqlalchemy import Connection, bindparam, select

from bot.adapters.database.connections import Connections
from bot.adapters.database.games import StoredGames
from bot.adapters.database.life import NOBODY, Life
from bot.adapters.database.rows import GUILD
from bot.adapters.database.tables import guilds, processes
from bot.adapters.database.transaction import reads, writes
from engine.errors import ProcessRunning
from engine.model.noun import Surface
from engine.model.session import GuildSettings

HEARTBEAT_LASTS = timedelta(seconds=90)
"""After so long without a sign of life a process no longer holds its surface."""

_GUILD = select(guilds).where(guilds.c.guild_id == bindparam("guild_id"))
_HOLDER = select(processes).where(processes.c.surface == bindparam("surface"))
_GONE = processes.delete().where(processes.c.surface == bindparam("its_surface"))
_FREE = processes.update().where(processes.c.surface == bindparam("its_surface")).values(pid=NOBODY)


class GuildPart:
    """Implements the guild and process methods of `engine.ports.Store`."""

    connections: Connections
    games: StoredGames

    @reads
    def guild(self, connection: Connection, guild_id: str) -> GuildSettings | None:
        row = connection.execute(_GUILD, {"guild_id": guild_id}).mappings().first()
        return None if row is None else GUILD.noun(row)

    @writes
    def save_guild(self, connection: Connection, guild: GuildSettings) -> None:
        connection.execute(guilds.delete().where(guilds.c.guild_id == guild.guild_id))
        connection.execute(guilds.insert(), GUILD.row(guild))

    @writes
    def claim_surface(
        self, connection: Connection, surface: Surface, pid: int, now: datetime
    ) -> datetime | None:
        mine = Life.of(pid)
        holder = connection.execute(_HOLDER, {"surface": surface}).mappings().first()
        if holder is not None:
            other = Life(pid=holder["pid"], host=holder["host"], started=holder["started"])
            is_fresh = now - holder["heartbeat"] < HEARTBEAT_LASTS
            if is_fresh and other.may_live_beside(mine):
                raise ProcessRunning(surface, other.pid)
        connection.execute(_GONE, {"its_surface": surface})
        connection.execute(
            processes.insert(),
            {
                "surface": surface,
                "pid": pid,
                "host": mine.host,
                "started": mine.started,
                "heartbeat": now,
            },
        )
        return None if holder is None else holder["heartbeat"]

    @writes
    def beat(self, connection: Connection, surface: Surface, pid: int, now: datetime) -> None:
        holder = connection.execute(_HOLDER, {"surface": surface}).mappings().first()
        if holder is not None and holder["pid"] != pid:
            raise ProcessRunning(surface, holder["pid"])
        connection.execute(processes.update().where(processes.c.surface == surface).values(heartbeat=now))

    @writes
    def release_surface(self, connection: Connection, surface: Surface, pid: int) -> None:
        connection.execute(_FREE.where(processes.c.pid == pid), {"its_surface": surface})
