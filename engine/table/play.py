"""Turn after turn at one table until nobody has acted, and what becomes of it when something fails."""

import structlog

from engine.errors import ModelError, StoreError
from engine.events import Done, Failed, StatusChanged, Undone
from engine.model.session import Session
from engine.model.turn import Turn
from engine.names import new_reference
from engine.parts import Parts
from engine.ports import Store
from engine.table.announcing import Announcing
from engine.table.one_turn import OneTurn
from engine.table.taking import Taking
from engine.table.waiting import Waiting
from engine.table.warming import Warming
from engine.tables import Tables

log = structlog.get_logger()

_STORE_TRIES = 3


class TablePlay:
    """What a woken table does. Kept apart from `OneTurn`, which knows nothing of inboxes and rests."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._store = parts.store
        self.tables = Tables(self._play_until_rest, self._give_up)
        self.announcing = Announcing(
            parts.announcer, parts.clock, parts.options.announce_limit_s, self._shown
        )
        self.waiting = Waiting(parts, self.tables, self.announcing)
        self.taking = Taking(parts, self.tables, self.announcing)
        self.one_turn = OneTurn(parts, self.tables, self.announcing, self.waiting)
        self.warming = Warming(parts, self.one_turn.slots)
        self._resumed: set[str] = set()

    async def resume(self) -> None:
        """At start: wake every table of this surface that has something to go on with."""
        for session_id in await self._store.unsettled(self._parts.surface):
            self._resumed.add(session_id)
            self.tables.wake(session_id)

    def look_again(self, session_id: str) -> None:
        """A write that failed may have been kept all the same: go on from what is stored, and show it."""
        self._resumed.add(session_id)
        self.tables.wake(session_id)

    async def _play_until_rest(self, session_id: str) -> None:
        """Turn after turn, until nobody has acted. A store that fails is tried again a little later."""
        for tries_left in reversed(range(_STORE_TRIES)):
            try:
                return await self._play_all(session_id)
            except StoreError as error:
                reference = new_reference(self._parts.entropy)
                log.warning("table_stopped", reference=reference, session=session_id, cause=repr(error))
                self._resumed.add(session_id)  # what was stored with the error has not been shown yet
                if not tries_left:
                    return await self._report(session_id, reference)
                await self._parts.clock.sleep(self._parts.options.store_retry_s)
        return None

    async def _play_all(self, session_id: str) -> None:
        at_rest = True
        while True:
            session = await self._store.session(session_id)
            turn = await current_turn(self._store, session)
            await self._show_again(session)
            if turn is not None and turn.status == "waiting":
                return await self.waiting.remind(session, turn)
            if turn is None:
                taken = await self.taking.next_turn(session, at_rest=at_rest)
                if taken is None:
                    return self.warming.ahead(session)
                session, turn = taken
            try:
                await self.one_turn.play(session, turn)
            except ModelError as error:
                return await self._call_off(session, turn, error)
            at_rest = False

    async def _shown(self, turn_id: str) -> None:
        """Remember that the surface has shown all of this turn."""
        try:
            await self._store.mark_announced(turn_id)
        except StoreError as error:
            log.warning("announced_not_saved", turn=turn_id, cause=repr(error))

    async def _show_again(self, session: Session) -> None:
        """After a crash, or an error, between the last commit and the last post, of a turn or of an undo."""
        if session.id not in self._resumed:
            return
        self._resumed.discard(session.id)
        head = await self._store.turn(session.head_turn_id) if session.head_turn_id else None
        if head is None or head.is_announced or session.status == "finished":
            return
        if undone := await self._taken_back(head.id):
            self.announcing.tell(Undone(session, undone))
        self.announcing.tell(Done(session, head))

    async def _taken_back(self, turn_id: str) -> tuple[Turn, ...]:
        """All turns that were once told after this one and no longer count, oldest first."""
        found: list[Turn] = []
        for child in await self._store.children(turn_id):
            if child.status == "undone":
                found += [child, *await self._taken_back(child.id)]
        return tuple(found)

    async def _call_off(self, session: Session, turn: Turn, error: ModelError) -> None:
        """An opening without a word: the game gathers on, or keeps the opening that it has."""
        reference = new_reference(self._parts.entropy)
        log.warning("opening_failed", reference=reference, session=session.id, cause=repr(error))
        await self._fail(session.id, turn, reference)

    async def _give_up(self, session_id: str, error: BaseException) -> None:
        """Our own bug: the turn is marked failed, so that the table can go on with the next."""
        reference = new_reference(self._parts.entropy)
        log.error("turn_crashed", reference=reference, session=session_id, exc_info=error)
        try:
            session = await self._store.session(session_id)
            if (turn := await current_turn(self._store, session)) is not None:
                await self._fail(session_id, turn, reference)
                self.tables.wake(session_id)
        except StoreError as fault:
            log.warning("crash_not_saved", reference=reference, session=session_id, cause=repr(fault))

    async def _report(self, session_id: str, reference: str) -> None:
        """The store stays away: the table stands still until somebody acts, or the next start."""
        try:
            session = await self._store.session(session_id)
            self.announcing.tell(Failed(session, await current_turn(self._store, session), reference))
        except StoreError as fault:
            log.warning("stop_not_told", reference=reference, session=session_id, cause=repr(fault))

    async def _fail(self, session_id: str, turn: Turn, reference: str) -> None:
        """The turn counts as failed; the head stays where it was, and a game without one gathers on."""
        async with self.tables.lock(session_id):
            session = await self._store.session(session_id)
            failed = turn.model_copy(
                update={"status": "failed", "reference": reference, "ended_at": self._parts.clock.now()}
            )
            status = "gathering" if session.status == "starting" else session.status
            session = session.model_copy(update={"current_turn_id": None, "status": status})
            session = await self._store.end_turn(session, failed)
        self.announcing.tell(Failed(session, failed, reference))
        self.announcing.tell(StatusChanged(session))


async def current_turn(store: Store, session: Session) -> Turn | None:
    """The turn that is under way at a table, or waits for a person."""
    return await store.turn(session.current_turn_id) if session.current_turn_id else None
