"""Why a turn was told as it was: what was settled, who told it, what it cost."""

from dataclasses import dataclass

from engine.model.fact import Fact
from engine.model.session import Session
from engine.model.turn import Teller, Turn
from engine.model.usage import Usage


@dataclass(frozen=True)
class Why:
    """All that may be said of a turn to whoever asks.

    deeds: (character's name, words). facts: what was settled before the telling. seen: what the model read of
    this turn before its task, for a DM only ("" for players: secrets stand in it). seconds: from the first
    action to the end; null while it is under way. tokens: read and written, all requests together.
    """

    number: int
    turn_id: str
    deeds: tuple[tuple[str, str], ...]
    facts: tuple[Fact, ...]
    told_by: Teller
    model: str
    requests: tuple[Usage, ...]
    tokens: int
    seconds: float | None
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
        told_by=turn.told_by or "offline",
        model=next((u.model for u in requests if u.purpose == "narrate"), session.settings.model),
        requests=requests,
        tokens=sum(u.prompt_tokens + u.output_tokens for u in requests),
        seconds=(turn.ended_at - turn.began_at).total_seconds() if turn.ended_at else None,
        is_recorded=turn.is_recorded,
        reference=turn.reference,
        seen=turn.seen if for_dm else "",
    )
