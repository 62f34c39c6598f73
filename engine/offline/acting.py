"""The actions of a turn, one after the other: each is understood where the ones before it have led."""

from dataclasses import replace

from engine.model.action import MergedAction
from engine.model.adventure import Verb
from engine.model.update import CharacterResponse
from engine.moves.deeds import Deed, deed_name
from engine.moves.moment import Moment
from engine.moves.offers import offers
from engine.offline.answering import Actor, answer
from engine.offline.grammar import Clause
from engine.offline.heard import Slots
from engine.offline.tale import Tale
from engine.offline.understanding import understand


def acted(tale: Tale, actions: tuple[MergedAction, ...]) -> Tale:
    """The tale after all actions. Where several act, each answer begins with the character's name."""
    is_shared = len({action.character_id for action in actions}) > 1
    for action in actions:
        if action.call is not None:
            continue  # a ready-made call has been told by its facts
        actor = actor_of(action, tale.moment)
        done: list[Deed] = []
        for clause in _meant(action, tale):
            for deed in _deeds(clause, action, tale):
                if deed not in done:  # "I sit down and wait" waits once
                    tale = _answered(tale, deed, actor, needs_name=is_shared and not done)
                    done.append(deed)
    return tale


def actor_of(action: MergedAction, moment: Moment) -> Actor:
    """Who acts, by the character's name; the player's, should the character be gone."""
    character = moment.state.characters.get(action.character_id)
    return Actor(character.id, character.name) if character else Actor(None, action.player_name)


def _meant(action: MergedAction, tale: Tale) -> tuple[Clause | Deed, ...]:
    """A pressed suggestion's deed, or the clauses that mean something; the first if none does."""
    if action.type == "choice":
        chosen = [o.deed for o in offers(tale.moment, tale.voice.locale) if o.text == action.content]
        if chosen:
            return (chosen[0],)
    clauses = tale.grammar.clauses(action.content, is_speech=action.type == "speech")
    if len(clauses) == 1:
        return clauses
    known = [clause for clause in clauses if _deeds(clause, action, tale) != (UNKNOWN,)]
    return tuple(known) or clauses[:1] or (UNKNOWN,)


UNKNOWN = Deed("other", is_aimless=True)
"""What is not understood."""


def _deeds(meant: Clause | Deed, action: MergedAction, tale: Tale) -> tuple[Deed, ...]:
    if isinstance(meant, Deed):
        return (meant,)
    return understand(meant, tale.moment, action.character_id, tale.grammar)


def _answered(tale: Tale, deed: Deed, actor: Actor, *, needs_name: bool) -> Tale:
    told = answer(deed, actor, tale.moment, tale.voice, has_moved=tale.has_moved)
    paragraphs = _named(told.paragraphs, deed.verb, actor, tale) if needs_name else told.paragraphs
    after = tale.telling(*paragraphs)
    responses = after.responses
    if told.speaker is not None:
        words = " ".join(after.told[len(tale.told) :])
        responses = (*responses, CharacterResponse(character_id=told.speaker, type="speech", content=words))
    return replace(
        after,
        moment=told.moment,
        understood=(*tale.understood, f"{actor.name}: {deed_name(deed)}"),
        responses=responses,
        waits=(*tale.waits, deed.is_waiting),
        has_moved=tale.has_moved or told.moment.scene != tale.moment.scene,
    )


def _named(paragraphs: tuple[Slots, ...], verb: Verb, actor: Actor, tale: Tale) -> tuple[Slots, ...]:
    """With a short beginning that says who it was; texts that say it themselves come after it too."""
    if not paragraphs:
        return paragraphs
    lead = tale.voice.lines(f"lead.{verb}", name=actor.name)
    return ((tale.heard.freshest_first(lead)[:1], *paragraphs[0]), *paragraphs[1:])
