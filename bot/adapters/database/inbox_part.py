"""The store's part about the inbox: what players did and no turn has taken yet."""

from sqlalchemy import Connection, Update, bindparam, select

from bot.adapters.database.connections import Connections
from bot.adapters.database.games import StoredGames
from bot.adapters.database.rows import ACTION
from bot.adapters.database.tables import actions, turns
from bot.adapters.database.transaction import reads, writes
from engine.errors import StaleVersion
from engine.model.action import Action, Forgotten
from engine.model.noun import Surface
from engine.model.turn import Turn

_KNOWN = select(actions.c.turn_id).where(
    actions.c.surface == bindparam("surface"), actions.c.source_id == bindparam("source_id")
)
_WAITING = (
    select(actions)
    .where(actions.c.session_id == bindparam("session_id"), actions.c.turn_id.is_(None))
    .where(actions.c.kind == "action", actions.c.is_withdrawn.is_(False))
    .order_by(actions.c.sequence)
)
_IF_UNTAKEN = (
    actions.update()
    .where(actions.c.surface == bindparam("its_surface"), actions.c.source_id == bindparam("its_source"))
    .where(actions.c.turn_id.is_(None), actions.c.kind == "action", actions.c.is_withdrawn.is_(False))
)
_EDIT = _IF_UNTAKEN.values(content=bindparam("its_content"), is_edited=True)
_WITHDRAW = _IF_UNTAKEN.values(is_withdrawn=True)
_FORGET = (
    actions.update()
    .where(actions.c.surface == bindparam("its_surface"), actions.c.source_id == bindparam("its_source"))
    .where(actions.c.turn_id.is_not(None), actions.c.kind == "action")
    .values(is_withdrawn=True)
)
_FORGOTTEN = (
    select(actions.c.source_id, actions.c.character_id, actions.c.content, turns.c.number)
    .select_from(actions.join(turns, turns.c.id == actions.c.turn_id))
    .where(actions.c.session_id == bindparam("session_id"), actions.c.kind == "action")
    .where(actions.c.is_withdrawn.is_(True))
    .order_by(actions.c.sequence)
)
_OF_TURN = (
    (actions.c.surface == bindparam("its_surface"))
    & (actions.c.kind == "action")
    & actions.c.source_id.in_(bindparam("its_sources", expanding=True))
)
_TAKERS = (
    select(actions.c.session_id, actions.c.is_withdrawn, actions.c.turn_id, turns.c.parent_id)
    .select_from(actions.outerjoin(turns, turns.c.id == actions.c.turn_id))
    .where(_OF_TURN)
)
_TAKE = actions.update().where(_OF_TURN).values(turn_id=bindparam("its_turn"))


class InboxPart:
    """Implements the inbox methods of `engine.ports.Store`."""

    connections: Connections
    games: StoredGames

    @writes
    def put_action(self, connection: Connection, action: Action) -> bool:
        key = {"surface": action.surface, "source_id": action.source_id}
        if connection.execute(_KNOWN, key).first() is not None:
            return False
        connection.execute(actions.insert(), ACTION.row(action) | {"kind": "action"})
        return True

    @reads
    def known_turn(self, connection: Connection, surface: Surface, source_id: str) -> str | None:
        row = connection.execute(_KNOWN, {"surface": surface, "source_id": source_id}).first()
        return None if row is None else row.turn_id

    @reads
    def inbox(self, connection: Connection, session_id: str) -> tuple[Action, ...]:
        rows = connection.execute(_WAITING, {"session_id": session_id}).mappings()
        return tuple(ACTION.noun(row) for row in rows)

    @writes
    def edit_action(self, connection: Connection, surface: Surface, source_id: str, content: str) -> bool:
        return _changed(connection, _EDIT, surface, source_id, its_content=content)

    @writes
    def withdraw_action(self, connection: Connection, surface: Surface, source_id: str) -> bool:
        return _changed(connection, _WITHDRAW, surface, source_id)

    @writes
    def forget_action(self, connection: Connection, surface: Surface, source_id: str) -> bool:
        return _changed(connection, _FORGET, surface, source_id)

    @reads
    def forgotten(self, connection: Connection, session_id: str) -> tuple[Forgotten, ...]:
        rows = connection.execute(_FORGOTTEN, {"session_id": session_id})
        return tuple(
            Forgotten(
                source_id=row.source_id,
                character_id=row.character_id,
                turn_number=row.number,
                content=row.content,
            )
            for row in rows
        )


def take_actions(connection: Connection, surface: Surface, turn: Turn) -> None:
    """Give the turn its actions. Those of a sibling are taken over: the turn tells them again.

    Raises StaleVersion if another turn has one of them, or its player took it back before any had.
    """
    sources = [source for action in turn.actions for source in action.source_ids]
    if not sources:
        return
    its = {"its_surface": surface, "its_sources": sources}
    for taker in connection.execute(_TAKERS, its).mappings():
        is_free = taker["turn_id"] is None or taker["parent_id"] == turn.parent_id
        is_taken_back = taker["is_withdrawn"] and taker["turn_id"] is None
        if is_taken_back or not is_free or taker["session_id"] != turn.session_id:
            raise StaleVersion
    connection.execute(_TAKE, its | {"its_turn": turn.id})


def _changed(
    connection: Connection, statement: Update, surface: Surface, source_id: str, **values: str
) -> bool:
    its = {"its_surface": surface, "its_source": source_id}
    return connection.execute(statement, its | values).rowcount == 1
