"""Whose yes an action needs: what is done to another player's character is that player's to allow."""

from collections.abc import Sequence

from engine.model.action import MergedAction
from engine.model.adventure import Verb
from engine.model.character import Character
from engine.model.session import Session
from engine.moves.moment import Moment
from engine.offline.grammar import Clause, Grammar
from engine.offline.naming import named_in
from engine.offline.words import Found, find

HARMS: frozenset[Verb] = frozenset({"attack", "push"})
"""What is done to somebody against their will; talk, help, gifts and looks need no leave."""
CONSENT_S = 120.0
"""How long a turn waits for a yes; without one it does not happen."""


def whose_yes(session: Session, action: MergedAction, grammar: Grammar) -> Character | None:
    """The other player's character whom this action would harm or control; null if it does neither."""
    if action.consent or action.type in {"speech", "pass", "go_on"} or action.call is not None:
        return None
    moment = Moment(session.adventure, session.head_state)
    for clause in grammar.clauses(action.content):
        for named in named_in(clause.tokens, moment, action.character_id, grammar):
            other = named.target
            if not (isinstance(other, Character) and other.is_user_character):
                continue
            if _is_against(clause, named.found, grammar):
                return other
    return None


def player_of(session: Session, character: Character) -> str | None:
    """Who plays this character, or null."""
    seats: Sequence[tuple[str, tuple[str, ...]]] = [
        (seat.player_id, seat.character_ids) for seat in session.head_state.seats.values()
    ]
    return next((player for player, ids in seats if character.id in ids), None)


def _is_against(clause: Clause, name: Found, grammar: Grammar) -> bool:
    """Whether harm is done to whom the name means, or they are made to do something.

    The verb stands right before the name ("I push Bo"), or the blow is aimed ("I throw the lamp at Bo"). A
    "not" makes it harmless: nobody is asked about what is not done.
    """
    tokens = clause.tokens
    if clause.is_speech or any(token in grammar.negations for token in tokens):
        return False
    harms = [found for verb, found in grammar.verbs_in(tokens) if verb in HARMS]
    forced = [f for word in grammar.forces if (f := find(tokens, word, grammar.spelling))]
    is_aimed = name.start > 0 and tokens[name.start - 1] in grammar.against
    for verb in (*harms, *forced):
        between = tokens[verb.start + verb.length : name.start]
        if verb.start < name.start and (is_aimed or not grammar.content(between)):
            return True
    return False
