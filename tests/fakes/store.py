"""The store without a disk: everything a game must remember, gone when the test ends."""

import asyncio
from collections import Counter
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from functools import wraps
from typing import Any, Concatenate, Literal, ParamSpec, TypeVar

from engine.errors import ProcessRunning, StaleVersion, StoreError
from engine.model.action import Action, Forgotten
from engine.model.change import Change
from engine.model.noun import Surface
from engine.model.post import Post
from engine.model.session import GameStatus, GuildSettings, Session, SideEvent
from engine.model.turn import Request, Turn
from tests.fakes.shelves import Kept, Shelves, is_alive

HEARTBEAT_LASTS = timedelta(seconds=90)

P = ParamSpec("P")
T = TypeVar("T")


def step(
    method: Callable[Concatenate["MemoryStore", P], T],
) -> Callable[Concatenate["MemoryStore", P], Coroutine[Any, Any, T]]:
    """One transaction: others may run before it, nobody during it."""

    @wraps(method)
    async def stepped(store: "MemoryStore", /, *args: P.args, **kwargs: P.kwargs) -> T:
        await asyncio.sleep(0)
        store.calls[method.__name__] += 1
        store.break_if_told(method.__name__, "before")
        result = method(store, *args, **kwargs)
        store.break_if_told(method.__name__, "after")
        return result

    return stepped


