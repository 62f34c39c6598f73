"""What can happen where the party stands: the ways that are open, and what may come about here."""

from collections.abc import Iterator, Mapping

from engine.model.adventure import Adventure, Doing
from engine.model.noun import Flag
from engine.model.pack_words import Effects
from engine.model.state import GameState
from engine.moves.endings import WAITED

OFF_MAP = "off_map"
"""What a game master writes in place of a scene id when the party leaves the adventure's map."""


def doings_here(adventure: Adventure, state: GameState) -> tuple[Doing, ...]:
    """Everything that could be done at this place with what is there, carried or met, as things stand."""
    flags = state.situation.world_state_flags
    return tuple(doing for doing in _doings_at(adventure, state) if doing.when.holds(flags))


def ways(adventure: Adventure, state: GameState) -> tuple[str, ...]:
    """Ids of the scenes that can be reached in one turn; off the map, those where the party has been."""
    situation = state.situation
    scene = adventure.scene(situation.scene_id)
    if scene is None:
        been = tuple(s.id for s in adventure.scenes if s.id in situation.visited_scenes)
        return been or (adventure.opening.scene,)
    open_exits = [e.to for e in scene.exits if e.when.holds(situation.world_state_flags)]
    carried_off = [d.effects.goes_to for d in doings_here(adventure, state) if d.effects.goes_to]
    return tuple(dict.fromkeys(to for to in (*open_exits, *carried_off) if to != scene.id))


def flags_in_reach(adventure: Adventure, state: GameState) -> Mapping[str, tuple[Flag, ...]]:
    """World flags that something done here would change, with the values that it would give them."""
    now = state.situation.world_state_flags
    found: dict[str, tuple[Flag, ...]] = {}
    for doing in doings_here(adventure, state):
        for flag, value in doing.effects.flags.items():
            if now.get(flag, False) != value and value not in found.get(flag, ()):
                found[flag] = (*found.get(flag, ()), value)
    return found


def flags_of(adventure: Adventure) -> frozenset[str]:
    """All world flags that the adventure itself sets or asks for, and the clock of its pressures."""
    effects = [doing.effects for doing in _all_doings(adventure)]
    effects += [step.effects for step in adventure.pressures]
    conditions = [doing.when for doing in _all_doings(adventure)]
    conditions += [exit_.when for scene in adventure.scenes for exit_ in scene.exits]
    conditions += [thing.when for scene in adventure.scenes for thing in scene.things]
    conditions += [thing.when for thing in adventure.things]
    conditions += [ending.when for ending in adventure.endings]
    asked = [flag for c in conditions for flag in (*c.flags, *c.without)]
    return frozenset([WAITED, *asked, *_set_by(effects)])


def _set_by(effects: list[Effects]) -> Iterator[str]:
    for effect in effects:
        yield from effect.flags


def _doings_at(adventure: Adventure, state: GameState) -> Iterator[Doing]:
    flags = state.situation.world_state_flags
    scene = adventure.scene(state.situation.scene_id)
    for thing in (*(scene.things if scene else ()), *adventure.things):
        if thing.when.holds(flags):
            yield from thing.doings
    for character in state.present():
        member = adventure.cast_member(character.id)
        yield from (topic.doing for topic in (member.topics if member else ()))


def _all_doings(adventure: Adventure) -> Iterator[Doing]:
    things = [*adventure.things, *(thing for scene in adventure.scenes for thing in scene.things)]
    for thing in things:
        yield from thing.doings
    for member in adventure.cast:
        yield from (topic.doing for topic in member.topics)
