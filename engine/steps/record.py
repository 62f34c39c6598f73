"""Step three: what the told story changed, written down as checked changes."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace

import structlog

from engine.changes import fold
from engine.errors import ModelError
from engine.gamemaster import Brief, GameMaster
from engine.model.change import Change
from engine.model.changes.situation import FlagSet
from engine.model.suggestion import Suggestion
from engine.model.turn import Turn
from engine.model.update import StateUpdate
from engine.names import new_reference
from engine.parts import Parts
from engine.reading.recording import Recorded, changes_of

log = structlog.get_logger()

Offer = Callable[[Turn, tuple[Suggestion, ...]], Awaitable[Turn]]
"""Puts suggestions on the turn's buttons if that may still be done, and gives the turn back as it is then."""


@dataclass(frozen=True)
class Record:
    """The turn with its suggestions and what reading cost; what it changes; whom it speaks of."""

    turn: Turn
    changes: tuple[Change, ...]
    seen_characters: tuple[str, ...]


async def record(parts: Parts, brief: Brief, turn: Turn, offer: Offer) -> Record:
    """Read the narrative; `offer` gets the suggestions as soon as they are written, and again at the end.

    A record that cannot be read leaves the turn standing and marked, to be read again before the next.
    """
    master = parts.masters.teller(brief.settings.narrator)
    if turn.told_by == "offline":
        master = parts.masters.offline
    is_models = master is not parts.masters.offline
    try:
        turn, update = await _read(master, brief, turn, offer)
    except ModelError as error:
        reference = turn.reference or new_reference(parts.entropy)
        log.warning(
            "record_unreadable",
            reference=reference,
            session=brief.session_id,
            step="record",
            cause=repr(error),
        )
        turn = turn.model_copy(update={"is_recorded": False, "reference": reference})
        update = StateUpdate()
    recorded = recorded_after(turn, update, brief, is_models=is_models)
    if recorded.warnings:
        log.info("record_trimmed", session=brief.session_id, turn=turn.id, warnings=recorded.warnings)
    if recorded.suggestions:
        turn = await offer(turn, recorded.suggestions)
    return Record(turn, recorded.changes, recorded.named)


async def _read(master: GameMaster, brief: Brief, turn: Turn, offer: Offer) -> tuple[Turn, StateUpdate]:
    update, offered = StateUpdate(), False
    async for recording in master.record(brief, turn.resolution, turn.narrative):
        update = recording.update
        turn = turn.model_copy(update={"usage": turn.usage + recording.usage})
        if update.suggestions and not offered and not recording.is_last:
            offered = True
            moves = StateUpdate(suggestions=update.suggestions)
            early = recorded_after(turn, moves, brief, is_models=True)
            turn = await offer(turn, early.suggestions)
    return turn, update


def recorded_after(turn: Turn, update: StateUpdate, brief: Brief, *, is_models: bool) -> Recorded:
    """An update as checked changes, read against what tools changed in the turn; it undoes none of that."""
    settled = turn.resolution.changes
    if settled:
        brief = replace(brief, state=fold(brief.state, settled))
        update = _without_flags(update, {c.key for c in settled if isinstance(c, FlagSet)})
    return changes_of(update, brief, origin="model" if is_models else "system")


def _without_flags(update: StateUpdate, settled: set[str]) -> StateUpdate:
    situation = update.updated_situation
    if situation is None or not situation.world_state_flags:
        return update
    flags = {key: value for key, value in situation.world_state_flags.items() if key not in settled}
    return update.model_copy(
        update={"updated_situation": situation.model_copy(update={"world_state_flags": flags})}
    )
