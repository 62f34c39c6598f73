"""Is everything still as it was written? What `glyphmaster db check` looks at."""

from dataclasses import dataclass
from typing import Literal

from pydantic import ValidationError
from sqlalchemy import Connection, select

from bot.adapters.database.log_part import log_of
from bot.adapters.database.store import SqliteStore
from bot.adapters.database.tables import sessions
from engine.changes import fold
from engine.errors import StoreError
from engine.model.session import Session
from engine.model.state import GameState

_GAMES = select(sessions.c.id, sessions.c.name).order_by(sessions.c.created_at, sessions.c.id)


@dataclass(frozen=True)
class GameVerdict:
    """One game. detail: where its log and its state part, or why it cannot be read; "" if all is well."""

    session_id: str
    name: str
    verdict: Literal["ok", "differs", "unreadable"]
    detail: str = ""


@dataclass(frozen=True)
class Report:
    """What was found. integrity, foreign_keys: SQLite's own complaints, one a line; empty if none."""

    integrity: tuple[str, ...]
    foreign_keys: tuple[str, ...]
    games: tuple[GameVerdict, ...]

    @property
    def is_sound(self) -> bool:
        """Whether nothing is wrong."""
        return not self.integrity and not self.foreign_keys and all(g.verdict == "ok" for g in self.games)


async def check(store: SqliteStore) -> Report:
    """Read everything; change nothing. Games may be played meanwhile."""
    read = store.connections.read
    try:
        integrity = await read(lambda c: [str(row[0]) for row in c.exec_driver_sql("PRAGMA integrity_check")])
        keys = await read(lambda c: [tuple(row) for row in c.exec_driver_sql("PRAGMA foreign_key_check")])
        games = await read(lambda c: [(str(row.id), str(row.name)) for row in c.execute(_GAMES)])
    except StoreError as error:
        return Report(integrity=(f"it cannot be read through: {error.__cause__}",), foreign_keys=(), games=())
    return Report(
        integrity=tuple(fault for fault in integrity if fault != "ok"),
        foreign_keys=tuple(f"{row[0]} row {row[1]} names a {row[2]} that is not there" for row in keys),
        games=tuple([await _verdict(store, session_id, name) for session_id, name in games]),
    )


async def _verdict(store: SqliteStore, session_id: str, name: str) -> GameVerdict:
    def whole(connection: Connection) -> tuple[Session, GameState]:
        # One snapshot for both reads: the game may be played meanwhile.
        connection.exec_driver_sql("BEGIN")
        try:
            session = store.games.read(connection, session_id)
            return session, fold(session.base_state, log_of(connection, session))
        finally:
            connection.exec_driver_sql("COMMIT")

    try:
        session, folded = await store.connections.read(whole)
    except StoreError as error:
        return GameVerdict(session_id, name, "unreadable", _reason(error.__cause__))
    differing = _differing(session.head_state, folded)
    if not differing:
        return GameVerdict(session_id, name, "ok")
    return GameVerdict(session_id, name, "differs", f"log and state disagree about {', '.join(differing)}")


def _reason(cause: BaseException | None) -> str:
    match cause:
        case None:
            return "its log does not lead from its base to its head"
        case ValidationError():
            return f"what is stored of it cannot be read ({cause.errors()[0]['type']})"
        case _:
            return str(cause).splitlines()[0]


def _differing(head: GameState, folded: GameState) -> list[str]:
    """Members of the state that are not the same, those of the situation by their own names."""
    names: list[str] = []
    for name in GameState.model_fields:
        if getattr(head, name) == getattr(folded, name):
            continue
        if name != "situation":
            names.append(name)
            continue
        inside = type(head.situation).model_fields
        names += [part for part in inside if getattr(head.situation, part) != getattr(folded.situation, part)]
    return names
