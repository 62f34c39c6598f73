"""What lies where in the store without a disk, and what may be put there."""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from engine.errors import ChannelTaken, NoGame, StaleVersion, StoreError
from engine.model.action import Action, Forgotten
from engine.model.change import Change
from engine.model.note import Note
from engine.model.noun import Surface
from engine.model.post import Post
from engine.model.session import GuildSettings, Session, SideEvent
from engine.model.turn import Request, Turn

SourceKey = tuple[Surface, str]


@dataclass(frozen=True)
class Kept:
    """An action and what became of it."""

    action: Action
    turn_id: str | None = None
    is_withdrawn: bool = False


class Shelves:
    """Everything stored, by what it is found by. `in_base`: how many events its base already holds."""

    def __init__(self) -> None:
        self.sessions: dict[str, Session] = {}
        self.in_base: dict[str, int] = {}
        self.actions: dict[SourceKey, Kept] = {}
        self.events: dict[SourceKey, SideEvent] = {}
        self.turns: dict[str, Turn] = {}
        self.posts: dict[tuple[str, str, str, int], Post] = {}
        self.requests: dict[str, Request] = {}
        self.notes: list[Note] = []
        self.guilds: dict[str, GuildSettings] = {}
        self.processes: dict[Surface, tuple[int, datetime]] = {}

    def known(self, session_id: str) -> Session:
        """The session. Raises NoGame."""
        if session_id not in self.sessions:
            raise NoGame
        return self.sessions[session_id]

    def check_session(self, session_id: str) -> None:
        """Raises StoreError if there is no such session."""
        if session_id not in self.sessions:
            raise StoreError

    def standing_in(self, surface: Surface, channel_id: str) -> Session | None:
        """The unfinished game of a channel."""
        place = (surface, channel_id)
        games = self.sessions.values()
        return next((s for s in games if s.status != "finished" and (s.surface, s.channel_id) == place), None)

    def oldest_first(self, surface: Surface) -> list[Session]:
        """All games of a surface."""
        return sorted(
            (s for s in self.sessions.values() if s.surface == surface), key=lambda s: (s.created_at, s.id)
        )

    def check_channel(self, session: Session) -> None:
        """Raises ChannelTaken."""
        other = self.standing_in(session.surface, session.channel_id)
        if session.status != "finished" and other is not None and other.id != session.id:
            raise ChannelTaken

    def check_version(self, session: Session) -> None:
        """Raises NoGame, StaleVersion, ChannelTaken: the session may not be written as it is."""
        if self.known(session.id).version != session.version:
            raise StaleVersion
        self.check_channel(session)

    def written(self, session: Session) -> Session:
        """Put the session back with its next version; a new base holds all events that stand there."""
        before = self.sessions[session.id]
        if (before.base_turn_id, before.base_state) != (session.base_turn_id, session.base_state):
            holds = session.base_state == session.head_state
            self.in_base[session.id] = self.next_position(session.id, session.base_turn_id) if holds else 0
        written = session.model_copy(update={"version": session.version + 1})
        self.sessions[session.id] = written
        return written

    def waiting_in(self, session_id: str) -> tuple[Action, ...]:
        """The untaken actions of a game."""
        kept = (k for k in self.actions.values() if k.turn_id is None and not k.is_withdrawn)
        return tuple(k.action for k in kept if k.action.session_id == session_id)

    def is_unsettled(self, session: Session) -> bool:
        """Whether a start has to go on with this game."""
        head = self.turns.get(session.head_turn_id or "")
        is_unshown = head is not None and not head.is_announced
        return session.current_turn_id is not None or is_unshown or bool(self.waiting_in(session.id))

    def untaken(self, surface: Surface, source_id: str) -> Kept | None:
        """The action, if nobody has taken it or taken it back."""
        kept = self.actions.get((surface, source_id))
        return kept if kept and kept.turn_id is None and not kept.is_withdrawn else None

    def may_take(self, turn: Turn, kept: Kept) -> bool:
        """Whether a turn may take this action: free, or taken by a sibling that this turn replaces."""
        taker = self.turns.get(kept.turn_id or "")
        is_free = taker is None or taker.parent_id == turn.parent_id
        is_taken_back = kept.is_withdrawn and kept.turn_id is None
        return not is_taken_back and is_free and kept.action.session_id == turn.session_id

    def forgotten_in(self, session_id: str) -> tuple[Forgotten, ...]:
        """The taken actions of a game that no model reads any more."""
        return tuple(
            Forgotten(
                source_id=kept.action.source_id,
                character_id=kept.action.character_id,
                turn_number=self.turns[kept.turn_id].number,
                content=kept.action.content,
            )
            for kept in self.actions.values()
            if kept.is_withdrawn and kept.turn_id and kept.action.session_id == session_id
        )

    def check_turn(self, turn_id: str | None) -> None:
        """Raises StoreError if there is no such turn; null is no turn at all."""
        if turn_id is not None and turn_id not in self.turns:
            raise StoreError

    def upwards(self, turn_id: str | None) -> Iterator[Turn]:
        """The turn, its parent, and so on to the opening."""
        while turn_id is not None and (turn := self.turns.get(turn_id)):
            yield turn
            turn_id = turn.parent_id

    def events_at(self, session_id: str, turn_id: str | None) -> tuple[SideEvent, ...]:
        """Side events of one place in the log."""
        found = (e for e in self.events.values() if (e.session_id, e.after_turn_id) == (session_id, turn_id))
        return tuple(sorted(found, key=lambda e: e.position))

    def next_position(self, session_id: str, turn_id: str | None) -> int:
        """Where the next event of this place in the log stands."""
        there = self.events_at(session_id, turn_id)
        return there[-1].position + 1 if there else 0

    def log_of(self, session: Session) -> tuple[Change, ...]:
        """All changes from the base to the head. Raises StoreError if the one does not lead to the other."""
        along: list[Turn] = []
        for turn in self.upwards(session.head_turn_id):
            if turn.id == session.base_turn_id:
                break
            along.append(turn)
        top = along[-1].parent_id if along else session.head_turn_id
        if top != session.base_turn_id:
            raise StoreError
        after_base = self.events_at(session.id, session.base_turn_id)
        changes = [c for e in after_base if e.position >= self.in_base[session.id] for c in e.changes]
        for turn in reversed(along):
            changes += turn.all_changes()
            changes += [c for e in self.events_at(session.id, turn.id) for c in e.changes]
        return tuple(changes)

    def append(self, event: SideEvent) -> None:
        """Put an event behind those of its place."""
        position = self.next_position(event.session_id, event.after_turn_id)
        placed = event.model_copy(update={"position": position})
        self.events[event.surface, event.source_id] = placed


def is_alive(pid: int) -> bool:
    """Whether a process of this number runs."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
