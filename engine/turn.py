"""The turn engine: what a surface may ask, from an action to an undo of a telling."""

from collections.abc import Iterator
from contextlib import contextmanager

from engine.errors import GameNotPlaying, NothingNewToTell, OldMoment, PlayerError, StoreError, TurnRunning
from engine.model.action import Action
from engine.model.noun import Surface
from engine.parts import Parts
from engine.requests import Answer, Person, Receipt
from engine.table.inbox import admitted, kept
from engine.table.play import TablePlay, current_turn
from engine.words.neutral import is_blank

_CLOSE_LIMIT_S = 4.0


class TurnEngine:
    """Runs the turns of one surface's games (see `engine.table.one_turn` for the turn itself)."""

    def __init__(self, parts: Parts) -> None:
        self._store = parts.store
        self._host = parts.masters.host
        self._play = play = TablePlay(parts)
        self.tables = play.tables
        self.taking = play.taking
        self.announcing = play.announcing

    async def act(self, action: Action) -> Receipt:
        """Keep an action (committed before this returns) and wake its table.

        Raises EmptyAction, GameNotPlaying, NotAtTable, OldMoment (a button of a turn that is over),
        AlreadyActed (a second press), TableFull, StoreError. After any of these nothing was saved.
        """
        async with self.tables.lock(action.session_id):
            session = await self._store.session(action.session_id)
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
        self.tables.wake(action.session_id)
        return Receipt(is_new=True)

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

    async def write_down(self, session_id: str) -> None:
        """Write down now what the newest turn changed, where that could not be done when it was told.

        When this returns, `Done` is announced once more for that turn, with its state and its suggestions.
        Raises TurnRunning (which writes it down by itself), NothingToWriteDown, NoGame, ModelError (the model
        is away, or cannot be read again), StoreError. After any of these the story stands as it stood.
        """
        if (await self._store.session(session_id)).settings.narrator != "scripted":
            await self._host.look()
        await self._play.one_turn.write_down(session_id)

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
