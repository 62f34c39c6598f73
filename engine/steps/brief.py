"""What the game master is told before a turn, put together from the store."""

from dataclasses import dataclass
from typing import Self

from engine.changes import fold
from engine.gamemaster import RECENT_TURNS, Brief
from engine.model.action import Forgotten
from engine.model.session import Session
from engine.model.state import GameState
from engine.model.turn import Turn
from engine.parts import Parts
from engine.steps.forgetting import actions_without, state_without, without_words


async def brief_for(parts: Parts, session: Session, turn: Turn) -> Brief:
    """The brief of a turn that has begun; a retry is told from the state before the turn that it replaces."""
    memory = await _Memory.of(parts, session, turn.parent_id)
    return Brief(
        session_id=session.id,
        turn_id=turn.id,
        number=turn.number,
        seed=turn.seed,
        settings=session.settings,
        adventure=session.adventure,
        state=state_without(await state_after(parts, session, turn.parent_id), memory.forgotten),
        recent=memory.recent,
        actions=actions_without(turn.actions, memory.forgotten, memory.instead),
        ruleset=parts.rulesets.of(session.adventure),
    )


async def next_brief(parts: Parts, session: Session) -> Brief:
    """The brief of the turn that will come next, while nobody has acted yet."""
    memory = await _Memory.of(parts, session, session.head_turn_id)
    recent = memory.recent
    return Brief(
        session_id=session.id,
        turn_id="",
        number=recent[-1].number + 1 if recent else 0,
        seed=0,
        settings=session.settings,
        adventure=session.adventure,
        state=state_without(session.head_state, memory.forgotten),
        recent=recent,
        actions=(),
        ruleset=parts.rulesets.of(session.adventure),
    )


async def state_after(parts: Parts, session: Session, turn_id: str | None) -> GameState:
    """The state after a turn of this game's log (null: before the opening)."""
    if turn_id == session.head_turn_id:
        return session.head_state
    log = await parts.store.log(session.model_copy(update={"head_turn_id": turn_id}))
    return fold(session.base_state, log)


@dataclass(frozen=True)
class _Memory:
    """The turns before a turn, as a model may read them. instead: stands for words that were taken back."""

    recent: tuple[Turn, ...]
    forgotten: tuple[Forgotten, ...]
    instead: str

    @classmethod
    async def of(cls, parts: Parts, session: Session, turn_id: str | None) -> Self:
        """What is remembered up to this turn."""
        forgotten = await parts.store.forgotten(session.id)
        instead = parts.library.prompts(session.settings.language).text("taken-back")
        recent = await parts.store.branch(turn_id, RECENT_TURNS)
        if forgotten:
            recent = tuple(without_words(turn, forgotten, instead) for turn in recent)
        return cls(recent, forgotten, instead)
