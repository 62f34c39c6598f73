"""Why a turn was told as it was: what was settled, who told it, what it cost."""

from collections.abc import Mapping
from dataclasses import dataclass

from engine.model.fact import Fact
from engine.model.session import Session, model_for
from engine.model.turn import Teller, Turn
from engine.model.usage import Usage
from engine.recall import recalled

_BEGINNING = 40
"""Letters of an entry by which it is known again; long ones are cut before a model reads them."""


@dataclass(frozen=True)
class Why:
    """All that may be said of a turn to whoever asks.

    deeds: (character's name, words). facts: what was settled before the telling. seen: what the model read of
    this turn before its task, for a DM only ("" for players: secrets stand in it). lore: what it was reminded
    of, beside the newest events; of what only a character knows, for a DM only. seconds: from the first
    action to the end; null while it is under way. times: seconds by step. tokens: read and written, all
    requests together.
    """

    number: int
    turn_id: str
    deeds: tuple[tuple[str, str], ...]
    facts: tuple[Fact, ...]
    lore: tuple[str, ...]
    told_by: Teller
    model: str
    requests: tuple[Usage, ...]
    tokens: int
    seconds: float | None
    times: Mapping[str, float]
    is_recorded: bool
    reference: str | None
    seen: str


def why(session: Session, turn: Turn, *, for_dm: bool) -> Why:
    """What a DM, or a player (no secret fact, nothing that the narrator alone knows), may learn of a turn."""
    requests = tuple(u for u in turn.usage if u.purpose not in {"load", "measure", "prepare"})
    people = session.head_state.characters
    return Why(
        number=turn.number,
        turn_id=turn.id,
        deeds=tuple(
            (people[a.character_id].name if a.character_id in people else a.player_name, a.content)
            for a in turn.actions
        ),
        facts=tuple(fact for fact in turn.resolution.facts if for_dm or not fact.secret),
        lore=_lore(session, turn, for_dm=for_dm),
        told_by=turn.told_by or "offline",
        model=next(
            (u.model for u in requests if u.purpose == "narrate"), model_for(session.settings, "storytelling")
        ),
        requests=requests,
        tokens=sum(u.prompt_tokens + u.output_tokens for u in requests),
        seconds=(turn.ended_at - turn.began_at).total_seconds() if turn.ended_at else None,
        times=turn.times,
        is_recorded=turn.is_recorded,
        reference=turn.reference,
        seen=turn.seen if for_dm else "",
    )


def _lore(session: Session, turn: Turn, *, for_dm: bool) -> tuple[str, ...]:
    """Only what the model really read of it: the entry's beginning stands in what it saw."""
    state = session.head_state
    known = [
        entry
        for action in turn.actions
        if for_dm and (actor := state.characters.get(action.character_id))
        for entry in actor.knowledge
    ]
    old = (*state.summary.splitlines(), *state.situation.timeline, *known)
    found = recalled(tuple(dict.fromkeys(old)), [action.content for action in turn.actions])
    return tuple(entry for entry in found if entry[:_BEGINNING] in turn.seen)
