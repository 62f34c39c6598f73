"""The store's part about what stands in a channel: our messages, and what is asked of a person."""

from sqlalchemy import Connection, bindparam, select

from bot.adapters.database.connections import Connections
from bot.adapters.database.games import StoredGames
from bot.adapters.database.held_turns import HeldTurns
from bot.adapters.database.rows import POST, REQUEST
from bot.adapters.database.tables import posts, requests
from bot.adapters.database.transaction import reads, writes
from bot.adapters.database.turn_part import save_turn
from engine.model.post import Post
from engine.model.turn import Request, Turn

_SAME_PLACE = posts.delete().where(
    posts.c.session_id == bindparam("its_session"),
    posts.c.turn_id == bindparam("its_turn"),
    posts.c.kind == bindparam("its_kind"),
    posts.c.part == bindparam("its_part"),
)
_OF_TURN = select(posts).where(posts.c.turn_id == bindparam("turn_id")).order_by(posts.c.kind, posts.c.part)
_OF_MESSAGE = (
    select(posts)
    .where(posts.c.channel_id == bindparam("channel_id"), posts.c.message_id == bindparam("message_id"))
    .order_by(posts.c.sequence.desc())
)
_OPEN = (requests.c.turn_id == bindparam("its_turn")) & requests.c.is_open.is_(True)
_CLOSE = requests.update().where(_OPEN).values(is_open=False)
_OPEN_REQUEST = select(requests).where(_OPEN)


class PostPart:
    """Implements the post and request methods of `engine.ports.Store`."""

    connections: Connections
    games: StoredGames
    held: HeldTurns

    @writes
    def add_post(self, connection: Connection, post: Post) -> None:
        place = {
            "its_session": post.session_id,
            "its_turn": post.turn_id,
            "its_kind": post.kind,
            "its_part": post.part,
        }
        connection.execute(_SAME_PLACE, place)
        connection.execute(posts.insert(), POST.row(post))

    @reads
    def posts(self, connection: Connection, turn_id: str) -> tuple[Post, ...]:
        return tuple(POST.noun(row) for row in connection.execute(_OF_TURN, {"turn_id": turn_id}).mappings())

    @reads
    def post_of(self, connection: Connection, channel_id: str, message_id: str) -> Post | None:
        place = {"channel_id": channel_id, "message_id": message_id}
        row = connection.execute(_OF_MESSAGE, place).mappings().first()
        return None if row is None else POST.noun(row)

    async def put_request(self, request: Request, turn: Turn) -> None:
        with self.held.writing(turn):
            await self._put_request(request, turn)

    @writes
    def _put_request(self, connection: Connection, request: Request, turn: Turn) -> None:
        """A turn waits for one thing at a time: what it waited for before is closed."""
        save_turn(connection, turn)
        connection.execute(_CLOSE, {"its_turn": request.turn_id})
        connection.execute(requests.insert(), REQUEST.row(request) | {"is_open": True})

    @reads
    def request_of(self, connection: Connection, turn_id: str) -> Request | None:
        row = connection.execute(_OPEN_REQUEST, {"its_turn": turn_id}).mappings().first()
        return None if row is None else REQUEST.noun(row)

    @writes
    def close_request(self, connection: Connection, turn_id: str) -> bool:
        return connection.execute(_CLOSE, {"its_turn": turn_id}).rowcount == 1
