"""Each method of the store is one transaction: done whole, or not at all."""

from collections.abc import Callable, Coroutine
from functools import wraps
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar

from sqlalchemy import Connection

from bot.adapters.database.connections import Connections
from bot.adapters.database.games import StoredGames
from engine.model.session import Session


class Part(Protocol):
    """What the parts of the store share."""

    connections: Connections
    games: StoredGames


S = TypeVar("S", bound=Part)
P = ParamSpec("P")
T = TypeVar("T")


def reads(
    method: Callable[Concatenate[S, Connection, P], T],
) -> Callable[Concatenate[S, P], Coroutine[Any, Any, T]]:
    """The method looks something up; it is given a connection and waits for no writer."""

    @wraps(method)
    async def read(store: S, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return await store.connections.read(lambda connection: method(store, connection, *args, **kwargs))

    return read


def writes(
    method: Callable[Concatenate[S, Connection, P], T],
) -> Callable[Concatenate[S, P], Coroutine[Any, Any, T]]:
    """The method writes; if it raises, nothing of it is kept."""

    @wraps(method)
    async def write(store: S, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return await store.connections.write(lambda connection: method(store, connection, *args, **kwargs))

    return write


def writes_game(
    method: Callable[Concatenate[S, Connection, Session, P], Session],
) -> Callable[Concatenate[S, Session, P], Coroutine[Any, Any, Session]]:
    """The method writes a session back; what it returns is remembered once it is kept.

    If it fails, or nobody waits for its end any more, the session is read again the next time.
    """
    written = writes(method)

    @wraps(method)
    async def write(store: S, session: Session, /, *args: P.args, **kwargs: P.kwargs) -> Session:
        is_kept = False
        try:
            kept = await written(store, session, *args, **kwargs)
            store.games.remember(kept)
            is_kept = True
            return kept
        finally:
            if not is_kept:
                store.games.forget(session.id)

    return write
