"""The store's part about games: opening one, finding it, writing it back."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import Connection, bindparam, exists, or_, select

from bot.adapters.database.connections import Connections
from bot.adapters.database.games import StoredGames
from bot.adapters.database.tables import actions, sessions, turns
from bot.adapters.database.transaction import reads, writes, writes_game
from engine.model.noun import Surface
from engine.model.session import GameStatus, Session

_OF_SURFACE = (
    select(sessions.c.id)
    .where(sessions.c.surface == bindparam("surface"))
    .order_by(sessions.c.created_at, sessions.c.id)
)
_WITH_STATUS = _OF_SURFACE.where(sessions.c.status.in_(bindparam("statuses", expanding=True)))
_HAS_UNTAKEN = exists().where(
    actions.c.session_id == sessions.c.id,
    actions.c.turn_id.is_(None),
    actions.c.kind == "action",
    actions.c.is_withdrawn.is_(False),
)
_HAS_UNSHOWN_HEAD = exists().where(turns.c.id == sessions.c.head_turn_id, turns.c.is_announced.is_(False))
_UNSETTLED = _OF_SURFACE.where(
    sessions.c.status != "finished",
    or_(sessions.c.current_turn_id.is_not(None), _HAS_UNTAKEN, _HAS_UNSHOWN_HEAD),
)
_STANDING_IN = select(sessions.c.id).where(
    sessions.c.surface == bindparam("surface"),
    sessions.c.channel_id == bindparam("channel_id"),
    sessions.c.status != "finished",
)
_OF_GUILD = (
    select(sessions.c.id)
    .where(sessions.c.surface == bindparam("surface"), sessions.c.guild_id.is_(bindparam("guild_id")))
    .order_by(sessions.c.created_at, sessions.c.id)
)


class SessionPart:
    """Implements the session methods of `engine.ports.Store`."""

    connections: Connections
    games: StoredGames

    @writes
    def add_session(self, connection: Connection, session: Session) -> None:
        self.games.insert(connection, session)

    async def session(self, session_id: str) -> Session:
        if (held := self.games.held(session_id)) is not None:
            return held
        found = await self._session(session_id)
        self.games.remember(found)
        return found

    async def session_in(self, surface: Surface, channel_id: str) -> Session | None:
        found = await self._session_in(surface, channel_id)
        if found is not None:
            self.games.remember(found)
        return found

    @reads
    def sessions(
        self,
        connection: Connection,
        surface: Surface,
        statuses: Sequence[GameStatus],
        acted_since: datetime | None = None,
    ) -> tuple[str, ...]:
        wanted = (
            _WITH_STATUS if acted_since is None else _WITH_STATUS.where(sessions.c.acted_at >= acted_since)
        )
        found = connection.execute(wanted, {"surface": surface, "statuses": list(statuses)})
        return tuple(found.scalars())

    @reads
    def games_of(self, connection: Connection, surface: Surface, guild_id: str | None) -> tuple[str, ...]:
        return tuple(connection.execute(_OF_GUILD, {"surface": surface, "guild_id": guild_id}).scalars())

    @reads
    def unsettled(self, connection: Connection, surface: Surface) -> tuple[str, ...]:
        return tuple(connection.execute(_UNSETTLED, {"surface": surface}).scalars())

    @writes_game
    def change_session(self, connection: Connection, session: Session) -> Session:
        return self.games.write(connection, session)

    @reads
    def _session(self, connection: Connection, session_id: str) -> Session:
        return self.games.known(connection, session_id)

    @reads
    def _session_in(self, connection: Connection, surface: Surface, channel_id: str) -> Session | None:
        place = {"surface": surface, "channel_id": channel_id}
        session_id = connection.execute(_STANDING_IN, place).scalar()
        return None if session_id is None else self.games.known(connection, session_id)
