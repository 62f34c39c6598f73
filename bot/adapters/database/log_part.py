"""The store's part about the log: what happened beside the turns, going back, and all changes in order."""

from collections import defaultdict
from collections.abc import Sequence

from sqlalchemy import Connection, bindparam, func, select

from bot.adapters.database.connections import Connections
from bot.adapters.database.games import StoredGames
from bot.adapters.database.held_turns import HeldTurns
from bot.adapters.database.rows import EVENT
from bot.adapters.database.tables import actions, sessions, turns
from bot.adapters.database.transaction import reads, writes_game
from bot.adapters.database.turn_part import upwards
from engine.errors import StoreError
from engine.model.change import CHANGES, Change
from engine.model.session import Session, SideEvent
from engine.model.turn import Resolution

LONGEST_LOG = 50_000
"""Turns of one game; also what ends a log that a tampered file leads in a circle."""

_KNOWN = select(actions.c.sequence).where(
    actions.c.surface == bindparam("surface"), actions.c.source_id == bindparam("source_id")
)
_FORGET = actions.delete().where(
    actions.c.surface == bindparam("its_surface"),
    actions.c.source_id == bindparam("its_source"),
    actions.c.kind != "action",
)
_EVENTS = (
    select(actions)
    .where(actions.c.session_id == bindparam("session_id"), actions.c.kind != "action")
    .order_by(actions.c.position)
)
_HIGHEST = select(func.max(actions.c.position)).where(actions.c.session_id == bindparam("session_id"))
_UNDO = turns.update().where(turns.c.id.in_(bindparam("its_ids", expanding=True))).values(status="undone")
_SHOW_AGAIN = turns.update().where(turns.c.id == bindparam("its_id")).values(is_announced=False)
_BASE_POSITION = select(sessions.c.base_position).where(sessions.c.id == bindparam("id"))
_WALK = upwards()
_CHANGES = (
    select(turns.c.id, turns.c.parent_id, turns.c.resolution, turns.c.changes)
    .select_from(turns.join(_WALK, turns.c.id == _WALK.c.id))
    .order_by(_WALK.c.distance.desc())
)


class LogPart:
    """Implements the log methods of `engine.ports.Store`."""

    connections: Connections
    games: StoredGames
    held: HeldTurns

    @writes_game
    def put_event(self, connection: Connection, session: Session, event: SideEvent) -> Session:
        key = {"surface": event.surface, "source_id": event.source_id}
        if connection.execute(_KNOWN, key).first() is not None:
            return self.games.known(connection, session.id)
        written = self.games.write(connection, session)
        _append(connection, event)
        return written

    @reads
    def events_after(
        self, connection: Connection, session_id: str, turn_id: str | None
    ) -> tuple[SideEvent, ...]:
        there = _EVENTS.where(actions.c.after_turn_id == turn_id)
        rows = connection.execute(there, {"session_id": session_id}).mappings()
        return tuple(EVENT.noun(row) for row in rows)

    async def move_head(self, session: Session, undone: Sequence[str], kept: Sequence[SideEvent]) -> Session:
        head = () if session.head_turn_id is None else (session.head_turn_id,)
        with self.held.writing(gone=(*undone, *head)):
            return await self._move_head(session, undone, kept)

    @writes_game
    def _move_head(
        self, connection: Connection, session: Session, undone: Sequence[str], kept: Sequence[SideEvent]
    ) -> Session:
        written = self.games.write(connection, session)
        if connection.execute(_UNDO, {"its_ids": list(undone)}).rowcount != len(set(undone)):
            raise StoreError
        connection.execute(_SHOW_AGAIN, {"its_id": session.head_turn_id})
        for event in kept:
            connection.execute(_FORGET, {"its_surface": event.surface, "its_source": event.source_id})
            _append(connection, event.model_copy(update={"after_turn_id": session.head_turn_id}))
        return written

    @reads
    def log(self, connection: Connection, session: Session) -> tuple[Change, ...]:
        return log_of(connection, session)


def log_of(connection: Connection, session: Session) -> tuple[Change, ...]:
    """All changes from the base to the head. Raises StoreError if the one does not lead to the other."""
    its = {"head": session.head_turn_id or "", "above": session.base_turn_id or "", "most": LONGEST_LOG}
    along = connection.execute(_CHANGES, its).mappings().all()
    if (along[0]["parent_id"] if along else session.head_turn_id) != session.base_turn_id:
        raise StoreError
    events = _events_by_turn(connection, session.id)
    in_base = connection.execute(_BASE_POSITION, {"id": session.id}).scalar() or 0
    changes = [
        change
        for event in events[session.base_turn_id]
        if event.position >= in_base
        for change in event.changes
    ]
    for turn in along:
        changes += Resolution.model_validate_json(turn["resolution"]).changes
        changes += CHANGES.validate_json(turn["changes"])
        changes += [change for event in events[turn["id"]] for change in event.changes]
    return tuple(changes)


def _events_by_turn(connection: Connection, session_id: str) -> dict[str | None, list[SideEvent]]:
    by_turn: dict[str | None, list[SideEvent]] = defaultdict(list)
    for row in connection.execute(_EVENTS, {"session_id": session_id}).mappings():
        by_turn[row["after_turn_id"]].append(EVENT.noun(row))
    return by_turn


def _append(connection: Connection, event: SideEvent) -> None:
    there = _HIGHEST.where(actions.c.after_turn_id == event.after_turn_id)
    highest = connection.execute(there, {"session_id": event.session_id}).scalar()
    position = 0 if highest is None else highest + 1
    connection.execute(actions.insert(), EVENT.row(event) | {"position": position})
