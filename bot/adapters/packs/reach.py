"""How far an adventure can get: which scenes, flags and endings anybody could ever reach."""

from dataclasses import dataclass, field

from bot.adapters.packs.dungeon import LOST_EFFECT, consequences
from bot.adapters.packs.walking import answers
from engine.model.adventure import Adventure, Ending
from engine.model.noun import Flag
from engine.model.pack_words import Condition, Effects


@dataclass
class Reach:
    """What may come about. Generous: a flag once possible stays so, and `without` never stands in the way."""

    scenes: set[str]
    flags: dict[str, set[Flag]] = field(default_factory=dict)

    def allows(self, condition: Condition) -> bool:
        """Whether the condition might hold at some time. Every flag is false at the beginning."""
        return all(not value or value in self.flags.get(key, ()) for key, value in condition.flags.items())

    def allows_ending(self, ending: Ending) -> bool:
        """Whether the story might end so."""
        return (ending.scene is None or ending.scene in self.scenes) and self.allows(ending.when)

    def take(self, effects: Effects) -> bool:
        """Let these happen; true if anything new is possible now."""
        before = (len(self.scenes), sum(map(len, self.flags.values())))
        for key, value in effects.flags.items():
            self.flags.setdefault(key, set()).add(value)
        if effects.goes_to is not None:
            self.scenes.add(effects.goes_to)
        return (len(self.scenes), sum(map(len, self.flags.values()))) != before


def by_waiting(adventure: Adventure) -> Reach:
    """What comes about if nobody ever does anything."""
    reach = Reach({adventure.opening.scene})
    for step in adventure.pressures:
        reach.take(step.effects)
    return reach


def by_playing(adventure: Adventure) -> Reach:
    """What can come about at all."""
    reach = by_waiting(adventure)
    while _step(adventure, reach):
        pass
    return reach


def _step(adventure: Adventure, reach: Reach) -> bool:
    found = False
    for answer in answers(adventure):
        is_possible = answer.scene is None or answer.scene in reach.scenes
        if is_possible and reach.allows(answer.needs) and reach.allows(answer.doing.when):
            found |= reach.take(answer.doing.effects)
    for _, place, when, what in consequences(adventure):
        if (place is None or place.id in reach.scenes) and reach.allows(when):
            found |= reach.take(what.effects)
    if adventure.ruleset == "dungeon":
        found |= reach.take(LOST_EFFECT)
    for scene in adventure.scenes:
        for way in scene.exits:
            if scene.id in reach.scenes and way.to not in reach.scenes and reach.allows(way.when):
                reach.scenes.add(way.to)
                found = True
    return found
