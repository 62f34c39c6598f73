"""A turn that waits for a person: asked, reminded of its time, and answered exactly once."""

import asyncio
from datetime import timedelta
from typing import Literal

import structlog

from engine.errors import EmptyAction, NotAllowed, RequestOver, StoreError
from engine.events import Declined
from engine.events import Waiting as WaitingEvent
from engine.model.action import MergedAction
from engine.model.session import NarratorKind, Session
from engine.model.turn import Request, RequestKind, Teller, Turn
from engine.names import new_id
from engine.parts import Parts
from engine.requests import Answer, Person
from engine.steps.narrate import Narration
from engine.table.announcing import Announcing
from engine.table.consent import CONSENT_S
from engine.table.taking import renewed
from engine.tables import Tables
from engine.words.neutral import is_blank

log = structlog.get_logger()

_OTHERWISE: dict[RequestKind, Literal["post", "tell", "refuse"]] = {
    "draft": "post",
    "narration": "tell",
    "consent": "refuse",
}
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

    async def for_consent(self, session: Session, turn: Turn, action: MergedAction, player_id: str) -> None:
        """An action harms or controls somebody's character: it waits for that player's yes."""
        await self._ask(session, turn, "consent", action.content, whom=(player_id,))

    async def remind(self, session: Session, turn: Turn) -> None:
        """Show a waiting turn and start its time, after a restart or while it waits."""
        request = await self._parts.store.request_of(turn.id)
        if request is not None and request.id not in self._timers:
            self._announcing.tell(WaitingEvent(session, turn, request))
            self._start_timer(request)

    async def answer(self, turn_id: str, person: Person, answer: Answer) -> None:
        """Raises RequestOver, NotAllowed, EmptyAction; nothing has changed then."""
        turn = await self._parts.store.turn(turn_id)
        if turn is None:
            raise RequestOver
        session = await self._parts.store.session(turn.session_id)
        request = await self._parts.store.request_of(turn_id)
        if request is not None and request.whom:
            if person.id not in request.whom:
                raise NotAllowed(who="player")
        elif not (person.may_direct or person.id == session.host_id):
            raise NotAllowed(who="dm")
        await self._settle(turn_id, answer)

    async def told_otherwise(self, session_id: str) -> bool:
        """The narrator was changed: a turn that waits for a draft or a telling goes on by the new choice.

        A draft that the model's name now stands for is posted as it is; else the turn is told anew. False if
        none waits so, or if the change makes no difference to it.
        """
        store = self._parts.store
        async with self._tables.lock(session_id):
            session = renewed(await store.session(session_id))
            turn = await store.turn(session.current_turn_id) if session.current_turn_id else None
            request = await store.request_of(turn.id) if turn else None
            narrator = session.settings.narrator
            if turn is None or request is None or turn.status != "waiting" or _asks(narrator) == request.kind:
                return False
            if request.kind == "consent":
                return False
            await store.change_session(session)
            if request.kind == "draft" and narrator == "ai":
                turn = _told(turn, request.text, turn.told_by or "model")
            else:
                turn = turn.model_copy(update={"status": "resolved", "told_by": None})
            await store.save_turn(turn)
            await store.close_request(turn.id)
        if (timer := self._timers.pop(request.id, None)) is not None:
            timer.cancel()
        self._tables.wake(session_id)
        return True

    def close(self) -> None:
        """Stop all timers; the next start begins them again."""
        for timer in self._timers.values():
            timer.cancel()

    async def _ask(
        self, session: Session, turn: Turn, kind: RequestKind, text: str, whom: tuple[str, ...] = ()
    ) -> None:
        seconds = CONSENT_S if kind == "consent" else session.settings.draft_s
        until = self._parts.clock.now() + timedelta(seconds=seconds)
        request = Request(
            id=new_id(self._parts.entropy),
            session_id=session.id,
            turn_id=turn.id,
            kind=kind,
            whom=whom,
            until=until,
            otherwise=_OTHERWISE[kind],
            text=text,
        )
        turn = turn.model_copy(update={"status": "waiting"})
        await self._parts.store.put_request(request, turn)
        await self.remind(session, turn)

    async def _settle(self, turn_id: str, answer: Answer | None, only: str | None = None) -> None:
        """An answer of null: nobody answered in time. only: the id of the request that this is about."""
        store = self._parts.store
        turn = await store.turn(turn_id)
        if turn is None:
            raise RequestOver
        session_id = turn.session_id
        async with self._tables.lock(session_id):
            turn = await store.turn(turn_id)
            request = await store.request_of(turn_id)
            is_other = request is not None and only not in (None, request.id)
            if turn is None or request is None or is_other or turn.status != "waiting":
                self._tables.wake(session_id)  # an answer may be stored although storing it seemed to fail
                raise RequestOver
            answered = _answered(turn, request, answer)
            await store.save_turn(answered)
            try:
                await store.close_request(turn_id)
            except StoreError as error:
                # Merely left open: beside a turn that no longer waits nobody can answer it.
                log.warning("request_left_open", session=session_id, turn=turn_id, cause=repr(error))
        if (timer := self._timers.pop(request.id, None)) is not None and timer is not asyncio.current_task():
            timer.cancel()
        if request.kind == "consent" and len(answered.actions) < len(turn.actions):
            self._tell_declined(await store.session(session_id), turn, answered, request)
        self._tables.wake(session_id)

    def _tell_declined(self, session: Session, turn: Turn, answered: Turn, request: Request) -> None:
        left = {action.source_ids for action in answered.actions}
        refused = next(action for action in turn.actions if action.source_ids not in left)
        people = session.head_state.characters
        actor, whose = people.get(refused.character_id), session.head_state.character_of(request.whom[0])
        self._announcing.tell(
            Declined(
                session,
                answered,
                who=actor.name if actor else refused.player_name,
                whom=whose.name if whose else "",
            )
        )

    def _start_timer(self, request: Request) -> None:
        if request.until is not None:
            task = asyncio.create_task(self._time_out(request), name=f"request {request.turn_id}")
            self._timers[request.id] = task
            task.add_done_callback(lambda _: self._timers.pop(request.id, None))

    async def _time_out(self, request: Request) -> None:
        if request.until is not None:
            left = (request.until - self._parts.clock.now()).total_seconds()
            await self._parts.clock.sleep(max(0.0, left))
        while True:
            try:
                return await self._settle(request.turn_id, None, only=request.id)
            except RequestOver:
                return None
            except StoreError as error:
                log.warning("request_not_closed", turn=request.turn_id, cause=repr(error))
                await self._parts.clock.sleep(self._parts.options.store_retry_s)


