"""The store without a disk, beside games and turns: posts, requests, notes, guilds, processes."""

from datetime import datetime, timedelta

from engine.errors import ProcessRunning
from engine.model.note import Note
from engine.model.noun import Surface
from engine.model.post import Post
from engine.model.session import GuildSettings
from engine.model.turn import Request, Turn
from tests.fakes.shelves import is_alive
from tests.fakes.stepping import Stepping, step

HEARTBEAT_LASTS = timedelta(seconds=90)


class Beside(Stepping):
    """Implements the part of `engine.ports.Store` that no game's log depends on."""

    @step
    def add_post(self, post: Post) -> None:
        self._at.check_session(post.session_id)
        key = (post.session_id, post.turn_id, post.kind, post.part)
        self._at.posts.pop(key, None)
        self._at.posts[key] = post

    @step
    def posts(self, turn_id: str) -> tuple[Post, ...]:
        found = [p for p in self._at.posts.values() if p.turn_id == turn_id]
        return tuple(sorted(found, key=lambda p: (p.kind, p.part)))

    @step
    def post_of(self, channel_id: str, message_id: str) -> Post | None:
        return next(
            (
                p
                for p in reversed(self._at.posts.values())
                if (p.channel_id, p.message_id) == (channel_id, message_id)
            ),
            None,
        )

    @step
    def put_request(self, request: Request, turn: Turn) -> None:
        self._at.check_turn(turn.id)
        self._at.check_turn(request.turn_id)
        self._at.turns[turn.id] = turn
        self._at.requests[request.turn_id] = request

    @step
    def request_of(self, turn_id: str) -> Request | None:
        return self._at.requests.get(turn_id)

    @step
    def close_request(self, turn_id: str) -> bool:
        return self._at.requests.pop(turn_id, None) is not None

    @step
    def add_note(self, note: Note) -> Note:
        self._at.check_session(note.session_id)
        kept = note.model_copy(update={"id": len(self._at.notes) + 1})
        self._at.notes.append(kept)
        return kept

    @step
    def notes_for(self, session_id: str, player_id: str) -> tuple[Note, ...]:
        return tuple(n for n in self._at.notes if (n.session_id, n.to_player_id) == (session_id, player_id))

    @step
    def open_note(self, note_id: int, now: datetime) -> Note | None:
        if not 0 < note_id <= len(self._at.notes):
            return None
        note = self._at.notes[note_id - 1]
        if note.opened_at is None:
            note = self._at.notes[note_id - 1] = note.model_copy(update={"opened_at": now})
        return note

    @step
    def games_of(self, surface: Surface, guild_id: str | None) -> tuple[str, ...]:
        return tuple(s.id for s in self._at.oldest_first(surface) if s.guild_id == guild_id)

    @step
    def guild(self, guild_id: str) -> GuildSettings | None:
        return self._at.guilds.get(guild_id)

    @step
    def save_guild(self, guild: GuildSettings) -> None:
        self._at.guilds[guild.guild_id] = guild

    @step
    def claim_surface(self, surface: Surface, pid: int, now: datetime) -> datetime | None:
        holder, heard = self._at.processes.get(surface, (None, now))
        if holder and holder != pid and now - heard < HEARTBEAT_LASTS and is_alive(holder):
            raise ProcessRunning(surface, holder)
        self._at.processes[surface] = (pid, now)
        return None if holder is None else heard

    @step
    def beat(self, surface: Surface, pid: int, now: datetime) -> None:
        holder, _ = self._at.processes.get(surface, (pid, now))
        if holder != pid:
            raise ProcessRunning(surface, holder)
        self._at.processes[surface] = (pid, now)

    @step
    def release_surface(self, surface: Surface, pid: int) -> None:
        holder, heard = self._at.processes.get(surface, (None, None))
        if holder == pid and heard is not None:
            self._at.processes[surface] = (0, heard)  # held by nobody, and still known when
