"""The store's part about turns: begun, told, ended, and found again along their parents."""

from sqlalchemy import CTE, BindParameter, Connection, bindparam, literal, select

from bot.adapters.database.connections import Connections
from bot.adapters.database.games import StoredGames
from bot.adapters.database.held_turns import HeldTurns
from bot.adapters.database.inbox_part import take_actions
from bot.adapters.database.rows import TURN
from bot.adapters.database.tables import turns
from bot.adapters.database.transaction import reads, writes, writes_game
from engine.errors import StoreError
from engine.model.session import Session
from engine.model.turn import Turn

_NO_TURN = ""
_SAVE = turns.update().where(turns.c.id == bindparam("its_id"))
_ANNOUNCED = _SAVE.values(is_announced=True)
_ONE = select(turns).where(turns.c.id == bindparam("id"))


def upwards() -> CTE:
    """Ids of the head, its parent and so on, with their distance from the head.

    Parameters: `head`; `above`, the id before which it ends ("" = none); `most`, how many at most, which
    also ends a circle that only a tampered file can have.
    """
    above: BindParameter[str] = bindparam("above")
    head = select(turns.c.id, turns.c.parent_id, literal(0).label("distance"))
    walk = head.where(turns.c.id == bindparam("head"), turns.c.id != above).cte("walk", recursive=True)
    parent = turns.alias("parent")
    step = select(parent.c.id, parent.c.parent_id, walk.c.distance + 1)
    return walk.union_all(
        step.where(
            parent.c.id == walk.c.parent_id,
            parent.c.id != above,
            walk.c.distance + 1 < bindparam("most"),
        )
    )


_WALK = upwards()
_BRANCH = (
    select(turns).select_from(turns.join(_WALK, turns.c.id == _WALK.c.id)).order_by(_WALK.c.distance.desc())
)
_CHILDREN = select(turns).where(turns.c.parent_id == bindparam("id")).order_by(turns.c.sequence)


class TurnPart:
    """Implements the turn methods of `engine.ports.Store`."""

    connections: Connections
    games: StoredGames
    held: HeldTurns

    async def begin_turn(self, session: Session, turn: Turn) -> Session:
        with self.held.writing(turn):
            return await self._begin_turn(session, turn)

    async def save_turn(self, turn: Turn) -> None:
        with self.held.writing(turn):
            await self._save_turn(turn)

    async def end_turn(self, session: Session, turn: Turn) -> Session:
        with self.held.writing(turn):
            return await self._end_turn(session, turn)

    async def mark_announced(self, turn_id: str) -> None:
        held = self.held.turn(turn_id)
        shown = () if held is None else (held.model_copy(update={"is_announced": True}),)
        with self.held.writing(*shown, gone=(turn_id,)):
            await self._mark_announced(turn_id)

    async def turn(self, turn_id: str) -> Turn | None:
        held, since = self.held.turn(turn_id), self.held.writes
        if held is not None:
            return held
        found = await self._turn(turn_id)
        self.held.hold((found,) if found else (), since)
        return found

    async def branch(self, head_turn_id: str | None, limit: int) -> tuple[Turn, ...]:
        held, since = self.held.branch(head_turn_id, limit), self.held.writes
        if held is not None:
            return held
        found = await self._branch(head_turn_id, limit)
        self.held.hold(found, since)
        return found

    @writes_game
    def _begin_turn(self, connection: Connection, session: Session, turn: Turn) -> Session:
        written = self.games.write(connection, session.model_copy(update={"current_turn_id": turn.id}))
        connection.execute(turns.insert(), TURN.row(turn))
        take_actions(connection, session.surface, turn)
        return written

    @writes
    def _save_turn(self, connection: Connection, turn: Turn) -> None:
        save_turn(connection, turn)

    @writes_game
    def _end_turn(self, connection: Connection, session: Session, turn: Turn) -> Session:
        written = self.games.write(connection, session.model_copy(update={"current_turn_id": None}))
        save_turn(connection, turn)
        return written

    @writes
    def _mark_announced(self, connection: Connection, turn_id: str) -> None:
        if connection.execute(_ANNOUNCED, {"its_id": turn_id}).rowcount != 1:
            raise StoreError

    @reads
    def _turn(self, connection: Connection, turn_id: str) -> Turn | None:
        row = connection.execute(_ONE, {"id": turn_id}).mappings().first()
        return None if row is None else TURN.noun(row)

    @reads
    def _branch(self, connection: Connection, head_turn_id: str | None, limit: int) -> tuple[Turn, ...]:
        if head_turn_id is None or limit <= 0:
            return ()
        its = {"head": head_turn_id, "above": _NO_TURN, "most": limit}
        return tuple(TURN.noun(row) for row in connection.execute(_BRANCH, its).mappings())

    @reads
    def children(self, connection: Connection, turn_id: str) -> tuple[Turn, ...]:
        return tuple(TURN.noun(row) for row in connection.execute(_CHILDREN, {"id": turn_id}).mappings())


def save_turn(connection: Connection, turn: Turn) -> None:
    """Write a turn's row. Raises StoreError if it was never begun."""
    if connection.execute(_SAVE, TURN.row(turn) | {"its_id": turn.id}).rowcount != 1:
        raise StoreError
