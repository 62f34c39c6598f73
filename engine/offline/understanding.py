"""What players mean: from their words to deeds, by verbs and by the names of what is here."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.model.adventure import CastMember, Doing, Exit, Scene, Thing, Verb
from engine.model.character import Character
from engine.moves.deeds import Asked, Back, Deed, Question
from engine.moves.moment import Moment
from engine.offline.grammar import Clause, Grammar, overlap
from engine.offline.naming import Named, named_in
from engine.offline.words import Found

HANDS: frozenset[Verb] = frozenset({"use", "open", "push"})
"""What hands do: these stand in for each other where the data knows only one of them."""
WAYS: frozenset[Verb] = frozenset({"go", "use", "open", "push", "take"})
"""Verbs that take the party through an exit."""
TALKS: frozenset[Verb] = frozenset({"talk", "give", "help"})
"""Verbs that turn to people before things."""


@dataclass(frozen=True)
class _Reading:
    """One way to take a clause. is_apart: the verb and the name are different words."""

    deed: Deed
    found: Found
    is_apart: bool = True


def understand(clause: Clause, moment: Moment, actor_id: str, grammar: Grammar) -> tuple[Deed, ...]:
    """The deeds that a clause means: one, or the same on several things ("take the lamp and the rope").

    Never fails: what is not understood is "other" on nothing.
    """
    verbs = () if clause.is_speech else grammar.verbs_in(clause.tokens)
    if not clause.is_speech and _is_denied(clause, verbs, grammar):
        return (Deed("other"),)
    named = _addressed(named_in(clause.tokens, moment, actor_id, grammar))
    readings = [r for one in named for r in _readings(one, verbs, clause, moment, grammar)]
    if not readings:
        return (_without_target(clause, tuple(verb for verb, _ in verbs), moment, grammar),)
    asks = bool(_people(named)) or grammar.has(grammar.about, clause.tokens)

    def fitness(reading: _Reading) -> tuple[bool | int, ...]:
        """An answer of the data first, then what moves the story, then the longest, best and first name."""
        fits, moves = _fits(reading.deed, moment), _moves(reading.deed, moment)
        is_asked = asks and isinstance(reading.deed.on, Asked)
        _, exact, early = reading.found.weight
        start, end = reading.found.start, reading.found.start + reading.found.length
        length = len(grammar.content(clause.tokens[start:end], going=True))
        return (fits, reading.is_apart, is_asked, moves, length, _rank(reading.deed, asks=asks), early, exact)

    readings.sort(key=fitness, reverse=True)
    best = readings[0]
    others = [r for r in readings[1:] if _is_another(r, best, clause, moment, grammar)]
    return tuple(_settled(r.deed, moment) for r in (best, *others[:1]))


def _is_another(other: _Reading, best: _Reading, clause: Clause, moment: Moment, grammar: Grammar) -> bool:
    """Whether an "and" stands between two things that the same is done with."""
    first, last = sorted((best.found, other.found), key=lambda found: found.start)
    between = clause.tokens[first.start + first.length : last.start]
    return (
        isinstance(best.deed.on, Thing)
        and isinstance(other.deed.on, Thing)
        and other.deed.verb == best.deed.verb
        and other.deed.on.id != best.deed.on.id
        and _fits(other.deed, moment)
        and any(token in grammar.joints for token in between)
    )


def doing_for(verb: Verb, doings: Sequence[Doing], moment: Moment) -> Doing | None:
    """The first doing that holds for this verb, else for one that stands in for it."""
    able = [doing for doing in doings if doing.when.holds(moment.flags)]
    exact = next((doing for doing in able if verb in doing.verbs), None)
    if exact is not None or verb not in HANDS:
        return exact
    return next((doing for doing in able if HANDS & set(doing.verbs)), None)


def _is_denied(clause: Clause, verbs: Sequence[tuple[Verb, Found]], grammar: Grammar) -> bool:
    """Whether somebody says what they do not do. What is said, and doing nothing, may have a "not" in it."""
    places = [i for i, token in enumerate(clause.tokens) if token in grammar.negations]
    said = [found.start for verb, found in verbs if verb in {"talk", "give"}]
    return bool(places) and not (said and min(said) < places[0]) and all(verb != "wait" for verb, _ in verbs)


def _addressed(named: tuple[Named, ...]) -> tuple[Named, ...]:
    """Without topics of people who are not meant: if somebody is named, only theirs."""
    people = _people(named)
    return tuple(
        one
        for one in named
        if not (isinstance(one.target, Asked) and people and one.target.member.id not in people)
    )


def _people(named: Sequence[Named]) -> frozenset[str]:
    return frozenset(one.target.id for one in named if isinstance(one.target, CastMember | Character))


def _readings(
    one: Named, verbs: Sequence[tuple[Verb, Found]], clause: Clause, moment: Moment, grammar: Grammar
) -> Iterator[_Reading]:
    """With each verb; with what stands in for one if there is none beside the name."""
    is_alone = True
    for verb, found in verbs:
        is_apart = not overlap(found, one.found)
        is_alone = is_alone and not is_apart
        yield _Reading(Deed(verb, one.target), one.found, is_apart)
    if is_alone and (unsaid := _unsaid(one, clause, moment, grammar)) is not None:
        yield _Reading(Deed(unsaid, one.target), one.found, is_apart=False)


def _unsaid(one: Named, clause: Clause, moment: Moment, grammar: Grammar) -> Verb | None:
    """The verb that a bare name stands for."""
    match one.target:
        case Exit():
            name = clause.tokens[one.found.start : one.found.start + one.found.length]
            is_bare = len(grammar.content(clause.tokens, going=True)) <= len(
                grammar.content(name, going=True)
            )
            return "go" if is_bare and not clause.is_speech else None
        case CastMember() | Character() | Asked():
            return "talk"
        case Thing(doings=doings) if clause.is_speech:
            return "talk" if doing_for("talk", doings, moment) else None
        case _:
            return None if clause.is_speech else "look"


def _fits(deed: Deed, moment: Moment) -> bool:
    """Whether the adventure has an answer of its own to the deed."""
    match deed.on:
        case Thing(doings=doings):
            return doing_for(deed.verb, doings, moment) is not None
        case Asked(topic=topic):
            return doing_for(deed.verb, (topic.doing,), moment) is not None
        case Exit():
            return deed.verb in WAYS
        case CastMember():
            return deed.verb in {"talk", "look"}
        case Scene():
            return deed.verb == "look"
        case _:
            return False


def _moves(deed: Deed, moment: Moment) -> bool:
    """Whether the deed would change anything of the story."""
    match deed.on:
        case Thing(doings=doings):
            doing = doing_for(deed.verb, doings, moment)
        case Asked(topic=topic):
            doing = doing_for(deed.verb, (topic.doing,), moment)
        case _:
            return False
    return doing is not None and moment.would_change(doing)


def _settled(deed: Deed, moment: Moment) -> Deed:
    """What a verb comes to on a target that has no answer to it: going to somebody is talking to them."""
    if deed.verb == "wait" and not _fits(deed, moment):
        return Deed("wait")
    if deed.verb == "go" and isinstance(deed.on, CastMember | Character):
        return Deed("talk", deed.on)
    if deed.verb == "go" and isinstance(deed.on, Thing) and not _fits(deed, moment):
        return Deed("look", deed.on)
    if isinstance(deed.on, Exit) and deed.verb in WAYS:
        return Deed("go", deed.on)
    return deed


def _rank(deed: Deed, *, asks: bool) -> int:
    """Among equally good names: people for what people do, ways for going, things for the rest."""
    match deed.on:
        case Asked():
            return 5 if deed.verb == "give" or (asks and deed.verb in TALKS) else 2
        case CastMember() | Character():
            return 4 if deed.verb in TALKS else 2
        case Exit():
            return 6 if deed.verb == "go" else 1
        case Thing():
            return 3
        case Scene() | Back() | Question() | None:
            return 0


def _without_target(clause: Clause, verbs: tuple[Verb, ...], moment: Moment, grammar: Grammar) -> Deed:
    verb = verbs[0] if verbs else None
    people: tuple[CastMember | Character, ...] = (*moment.cast(), *moment.strangers())
    if clause.is_speech or verb == "talk" or (clause.asks and verb is None):
        return Deed("talk", people[0] if people else None)
    goes_back = grammar.has(grammar.back, clause.tokens)
    if goes_back and verb in {"go", None}:
        return _back(moment)
    if grammar.has(grammar.around, clause.tokens) and verb in {"look", "go", None}:
        return Deed("look", moment.scene)
    if verb == "go" or (verb is None and grammar.has(grammar.onward, clause.tokens)):
        return _onward(clause, moment, grammar)
    if verb is None:
        return Deed("other", is_aimless=True)
    is_aimless = len(grammar.content(clause.tokens)) > len(verbs)
    if verb == "look" and not is_aimless:
        return Deed("look", moment.scene)
    return Deed(verb, is_aimless=is_aimless)


def _back(moment: Moment) -> Deed:
    if moment.scene is None:
        return Deed("go", Back(moment.way_back()))
    before = next((way for way in moment.exits() if way.to == moment.came_from), None)
    if before is None and len(moment.exits()) == 1:
        before = moment.exits()[0]
    return Deed("go", before)


def _onward(clause: Clause, moment: Moment, grammar: Grammar) -> Deed:
    """A way, if there is only one that can be meant."""
    if moment.scene is None:
        return _back(moment)
    ways = [way for way in moment.exits() if way.to != moment.came_from] or list(moment.exits())
    meant_any = not grammar.has(grammar.onward, clause.tokens) and len(grammar.content(clause.tokens)) > 1
    if len(ways) == 1 and not meant_any:
        return Deed("go", ways[0])
    return Deed("go", is_aimless=True)
