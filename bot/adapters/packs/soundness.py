"""Whether an adventure holds together: all ways lead somewhere, all endings can be reached."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import get_args

from bot.adapters.packs.dungeon import dungeon_faults
from bot.adapters.packs.reach import by_playing, by_waiting
from bot.adapters.packs.walking import all_conditions, all_effects, answers
from bot.adapters.packs.wording import wording_faults
from engine.model.adventure import Adventure, Verb
from engine.moves.endings import WAITED
from engine.moves.newcomers import PREFIX
from engine.moves.possible import OFF_MAP
from engine.words.neutral import NAME_LETTERS

FILLER_LEAST = 40
"""Filler lines of all kinds together (issue 2, adventures)."""


def faults_of(adventure: Adventure) -> tuple[str, ...]:
    """What is wrong, each with its place and what would be right; () if it can be played."""
    faults = (*_names(adventure), *_ways(adventure), *_flags(adventure), *_threads(adventure))
    faults += tuple(dungeon_faults(adventure))
    if faults:
        return faults  # what follows presumes that every id leads somewhere
    return (*_reachable(adventure), *_filler(adventure), *wording_faults(adventure))


def _names(adventure: Adventure) -> Iterator[str]:
    yield from _unique("scenes", (s.id for s in adventure.scenes))
    yield from _unique("threads", (t.id for t in adventure.threads))
    yield from _unique("endings", (e.id for e in adventure.endings))
    people = (*(c.id for c in adventure.ready_characters), *(c.id for c in adventure.cast))
    yield from _unique("ready_characters and cast", people)
    yield from _unique(
        "things",
        (t.id for things in (*(s.things for s in adventure.scenes), adventure.things) for t in things),
    )
    for i, member in enumerate(adventure.cast):
        yield from _unique(f"cast[{i}].topics", (t.id for t in member.topics))
    names = [(c.name, f"ready_characters[{i}]") for i, c in enumerate(adventure.ready_characters)]
    names += [(c.name, f"cast[{i}]") for i, c in enumerate(adventure.cast)]
    yield from _unique("ready_characters and cast", (name.casefold() for name, _ in names))
    for name, place in names:
        if len(name) > NAME_LETTERS:
            yield f"{place}.name: takes at most {NAME_LETTERS} characters, has {len(name)}."
    for i, member in enumerate(adventure.cast):
        if member.id.startswith(PREFIX):
            yield f'cast[{i}].id: must not begin with "{PREFIX}"; who comes in during play is called so.'
    for i, scene in enumerate(adventure.scenes):
        if scene.id == OFF_MAP:
            yield f'scenes[{i}].id: must not be "{OFF_MAP}", which is everywhere else; take another name.'
    yield from _unique("pressures", (str(p.at) for p in adventure.pressures))
    if adventure.players.least > adventure.players.most:
        yield f"players: least ({adventure.players.least}) must not be above most ({adventure.players.most})."


def _unique(place: str, ids: Iterable[str]) -> Iterator[str]:
    for twice in (found for found, count in Counter(ids).items() if count > 1):
        yield f'{place}: "{twice}" stands there more than once; give each its own.'


def _ways(adventure: Adventure) -> Iterator[str]:
    scenes = {s.id: s for s in adventure.scenes}
    known = "the scenes are " + ", ".join(scenes)
    places = [("opening.scene", adventure.opening.scene)]
    places += [(f"cast[{i}].scene", c.scene) for i, c in enumerate(adventure.cast) if c.scene is not None]
    places += [
        (f"endings[{i}].scene", e.scene) for i, e in enumerate(adventure.endings) if e.scene is not None
    ]
    places += [
        (f"{place}.goes_to", e.goes_to) for place, e in all_effects(adventure) if e.goes_to is not None
    ]
    for place, scene_id in places:
        if scene_id not in scenes:
            yield f'{place}: there is no scene "{scene_id}"; {known}.'
    for i, scene in enumerate(adventure.scenes):
        yield from _unique(f"scenes[{i}].exits", (way.to for way in scene.exits))
        for j, way in enumerate(scene.exits):
            place = f"scenes[{i}].exits[{j}]"
            if way.to == scene.id:
                yield f"{place}.to: leads back into its own scene; name another."
            elif way.to not in scenes:
                yield f'{place}.to: there is no scene "{way.to}"; {known}.'
            elif not way.one_way and all(back.to != scene.id for back in scenes[way.to].exits):
                yield f'{place}: "{way.to}" has no exit back to "{scene.id}"; add it, or set one_way to true.'
            if (way.blocked is not None) != bool(way.when.flags or way.when.without):
                yield f"{place}: when and blocked need each other."
    neighbours = {s.id: {way.to for way in s.exits} for s in adventure.scenes}
    for answer in answers(adventure):
        target = answer.doing.effects.goes_to
        if (
            target in scenes
            and answer.scene in scenes
            and target not in {answer.scene, *neighbours[answer.scene]}
        ):
            yield f'{answer.place}.effects.goes_to: "{target}" is no neighbour of "{answer.scene}".'


def _flags(adventure: Adventure) -> Iterator[str]:
    given: dict[str, set[object]] = {}
    for place, effects in all_effects(adventure):
        if WAITED in effects.flags:
            yield f'{place}.flags: "{WAITED}" is the pressure clock; take another name.'
        for key, value in effects.flags.items():
            given.setdefault(key, set()).add(value)
    for place, condition in all_conditions(adventure):
        for key, value in condition.flags.items():
            if value and value not in given.get(key, ()):
                yield f"{place}.flags: nothing ever sets {key} to {value!r}; add an effect that does."
        for key in condition.without:
            if condition.flags.get(key):
                yield f"{place}: needs {key} and must be without it; it can never hold."
            if key not in given:
                yield f"{place}.without: nothing ever sets {key}; add an effect that does, or leave it out."


def _threads(adventure: Adventure) -> Iterator[str]:
    known = {t.id for t in adventure.threads}
    opened = {t.id for t in adventure.threads if t.is_open}
    opened |= {t for _, effects in all_effects(adventure) for t in effects.opens_threads}
    for place, effects in all_effects(adventure):
        for thread in sorted({*effects.opens_threads, *effects.closes_threads} - known):
            yield f'{place}: there is no thread "{thread}"; the threads are {", ".join(sorted(known))}.'
    for i, declared in enumerate(adventure.threads):
        if declared.id not in opened:
            yield f"threads[{i}]: nothing ever opens it; set is_open, or add an effect that opens it."


def _reachable(adventure: Adventure) -> Iterator[str]:
    played, waited = by_playing(adventure), by_waiting(adventure)
    for i, scene in enumerate(adventure.scenes):
        if scene.id not in played.scenes:
            yield f'scenes[{i}]: nobody can ever get to "{scene.id}"; check the exits and their conditions.'
    for i, ending in enumerate(adventure.endings):
        if not ending.when.flags:
            yield f"endings[{i}].when.flags: needs at least one flag, or the story ends before it begins."
        elif not played.allows_ending(ending):
            yield f'endings[{i}]: "{ending.id}" can never be reached; check its scene and flags.'
        elif ending.is_good and waited.allows_ending(ending):
            yield f"endings[{i}]: is good, but comes by waiting; it must need a flag that no pressure sets."
    if not any(ending.is_good for ending in adventure.endings):
        yield "endings: needs at least one with is_good true."


def _filler(adventure: Adventure) -> Iterator[str]:
    for verb in get_args(Verb):
        if verb not in adventure.filler:
            yield f'filler: needs lines for "{verb}".'
    count = sum(len(lines) for lines in adventure.filler.values())
    if count < FILLER_LEAST:
        yield f"filler: needs at least {FILLER_LEAST} lines of all kinds together, has {count}."
