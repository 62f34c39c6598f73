"""Step one: what is settled before a word is told."""

import structlog

from engine.errors import ModelError
from engine.gamemaster import Brief, GameMaster, Planned
from engine.model.changes.situation import EndingReached
from engine.model.fact import Fact
from engine.model.turn import Resolution, ToolPlan, Turn

log = structlog.get_logger()


async def resolve(master: GameMaster, brief: Brief, turn: Turn) -> Turn:
    """The turn with its facts. Without a plan nothing is used: the turn goes on with what holds anyway."""
    planned = await _planned(master, brief)
    return turn.model_copy(
        update={
            "status": "resolved",
            "resolution": Resolution(plan=planned.plan, facts=_standing_facts(brief)),
            "usage": turn.usage + planned.usage,
        }
    )


async def _planned(master: GameMaster, brief: Brief) -> Planned:
    try:
        return await master.resolve(brief)
    except ModelError as error:
        log.warning(
            "plan_failed", session=brief.session_id, turn=brief.turn_id, step="resolve", cause=repr(error)
        )
        return Planned(ToolPlan())


def _standing_facts(brief: Brief) -> tuple[Fact, ...]:
    """Facts that hold without any tool: an ending that the turn before brought about is told out."""
    before = brief.recent[-1] if brief.recent else None
    if before is None or not any(isinstance(c, EndingReached) for c in before.changes):
        return ()
    ending = next((e for e in brief.adventure.endings if e.id == brief.state.ending_id), None)
    if ending is None:
        return ()
    return (Fact(code="ending-reached", args={"title": ending.title, "text": ending.text}, secret=True),)
