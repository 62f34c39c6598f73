"""The store without a disk: everything a game must remember, gone when the test ends."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Literal

from engine.errors import StaleVersion, StoreError
from engine.model.action import Action, Forgotten
from engine.model.change import Change
from engine.model.noun import Surface
from engine.model.session import GameStatus, Session, SideEvent
from engine.model.turn import Turn
from tests.fakes.shelves import Kept
from tests.fakes.stepping import step
from tests.fakes.store_beside import Beside


class MemoryStore(Beside):
    """Implements `engine.ports.Store`. `calls` counts by method; `fail` makes one break."""

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

    @step
    def backup(self, series: Literal["migration", "game", "daily"]) -> str | None:
        return None
