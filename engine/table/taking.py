"""How a turn begins: the table gathers, the inbox is emptied into a turn, the turn is stored."""

import asyncio
from collections.abc import Sequence

from engine.dice.seeds import seed_of, turn_place
from engine.draws import SEED_BITS
from engine.events import Gathered, Gathering
from engine.model.action import Action, MergedAction
from engine.model.session import Session
from engine.model.turn import Turn
from engine.names import new_id
from engine.parts import Parts
from engine.steps.timing import timed
from engine.table.announcing import Announcing
from engine.table.inbox import able, merged, moves_on, present
from engine.tables import Tables


class Taking:
    """Begins turns at one surface's tables."""

    def __init__(self, parts: Parts, tables: Tables, announcing: Announcing) -> None:
        self._parts = parts
        self._tables = tables
        self._announcing = announcing
        self._patience: dict[str, asyncio.Future[None]] = {}

    def heard(self, session: Session, waiting: Sequence[Action]) -> None:
        """Somebody has acted; the gathering ends once everybody who is there has acted or passed."""
        patience = self._patience.get(session.id)
        if patience is not None and _is_complete(session, waiting):
            patience.cancel()

    async def next_turn(self, session: Session, *, at_rest: bool) -> tuple[Session, Turn] | None:
        """The turn that the waiting actions make; null if there are none.

        at_rest: others are given time to join in; a table that comes from a turn goes on at once.
        """
        store = self._parts.store
        since = self._parts.clock.monotonic()
        if at_rest:
            await self._gather(session)
        gathered_s = self._parts.clock.monotonic() - since
        async with self._tables.lock(session.id):
            session = await store.session(session.id)
            actions = merged(await store.inbox(session.id))
            is_free = session.status == "playing" and session.current_turn_id is None
            if not (is_free and moves_on(actions, session)):
                return None
            session = renewed(session)
            number = await self._depth(session)
            turn = self._turn(session, number, actions)
            turn = timed(turn, "gather", gathered_s)
            session = await self.begin(session, turn)
        self._announcing.tell(Gathered(session, turn))
        return session, turn

    async def begin(self, session: Session, turn: Turn) -> Session:
        """Store a turn as the current one. Call it under the table's lock. Raises StaleVersion."""
        session = session.model_copy(update={"current_turn_id": turn.id})
        return await self._parts.store.begin_turn(session, turn)

    def opening(self, session: Session) -> Turn:
        """Turn 0, which nobody's action begins."""
        return self._turn(session, 0)

    def retelling(self, told: Turn) -> Turn:
        """A sibling of a turn: same actions, dice and facts, not told yet."""
        return Turn(
            id=new_id(self._parts.entropy),
            session_id=told.session_id,
            parent_id=told.parent_id,
            number=told.number,
            status="resolved",
            seed=told.seed,
            actions=told.actions,
            resolution=told.resolution,
            began_at=self._parts.clock.now(),
        )

    def _turn(self, session: Session, number: int, actions: tuple[MergedAction, ...] = ()) -> Turn:
        secrets = session.dice_seeds
        place = turn_place(number, (source for action in actions for source in action.source_ids))
        return Turn(
            id=new_id(self._parts.entropy),
            session_id=session.id,
            parent_id=session.head_turn_id,
            number=number,
            status="gathered",
            seed=seed_of(secrets[-1], place) if secrets else self._parts.entropy.bits(SEED_BITS),
            actions=actions,
            began_at=self._parts.clock.now(),
        )

    async def _depth(self, session: Session) -> int:
        head = await self._parts.store.turn(session.head_turn_id) if session.head_turn_id else None
        return head.number + 1 if head else 0

    async def _gather(self, session: Session) -> None:
        """Give the others time, where somebody has acted and it takes more than a ready-made call."""
        is_fight = session.head_state.fight is not None
        seconds = session.settings.round_s if is_fight else self._parts.options.gather_s
        if seconds is None:
            seconds = session.settings.gather_s
        waiting = await self._parts.store.inbox(session.id)
        is_ready = not waiting or (not is_fight and all(action.call for action in waiting))
        if seconds <= 0 or is_ready or _is_complete(session, waiting):
            return
        self._announcing.tell(Gathering(session, seconds))
        patience = asyncio.ensure_future(self._parts.clock.sleep(seconds))
        self._patience[session.id] = patience
        try:
            await asyncio.wait({patience})
        finally:
            patience.cancel()
            self._patience.pop(session.id, None)


def _is_complete(session: Session, waiting: Sequence[Action]) -> bool:
    """Whether everybody who is there has acted or passed; without a pass, somebody may want to add a word.

    A round of a fight is complete once everybody has chosen whose character can act.
    """
    acted = {action.player_id for action in waiting}
    if session.head_state.fight is not None:
        return acted >= able(session)
    return any(action.type == "pass" for action in waiting) and acted >= present(session)


def renewed(session: Session) -> Session:
    """The session with what was set while the turn before was told."""
    if session.next_settings is None:
        return session
    return session.model_copy(update={"settings": session.next_settings, "next_settings": None})
