"""The turn engine: what a surface may ask, from an action to an undo of a telling."""

from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from engine.errors import (
    EmptyAction,
    GameNotPlaying,
    NotAtTable,
    NothingNewToTell,
    OldMoment,
    PlayerError,
    StoreError,
    TurnRunning,
)
from engine.events import Done, NoteWritten, StatusChanged, Undone
from engine.model.action import Action
from engine.model.note import Note
from engine.model.noun import Surface
from engine.model.session import Session
from engine.model.turn import Turn
from engine.parts import Parts
from engine.requests import Answer, Person, Receipt
from engine.table.inbox import admitted, is_idle, kept
from engine.table.play import TablePlay, current_turn
from engine.table.stopping import Stopping
from engine.table.versions import chosen, versions_of
from engine.words.neutral import is_blank

T = TypeVar("T")

_CLOSE_LIMIT_S = 4.0
NOTE_KEPT = 1500
"""Characters of a private note."""


class TurnEngine:
    """Runs the turns of one surface's games (see `engine.table.one_turn` for the turn itself)."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._store = parts.store
        self._host = parts.masters.host
        self._play = play = TablePlay(parts)
        self.tables = play.tables
        self.taking = play.taking
        self.announcing = play.announcing
        self.warming = play.warming
        self._stopping = Stopping(parts, play.tables, play.announcing)

    async def act(self, action: Action) -> Receipt:
        """Keep an action (committed before this returns) and wake its table.

        Raises EmptyAction, GameNotPlaying, NotAtTable, OldMoment (a button of a turn that is over),
        AlreadyActed (a second press), TableFull, StoreError. After any of these nothing was saved.
        """
        async with self.tables.lock(action.session_id):
            session = await self._awake(await self._store.session(action.session_id))
            waiting = await self._store.inbox(session.id)
            current = await current_turn(self._store, session)
            try:
                is_new = await self._store.put_action(admitted(action, session, current, waiting))
            except PlayerError:
                # An action that comes a second time may find its own turn over; it is not refused for that.
                if taken := await self._store.known_turn(action.surface, action.source_id):
                    return Receipt(is_new=False, turn_id=taken)
                raise
        if not is_new:
            known = await self._store.known_turn(action.surface, action.source_id)
            if known is None:
                # It was kept when the store failed, and so nobody was woken for it yet.
                self.tables.wake(action.session_id)
            return Receipt(is_new=False, turn_id=known)
        self.taking.heard(session, (*waiting, action))
        self.tables.wake(action.session_id)
        return Receipt(is_new=True)

    async def _awake(self, session: Session) -> Session:
        """The session; a table at which nobody has acted for long is put to sleep, and nothing starts."""
        waiting = session.current_turn_id is not None or await self._store.inbox(session.id)
        if session.status != "playing" or waiting or not is_idle(session, self._parts):
            return session
        session = await self._store.change_session(session.model_copy(update={"status": "asleep"}))
        self.announcing.tell(StatusChanged(session))
        return session

    async def edit(self, surface: Surface, source_id: str, content: str) -> bool:
        """New words for an action, which without any is taken back; false if a turn has taken it."""
        if is_blank(content):
            return await self._store.withdraw_action(surface, source_id)
        return await self._store.edit_action(surface, source_id, kept(content))

    async def withdraw(self, surface: Surface, source_id: str) -> bool:
        """Take back an action that no turn has taken; false if one has.

        What a turn has taken stays in the story and in the state, and its buttons stay; but its words leave
        every prompt from now on, and stand in none that is written later.
        """
        if await self._store.withdraw_action(surface, source_id):
            return True
        await self._store.forget_action(surface, source_id)
        return False

    async def answer(self, turn_id: str, person: Person, answer: Answer) -> None:
        """Answer a waiting turn; it goes on in the background.

        Raises RequestOver, NotAllowed, EmptyAction.
        """
        await self._play.waiting.answer(turn_id, person, answer)

    async def told_otherwise(self, session_id: str) -> bool:
        """After the narrator was changed: a turn that waits for its DM goes on by the new choice, at once.

        False if none waits, or if the change makes no difference to it.
        """
        return await self._play.waiting.told_otherwise(session_id)

    async def retell(self, turn_id: str) -> None:
        """Tell the newest turn again, same facts, new words.

        Raises OldMoment, TurnRunning, GameNotPlaying, NothingNewToTell, ModelError (a model is to tell it
        and is still away; looked at just now). After any of these it stands as it was told.
        """
        told = await self._store.turn(turn_id)
        if told is None:
            raise OldMoment
        if (await self._store.session(told.session_id)).settings.narrator in {"ai", "draft"}:
            await self._host.look()
        async with self.tables.lock(told.session_id):
            session = await self._store.session(told.session_id)
            if session.current_turn_id is not None:
                raise TurnRunning
            if session.head_turn_id != turn_id:
                raise OldMoment
            if session.status != "playing":
                raise GameNotPlaying(status=session.status)
            if session.settings.narrator == "scripted" and told.told_by == "offline":
                raise NothingNewToTell
            with self.kept_or_not(session.id):
                await self.taking.begin(session, self.taking.retelling(told))
        self.tables.wake(told.session_id)

    async def versions(self, turn_id: str) -> tuple[Turn, ...]:
        """All tellings of a turn, in order. Raises OldMoment for a turn that is unknown."""
        turn = await self._store.turn(turn_id)
        if turn is None:
            raise OldMoment
        return await versions_of(self._store, turn)

    async def choose(self, turn_id: str) -> Session:
        """Take an earlier telling of the newest turn as the one that counts, story and state.

        Raises OldMoment, TurnRunning.
        """
        turn = await self._store.turn(turn_id)
        if turn is None:
            raise OldMoment
        async with self.tables.lock(turn.session_id):
            session = await self._store.session(turn.session_id)
            before = await self._store.turn(session.head_turn_id) if session.head_turn_id else None
            with self.kept_or_not(session.id):
                session = await chosen(self._parts, session, turn)
            head = await self._store.turn(turn_id)
        if before is not None and head is not None and before.id != head.id:
            self.announcing.tell(Undone(session, (before,)))
            self.announcing.tell(Done(session, head))
        return session

    async def stop(self, session_id: str, line: str = "") -> Session:
        """Stop at once: the telling ends and is put away, the game pauses; who asked is stored nowhere.

        line: what the story shall leave out from now on. Raises GameNotPlaying, StoreError.
        """
        return await self._stopping.stop(session_id, line)

    async def private_note(self, session_id: str, to_player_id: str, text: str) -> Note:
        """Say something to one player alone: kept until it is opened. Raises NotAtTable, EmptyAction."""
        session = await self._store.session(session_id)
        if to_player_id not in {*session.head_state.seats, session.host_id}:
            raise NotAtTable
        if is_blank(text):
            raise EmptyAction
        note = await self._store.add_note(
            Note(
                session_id=session_id,
                turn_id=session.head_turn_id,
                to_player_id=to_player_id,
                text=text.strip()[:NOTE_KEPT],
                written_at=self._parts.clock.now(),
            )
        )
        self.announcing.tell(NoteWritten(session, note))
        return note

    async def write_down(self, session_id: str) -> None:
        """Write down now what the newest turn changed, where that could not be done when it was told.

        When this returns, `Done` is announced once more for that turn, with its state and its suggestions.
        Raises TurnRunning (which writes it down by itself), NothingToWriteDown, NoGame, ModelError (the model
        is away, or cannot be read again), StoreError. After any of these the story stands as it stood.
        """
        if (await self._store.session(session_id)).settings.narrator != "scripted":
            await self._host.look()
        await self._play.one_turn.write_down(session_id)

    async def in_spare_time(
        self, model: str, work: Callable[[], Coroutine[Any, Any, T]], waits: Callable[[], None]
    ) -> T:
        """Use a model for something else while no table plays: see `engine.table.slots.Slots.spare`.

        It may push the models of tables out of the server's memory.
        """
        self._parts.masters.asked_beside(model)
        return await self._play.one_turn.slots.spare(model, work, waits)

    async def resume(self) -> None:
        """At start: go on with every unfinished turn and untaken action of this surface."""
        await self._play.resume()

    @contextmanager
    def kept_or_not(self, session_id: str) -> Iterator[None]:
        """Around a write that something follows from: a store that fails may have kept it all the same."""
        try:
            yield
        except StoreError:
            self._play.look_again(session_id)
            raise

    async def settled(self, session_id: str) -> None:
        """Returns when the table is at rest (or waits for a person) and every announcement is made."""
        await self.tables.at_rest(session_id)
        await self.announcing.shown(session_id)

    async def close(self) -> None:
        """Stop all tables within five seconds; what is unfinished goes on at the next start."""
        self._play.waiting.close()
        await self.tables.close(_CLOSE_LIMIT_S)
        await self._play.one_turn.slots.close()
        await self._host.close()
        await self.announcing.close(1.0)