def _answered(turn: Turn, request: Request, answer: Answer | None) -> Turn:
    """The turn after this answer. Raises EmptyAction."""
    if request.kind == "consent":
        return _agreed(turn, request, is_yes=answer is not None and answer.kind == "yes")
    if answer is None:
        if request.otherwise == "tell":
            return turn.model_copy(update={"status": "resolved", "told_by": "model"})
        return _told(turn, request.text, turn.told_by or "model")
    match answer.kind:
        case "again":
            return turn.model_copy(update={"status": "resolved", "told_by": None})
        case "post" if request.kind == "draft":
            return _told(turn, request.text, turn.told_by or "model")
        case "write":
            return _told(turn, answer.text, "human")
        case "post" | "yes" | "no":
            raise RequestOver  # an answer to another question


def _asks(narrator: NarratorKind) -> RequestKind | None:
    """What a turn asks its DM for under this narrator."""
    return "draft" if narrator == "draft" else "narration" if narrator == "human" else None


def _agreed(turn: Turn, request: Request, *, is_yes: bool) -> Turn:
    """The turn goes on with the action, or without it."""
    asked = next((a for a in turn.actions if not a.consent and a.content == request.text), None)
    if asked is None:
        return turn.model_copy(update={"status": "gathered"})
    given = asked.model_copy(update={"consent": "given"})
    actions = tuple(given if a is asked else a for a in turn.actions if is_yes or a is not asked)
    return turn.model_copy(update={"status": "gathered", "actions": actions})


def _told(turn: Turn, text: str, told_by: Teller) -> Turn:
    text = text.strip()[:WORDS_KEPT]
    if is_blank(text):
        raise EmptyAction
    return turn.model_copy(update={"status": "narrated", "narrative": text, "told_by": told_by})
