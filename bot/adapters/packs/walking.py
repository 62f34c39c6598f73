"""Going through an adventure: every answer, effect and condition in it, with its place in the file."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from bot.adapters.packs.dungeon import LOST_EFFECT, conditions, consequences
from engine.model.adventure import Adventure, Doing, Thing
from engine.model.pack_words import Condition, Effects


@dataclass(frozen=True)
class Answer:
    """A doing and where it can happen. scene: null = anywhere. needs: what its thing needs to be there."""

    place: str
    doing: Doing
    scene: str | None
    needs: Condition = field(default_factory=Condition)


def answers(adventure: Adventure) -> Iterator[Answer]:
    """Every doing of the adventure."""
    for i, scene in enumerate(adventure.scenes):
        yield from _of_things(f"scenes[{i}].things", scene.things, scene.id)
    yield from _of_things("things", adventure.things, None)
    for i, member in enumerate(adventure.cast):
        for j, topic in enumerate(member.topics):
            yield Answer(f"cast[{i}].topics[{j}].doing", topic.doing, member.scene)


def _of_things(place: str, things: tuple[Thing, ...], scene: str | None) -> Iterator[Answer]:
    for j, thing in enumerate(things):
        for k, doing in enumerate(thing.doings):
            yield Answer(f"{place}[{j}].doings[{k}]", doing, scene, thing.when)


def all_effects(adventure: Adventure) -> Iterator[tuple[str, Effects]]:
    """Every effect with its place."""
    for answer in answers(adventure):
        yield f"{answer.place}.effects", answer.doing.effects
    for i, step in enumerate(adventure.pressures):
        yield f"pressures[{i}].effects", step.effects
    for place, _, _, what in consequences(adventure):
        yield f"{place}.effects", what.effects
    if adventure.ruleset == "dungeon":
        yield "dungeon", LOST_EFFECT


def all_conditions(adventure: Adventure) -> Iterator[tuple[str, Condition]]:
    """Every condition with its place."""
    for answer in answers(adventure):
        yield f"{answer.place}.when", answer.doing.when
    for i, scene in enumerate(adventure.scenes):
        for j, thing in enumerate(scene.things):
            yield f"scenes[{i}].things[{j}].when", thing.when
        for j, way in enumerate(scene.exits):
            yield f"scenes[{i}].exits[{j}].when", way.when
    for j, thing in enumerate(adventure.things):
        yield f"things[{j}].when", thing.when
    for i, ending in enumerate(adventure.endings):
        yield f"endings[{i}].when", ending.when
    yield from conditions(adventure)
