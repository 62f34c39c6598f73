"""A turn that waits for a person: asked, reminded of its time, and answered exactly once."""

import asyncio
from datetime import timedelta

from engine.errors import EmptyAction, NotAllowed, RequestOver
from engine.events import Waiting as WaitingEvent
from engine.model.session import Session
from engine.model.turn import Request, RequestKind, Teller, Turn
from engine.names import new_id
from engine.parts import Parts
from engine.requests import Answer, Person
from engine.steps.narrate import Narration
from engine.table.announcing import Announcing
from engine.tables import Tables

WORDS_KEPT = 6000
"""Characters of a narrative that a person writes."""


class Waiting:
    """Holds no lock, slot or transaction while a person thinks: all of it lies in the store."""

    def __init__(self, parts: Parts, tables: Tables, announcing: Announcing) -> None:
        self._parts = parts
        self._tables = tables
        self._announcing = announcing
        self._timers: dict[str, asyncio.Task[None]] = {}

    async def for_approval(self, session: Session, narration: Narration) -> None:
        """Narrator `draft`: the text waits for a DM's word. Unanswered, it is posted as it is."""
        turn = narration.turn.model_copy(update={"told_by": narration.told_by})
        await self._ask(session, turn, "draft", narration.text)

    async def for_narration(self, session: Session, turn: Turn) -> None:
        """Narrator `human`: the DM tells. Unanswered, the model does."""
        await self._ask(session, turn, "narration", "")

    async def remind(self, session: Session, turn: Turn) -> None:
        """Show a waiting turn and start its time, after a restart or while it waits."""
        request = await self._parts.store.request_of(turn.id)
        if request is not None and turn.id not in self._timers:
            self._announcing.tell(WaitingEvent(session, turn, request))
            self._start_timer(request)

    async def answer(self, turn_id: str, person: Person, answer: Answer) -> None:
        """Raises RequestOver, NotAllowed, EmptyAction; nothing has changed then."""
        turn = await self._parts.store.turn(turn_id)
        if turn is None:
            raise RequestOver
        session = await self._parts.store.session(turn.session_id)
        if not (person.may_direct or person.id == session.host_id):
            raise NotAllowed(who="dm")
        await self._settle(turn_id, answer)

    def close(self) -> None:
        """Stop all timers; the next start begins them again."""
        for timer in self._timers.values():
            timer.cancel()

    async def _ask(self, session: Session, turn: Turn, kind: RequestKind, text: str) -> None:
        until = self._parts.clock.now() + timedelta(seconds=session.settings.draft_s)
        request = Request(
            id=new_id(self._parts.entropy),
            session_id=session.id,
            turn_id=turn.id,
            kind=kind,
            until=until,
            otherwise="post" if kind == "draft" else "tell",
            text=text,
        )
        turn = turn.model_copy(update={"status": "waiting"})
        await self._parts.store.put_request(request, turn)
        await self.remind(session, turn)

    async def _settle(self, turn_id: str, answer: Answer | None) -> None:
        """Null: nobody answered in time."""
        store = self._parts.store
        turn = await store.turn(turn_id)
        if turn is None:
            raise RequestOver
        async with self._tables.lock(turn.session_id):
            turn = await store.turn(turn_id)
            request = await store.request_of(turn_id)
            if turn is None or request is None or turn.status != "waiting":
                raise RequestOver
            # The turn first: if the process dies between the two, the request is merely left open
            # beside a turn that no longer waits, and nobody can answer it.
            await store.save_turn(_answered(turn, request, answer))
            await store.close_request(turn_id)
        if (timer := self._timers.pop(turn_id, None)) is not None and timer is not asyncio.current_task():
            timer.cancel()
        self._tables.wake(turn.session_id)

    def _start_timer(self, request: Request) -> None:
        if request.until is not None:
            task = asyncio.create_task(self._time_out(request), name=f"request {request.turn_id}")
            self._timers[request.turn_id] = task
            task.add_done_callback(lambda done: self._timed_out(request.turn_id, done))

    async def _time_out(self, request: Request) -> None:
        if request.until is not None:
            left = (request.until - self._parts.clock.now()).total_seconds()
            await self._parts.clock.sleep(max(0.0, left))
        try:
            await self._settle(request.turn_id, None)
        except RequestOver:
            return

    def _timed_out(self, turn_id: str, done: asyncio.Task[None]) -> None:
        if self._timers.get(turn_id) is done:
            del self._timers[turn_id]


def _answered(turn: Turn, request: Request, answer: Answer | None) -> Turn:
    """The turn after this answer. Raises EmptyAction."""
    if answer is None:
        if request.otherwise == "tell":
            return turn.model_copy(update={"status": "resolved", "told_by": "model"})
        return _told(turn, request.text, turn.told_by or "model")
    match answer.kind:
        case "again":
            return turn.model_copy(update={"status": "resolved", "told_by": None})
        case "post":
            return _told(turn, request.text, turn.told_by or "model")
        case "write":
            return _told(turn, answer.text, "human")


def _told(turn: Turn, text: str, told_by: Teller) -> Turn:
    text = text.strip()[:WORDS_KEPT]
    if not text:
        raise EmptyAction
    return turn.model_copy(update={"status": "narrated", "narrative": text, "told_by": told_by})
