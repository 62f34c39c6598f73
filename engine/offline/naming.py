"""What can be named in a moment, and by which words."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.model.adventure import Exit
from engine.model.character import Character
from engine.moves.deeds import Asked, Target
from engine.moves.moment import Moment
from engine.offline.grammar import Grammar
from engine.offline.words import Found, beginnings, find


@dataclass(frozen=True)
class Named:
    """A target that stands in the typed words, and where."""

    target: Target
    found: Found


def named_in(tokens: Sequence[str], moment: Moment, actor_id: str, grammar: Grammar) -> tuple[Named, ...]:
    """All targets that a clause may mean, each at its longest name. Things here come before carried ones."""
    hits: list[Named] = []
    letters = beginnings(tokens)
    for target, words in _names(moment, actor_id):
        names = [name for word in words if (name := grammar.spelling.named(word))]
        places = [
            found
            for name in names
            if letters.intersection(name[0][:2]) and (found := find(tokens, name, grammar.spelling))
        ]
        if places:
            hits.append(Named(target, max(places, key=lambda found: found.weight)))
    return tuple(hits)


def _names(moment: Moment, actor_id: str) -> Iterator[tuple[Target, tuple[str, ...]]]:
    for thing in moment.things():
        yield thing, (thing.name, *thing.words)
    for way in moment.exits():
        yield way, (*way.words, way.label, *_scene_name(moment, way))
    for member in moment.cast():
        yield member, (member.name, *member.words)
    for member, topic in moment.open_topics():
        yield Asked(member, topic), topic.words
    for stranger in moment.strangers():
        yield stranger, _parts(stranger)
    for companion in moment.state.party():
        if companion.id != actor_id:
            yield companion, _parts(companion)
    if moment.scene is not None:
        yield moment.scene, (moment.scene.name,)


def _scene_name(moment: Moment, way: Exit) -> tuple[str, ...]:
    neighbour = moment.adventure.scene(way.to)
    return (neighbour.name,) if neighbour else ()


def _parts(character: Character) -> tuple[str, ...]:
    """A name, and the parts of it that people use alone."""
    return (character.name, *(part for part in character.name.split() if len(part) >= 3))
