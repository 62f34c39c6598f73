"""What could be done next in a moment, as a player would say it, each with the deed behind the words."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from engine.model.adventure import CastMember, Doing, Thing
from engine.model.character import Character
from engine.model.noun import Scalar
from engine.model.suggestion import RiskLevel, SuggestionType
from engine.moves.deeds import Asked, Back, Deed, Question
from engine.moves.moment import Moment
from engine.ports import Locale

Kind = Literal["doing", "way", "person", "question", "pause"]


@dataclass(frozen=True)
class Offer:
    """A next move. distance: of a way, steps to the nearest place with something new; 0 for all else."""

    kind: Kind
    type: SuggestionType
    label: str
    text: str
    deed: Deed
    risk_level: RiskLevel = "low"
    distance: int = 0


def offers(moment: Moment, locale: Locale) -> tuple[Offer, ...]:
    """All that can be offered: what the data names, ways on, people, open questions, a look, a pause."""
    if moment.state.ending_id is not None:
        return tuple(_afterwards(moment, locale))
    return (
        *_doings(moment),
        *_ways(moment, locale),
        *_people(moment, locale),
        *_questions(moment, locale),
        *_always(moment, locale),
    )


def _doings(moment: Moment) -> Iterator[Offer]:
    for thing in moment.things():
        taken: set[str] = set()
        for doing in thing.doings:
            is_first = doing.when.holds(moment.flags) and doing.verbs[0] not in taken
            if doing.when.holds(moment.flags):
                taken |= set(doing.verbs)
            if is_first:
                yield from _offered(doing, thing, moment)
    for member, topic in moment.open_topics():
        yield from _offered(topic.doing, Asked(member, topic), moment)


def _offered(doing: Doing, on: Thing | Asked, moment: Moment) -> Iterator[Offer]:
    """A labelled doing while it changes something."""
    if doing.label is None or doing.text is None or not moment.would_change(doing):
        return
    yield Offer("doing", doing.type, doing.label, doing.text, Deed(doing.verbs[0], on), doing.risk_level)


def _ways(moment: Moment, locale: Locale) -> Iterator[Offer]:
    if moment.scene is None:
        back = moment.way_back()
        plain = Offer("way", "explore", "", "", Deed("go", Back(back)))
        yield _said(locale, "back", plain, scene=back.name)
    for way in moment.exits():
        if way.when.holds(moment.flags):
            distance = _distance(way.to, moment)
            plain = Offer("way", "explore", "", "", Deed("go", way), distance=distance)
            yield _said(locale, "go", plain, way=way.label)


def _distance(scene_id: str, moment: Moment) -> int:
    """Steps over open ways to a scene that nobody has seen or where something safe waits to be done."""
    seen = {moment.state.situation.scene_id}
    ring, distance = [scene_id], 1
    while ring:
        there = [moment.at(scene) for scene in ring]
        if any(scene not in moment.state.situation.visited_scenes for scene in ring):
            return distance
        if any(offer.risk_level != "high" for place in there for offer in _doings(place)):
            return distance
        seen |= set(ring)
        ways = [way for place in there for way in place.exits() if way.when.holds(moment.flags)]
        ring, distance = list(dict.fromkeys(way.to for way in ways if way.to not in seen)), distance + 1
    return len(moment.adventure.scenes) + 1


def _people(moment: Moment, locale: Locale) -> Iterator[Offer]:
    people: tuple[CastMember | Character, ...] = (*moment.cast(), *moment.strangers())
    for person in people:
        plain = Offer("person", "dialogue", "", "", Deed("talk", person))
        yield _said(locale, "talk", plain, name=person.name)


def _questions(moment: Moment, locale: Locale) -> Iterator[Offer]:
    for i, thread in enumerate(moment.state.situation.open_threads, start=1):
        plain = Offer("question", "explore", "", "", Deed("look", Question(thread)))
        yield _said(locale, "thread", plain, thread=thread, number=i)


def _always(moment: Moment, locale: Locale) -> Iterator[Offer]:
    yield _said(locale, "look", Offer("pause", "explore", "", "", Deed("look", moment.scene)))
    yield _said(locale, "wait", Offer("pause", "action", "", "", Deed("wait")))


def _afterwards(moment: Moment, locale: Locale) -> Iterator[Offer]:
    for key in ("linger", "remember", "farewell"):
        yield _said(locale, key, Offer("pause", "action", "", "", Deed("look", moment.scene)))


def _said(locale: Locale, key: str, plain: Offer, **blanks: Scalar) -> Offer:
    """The offer in the locale's words."""
    label, text = (locale.say(f"suggesting.{key}.{part}", **blanks) for part in ("label", "text"))
    return replace(plain, label=label[:1].upper() + label[1:], text=text[:1].upper() + text[1:])
