"""Step one: what is settled before a word is told. Once it is stored, nothing is rolled again."""

import structlog

from engine.errors import ModelError
from engine.executor import execute
from engine.gamemaster import Brief, Planned
from engine.model.change import Change
from engine.model.changes.situation import EndingReached
from engine.model.fact import Fact
from engine.model.turn import ToolPlan, Turn
from engine.names import new_reference
from engine.parts import Parts

log = structlog.get_logger()


async def resolve(parts: Parts, brief: Brief, turn: Turn) -> Turn:
    """The turn with its results, facts and changes, to be stored at once, before anything is told.

    Without a plan the turn goes on with what the players' own calls came to, and with what holds anyway.
    Raises StoreError.
    """
    planned = await _planned(parts, brief)

    def refer(tool: str, error: Exception) -> str:
        reference = new_reference(parts.entropy)
        log.error(
            "tool_failed",
            reference=reference,
            session=brief.session_id,
            turn=turn.id,
            tool=tool,
            exc_info=error,
        )
        return reference

    executed = execute(brief, planned.plan, refer)
    if executed.warnings:
        log.info("plan_trimmed", session=brief.session_id, turn=turn.id, warnings=executed.warnings)
    facts = (*await _standing_facts(parts, brief), *executed.resolution.facts)
    return turn.model_copy(
        update={
            "status": "resolved",
            "resolution": executed.resolution.model_copy(update={"facts": facts}),
            "usage": turn.usage + planned.usage,
        }
    )


async def _planned(parts: Parts, brief: Brief) -> Planned:
    try:
        return await parts.masters.teller(brief.settings.narrator).resolve(brief)
    except ModelError as error:
        log.warning(
            "plan_failed", session=brief.session_id, turn=brief.turn_id, step="resolve", cause=repr(error)
        )
        return Planned(ToolPlan())


async def _standing_facts(parts: Parts, brief: Brief) -> tuple[Fact, ...]:
    """Facts that hold without any tool: an ending that has just come about is told out."""
    before = brief.recent[-1] if brief.recent else None
    ending = next((e for e in brief.adventure.endings if e.id == brief.state.ending_id), None)
    if before is None or ending is None:
        return ()
    changes: tuple[Change, ...] = before.all_changes()
    for event in await parts.store.events_after(brief.session_id, before.id):
        changes += event.changes  # a turn that was written down late
    if not any(isinstance(change, EndingReached) for change in changes):
        return ()
    return (Fact(code="ending-reached", args={"title": ending.title, "text": ending.text}, secret=True),)