class MemoryStore:
    """Implements `engine.ports.Store`. `calls` counts by method; `fail` makes one break."""

    def __init__(self) -> None:
        self.calls: Counter[str] = Counter()
        self._failures: Counter[tuple[str, str]] = Counter()
        self._at = Shelves()

    def fail(self, method: str, *, times: int = 1, when: Literal["before", "after"] = "before") -> None:
        """The method's next calls raise StoreError: before anything is written, or with it written."""
        self._failures[method, when] += times

    def break_if_told(self, method: str, when: Literal["before", "after"]) -> None:
        """Raise what `fail` asked for."""
        if self._failures[method, when] > 0:
            self._failures[method, when] -= 1
            raise StoreError

    # --- sessions --------------------------------------------------------------------------------

    @step
    def add_session(self, session: Session) -> None:
        self._at.check_channel(session)
        if session.id in self._at.sessions:
            raise StoreError
        self._at.sessions[session.id] = session
        self._at.in_base[session.id] = 0

    @step
    def session(self, session_id: str) -> Session:
        return self._at.known(session_id)

    @step
    def session_in(self, surface: Surface, channel_id: str) -> Session | None:
        return self._at.standing_in(surface, channel_id)

    @step
    def sessions(
        self, surface: Surface, statuses: Sequence[GameStatus], acted_since: datetime | None = None
    ) -> tuple[str, ...]:
        return tuple(
            s.id
            for s in self._at.oldest_first(surface)
            if s.status in statuses and (acted_since is None or s.acted_at >= acted_since)
        )

    @step
    def unsettled(self, surface: Surface) -> tuple[str, ...]:
        return tuple(
            s.id
            for s in self._at.oldest_first(surface)
            if s.status != "finished" and self._at.is_unsettled(s)
        )

    @step
    def change_session(self, session: Session) -> Session:
        self._at.check_version(session)
        return self._at.written(session)

    # --- the inbox -------------------------------------------------------------------------------

    @step
    def put_action(self, action: Action) -> bool:
        key = (action.surface, action.source_id)
        if action.session_id not in self._at.sessions:
            raise StoreError
        if key in self._at.actions or key in self._at.events:
            return False
        self._at.actions[key] = Kept(action)
        return True

    @step
    def known_turn(self, surface: Surface, source_id: str) -> str | None:
        kept = self._at.actions.get((surface, source_id))
        return kept.turn_id if kept else None

    @step
    def inbox(self, session_id: str) -> tuple[Action, ...]:
        return self._at.waiting_in(session_id)

    @step
    def edit_action(self, surface: Surface, source_id: str, content: str) -> bool:
        kept = self._at.untaken(surface, source_id)
        if kept is None:
            return False
        edited = kept.action.model_copy(update={"content": content, "is_edited": True})
        self._at.actions[surface, source_id] = replace(kept, action=edited)
        return True

    @step
    def withdraw_action(self, surface: Surface, source_id: str) -> bool:
        kept = self._at.untaken(surface, source_id)
        if kept is None:
            return False
        self._at.actions[surface, source_id] = replace(kept, is_withdrawn=True)
        return True

    @step
    def forget_action(self, surface: Surface, source_id: str) -> bool:
        kept = self._at.actions.get((surface, source_id))
        if kept is None or kept.turn_id is None:
            return False
        self._at.actions[surface, source_id] = replace(kept, is_withdrawn=True)
        return True

    @step
    def forgotten(self, session_id: str) -> tuple[Forgotten, ...]:
        return self._at.forgotten_in(session_id)

    # --- turns -----------------------------------------------------------------------------------

    @step
    def begin_turn(self, session: Session, turn: Turn) -> Session:
        self._at.check_version(session)
        if turn.id in self._at.turns or turn.parent_id == turn.id or turn.session_id not in self._at.sessions:
            raise StoreError
        self._at.check_turn(turn.parent_id)
        keys = [(session.surface, source_id) for action in turn.actions for source_id in action.source_ids]
        taken = {key: kept for key in keys if (kept := self._at.actions.get(key))}
        if not all(self._at.may_take(turn, kept) for kept in taken.values()):
            raise StaleVersion
        written = self._at.written(session.model_copy(update={"current_turn_id": turn.id}))
        self._at.turns[turn.id] = turn
        self._at.actions |= {key: replace(kept, turn_id=turn.id) for key, kept in taken.items()}
        return written

    @step
    def save_turn(self, turn: Turn) -> None:
        self._at.check_turn(turn.id)
        self._at.turns[turn.id] = turn

    @step
    def end_turn(self, session: Session, turn: Turn) -> Session:
        self._at.check_version(session)
        self._at.check_turn(turn.id)
        written = self._at.written(session.model_copy(update={"current_turn_id": None}))
        self._at.turns[turn.id] = turn
        return written

    @step
    def mark_announced(self, turn_id: str) -> None:
        self._at.check_turn(turn_id)
        self._at.turns[turn_id] = self._at.turns[turn_id].model_copy(update={"is_announced": True})

    @step
    def turn(self, turn_id: str) -> Turn | None:
        return self._at.turns.get(turn_id)

    @step
    def branch(self, head_turn_id: str | None, limit: int) -> tuple[Turn, ...]:
        newest = [turn for turn, _ in zip(self._at.upwards(head_turn_id), range(limit), strict=False)]
        return tuple(reversed(newest))

    @step
    def children(self, turn_id: str) -> tuple[Turn, ...]:
        return tuple(turn for turn in self._at.turns.values() if turn.parent_id == turn_id)

    # --- the log ---------------------------------------------------------------------------------

    @step
    def put_event(self, session: Session, event: SideEvent) -> Session:
        stored = self._at.known(session.id)
        key = (event.surface, event.source_id)
        if key in self._at.events or key in self._at.actions:
            return stored
        self._at.check_version(session)
        self._at.check_turn(event.after_turn_id)
        written = self._at.written(session)
        self._at.append(event)
        return written

    @step
    def events_after(self, session_id: str, turn_id: str | None) -> tuple[SideEvent, ...]:
        return self._at.events_at(session_id, turn_id)

    @step
    def move_head(self, session: Session, undone: Sequence[str], kept: Sequence[SideEvent]) -> Session:
        self._at.check_version(session)
        for turn_id in undone:
            self._at.check_turn(turn_id)
        if kept:
            self._at.check_turn(session.head_turn_id)
        if any((event.surface, event.source_id) in self._at.actions for event in kept):
            raise StoreError
        written = self._at.written(session)
        for turn_id in undone:
            self._at.turns[turn_id] = self._at.turns[turn_id].model_copy(update={"status": "undone"})
        if (head := self._at.turns.get(session.head_turn_id or "")) is not None:
            self._at.turns[head.id] = head.model_copy(update={"is_announced": False})
        for event in kept:
            self._at.events.pop((event.surface, event.source_id), None)
            self._at.append(event.model_copy(update={"after_turn_id": session.head_turn_id}))
        return written

    @step
    def log(self, session: Session) -> tuple[Change, ...]:
        return self._at.log_of(session)

    # --- posts, requests, guilds, processes ------------------------------------------------------

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

    @step
    def backup(self, series: Literal["migration", "game", "daily"]) -> str | None:
        return None
