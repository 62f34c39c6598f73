"""The row of a game: read when it changed, written only where it changed."""

from collections import OrderedDict
from hashlib import sha256
from typing import TypeVar
from weakref import WeakValueDictionary

from sqlalchemy import Connection, RowMapping, bindparam, func, select

from bot.adapters.database.rows import SESSION, Row
from bot.adapters.database.tables import actions, documents, sessions
from engine.errors import ChannelTaken, NoGame, StaleVersion
from engine.model.adventure import Adventure
from engine.model.noun import Noun
from engine.model.session import Session
from engine.model.state import GameState

REMEMBERED = 128
"""How many games of those played last are held, so that a turn does not read its state again."""

N = TypeVar("N", bound=Noun)

_VERSION = select(sessions.c.version).where(sessions.c.id == bindparam("id"))
_ROW = select(sessions).where(sessions.c.id == bindparam("id"))
_CONTENT = select(documents.c.content).where(documents.c.hash == bindparam("hash"))
_OTHER_IN_CHANNEL = (
    select(sessions.c.id)
    .where(sessions.c.surface == bindparam("surface"), sessions.c.channel_id == bindparam("channel_id"))
    .where(sessions.c.status != "finished", sessions.c.id != bindparam("id"))
)
_WRITE = (
    sessions.update()
    .where(sessions.c.id == bindparam("its_id"))
    .where(sessions.c.version == bindparam("its_version"))
)


class StoredGames:
    """Sessions in their table; their large and lasting parts, once each, in `documents`."""

    def __init__(self) -> None:
        self._latest: OrderedDict[str, Session] = OrderedDict()
        self._documents: WeakValueDictionary[str, Noun] = WeakValueDictionary()

    def remember(self, session: Session) -> None:
        """Hold a session as it was stored; one that was read before a later one was written is not."""
        held = self._latest.get(session.id)
        if held is not None and held.version > session.version:
            return
        self._latest[session.id] = session
        self._latest.move_to_end(session.id)
        if len(self._latest) > REMEMBERED:
            self._latest.popitem(last=False)

    def held(self, session_id: str) -> Session | None:
        """The session as this process last read or wrote it; null if it must be read.

        Only the process that has claimed a surface plays its games. If another wrote all the same, the next
        write here raises StaleVersion, and the session is read again after that.
        """
        session = self._latest.get(session_id)
        if session is not None:
            self._latest.move_to_end(session_id)
        return session

    def forget(self, session_id: str) -> None:
        """Read it again the next time."""
        self._latest.pop(session_id, None)

    def forget_all(self) -> None:
        """Nothing is held any more: the store is closed."""
        self._latest.clear()

    def known(self, connection: Connection, session_id: str) -> Session:
        """The stored session; only its version is read if it is held already. Raises NoGame."""
        version = connection.execute(_VERSION, {"id": session_id}).scalar()
        held = self._latest.get(session_id)
        if held is None or held.version != version:
            return self.read(connection, session_id)
        self._latest.move_to_end(session_id)
        return held

    def read(self, connection: Connection, session_id: str) -> Session:
        """The session as it lies in its row. Raises NoGame."""
        row = connection.execute(_ROW, {"id": session_id}).mappings().first()
        if row is None:
            raise NoGame
        return self._session_of(connection, row)

    def insert(self, connection: Connection, session: Session) -> None:
        """Raises ChannelTaken."""
        self._check_channel(connection, session)
        large = self._large_parts(connection, session)
        connection.execute(sessions.insert(), SESSION.row(session) | large | {"base_position": 0})

    def write(self, connection: Connection, session: Session) -> Session:
        """The session with its next version. Raises NoGame, StaleVersion, ChannelTaken."""
        held = self._latest.get(session.id)
        if held is None or held.version != session.version:
            held = self.read(connection, session.id)
        if held.version != session.version:
            raise StaleVersion
        if (held.status, held.surface, held.channel_id) != (
            session.status,
            session.surface,
            session.channel_id,
        ):
            self._check_channel(connection, session)
        written = session.model_copy(update={"version": session.version + 1})
        values = SESSION.row(written, without=("head_state",) if _same_head(held, session) else ())
        if not (_same_base(held, session) and held.adventure == session.adventure):
            values |= self._large_parts(connection, session)
        if not _same_base(held, session):
            values["base_position"] = self._events_in_base(connection, session)
        its = {"its_id": session.id, "its_version": session.version}
        if connection.execute(_WRITE, values | its).rowcount != 1:
            self.read(connection, session.id)
            raise StaleVersion
        return written

    def _session_of(self, connection: Connection, row: RowMapping) -> Session:
        return SESSION.noun(
            row,
            adventure=self._document(connection, row["adventure_hash"], Adventure),
            base_state=self._document(connection, row["base_hash"], GameState),
        )

    def _document(self, connection: Connection, digest: str, kind: type[N]) -> N:
        held = self._documents.get(digest)
        if not isinstance(held, kind):
            content = connection.execute(_CONTENT, {"hash": digest}).scalar_one()
            held = kind.model_validate_json(content)
            self._documents[digest] = held
        return held

    def _large_parts(self, connection: Connection, session: Session) -> Row:
        return {
            "adventure_id": session.adventure.id,
            "adventure_version": session.adventure.version,
            "adventure_hash": self._put_document(connection, session.adventure),
            "base_hash": self._put_document(connection, session.base_state),
        }

    def _put_document(self, connection: Connection, noun: Noun) -> str:
        content = noun.model_dump_json()
        digest = sha256(content.encode()).hexdigest()
        self._documents[digest] = noun
        if connection.execute(_CONTENT, {"hash": digest}).first() is None:
            connection.execute(documents.insert(), {"hash": digest, "content": content})
        return digest

    def _check_channel(self, connection: Connection, session: Session) -> None:
        place = {"surface": session.surface, "channel_id": session.channel_id, "id": session.id}
        if session.status != "finished" and connection.execute(_OTHER_IN_CHANNEL, place).first():
            raise ChannelTaken

    def _events_in_base(self, connection: Connection, session: Session) -> int:
        """How many events after the base's turn a new base holds: all so far, if it is the head itself."""
        if session.base_state != session.head_state:
            return 0
        highest = select(func.max(actions.c.position)).where(
            actions.c.session_id == session.id, actions.c.after_turn_id == session.base_turn_id
        )
        position = connection.execute(highest).scalar()
        return 0 if position is None else int(position) + 1


def _same_head(one: Session, other: Session) -> bool:
    return one.head_state is other.head_state or one.head_state == other.head_state


def _same_base(one: Session, other: Session) -> bool:
    return one.base_turn_id == other.base_turn_id and (
        one.base_state is other.base_state or one.base_state == other.base_state
    )
