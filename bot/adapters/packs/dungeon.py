"""What an adventure under rules has besides its story: consequences, conditions, ids."""

from collections import Counter
from collections.abc import Iterator

from engine.model.adventure import Adventure, Scene
from engine.model.pack_words import Condition, Effects
from engine.model.rules.area import AreaRules
from engine.model.rules.consequence import Consequence
from engine.rules.exploring.upkeep import LOST

LOST_EFFECT = Effects(flags={LOST: True})
"""The one flag that the rules themselves set."""


def consequences(adventure: Adventure) -> Iterator[tuple[str, Scene | None, Condition, Consequence]]:
    """Every consequence: its place in the file, its scene (null = anywhere), when it can come, and itself."""
    for i, scene in enumerate(adventure.scenes):
        if scene.rules is not None:
            for place, when, what in _of_area(f"scenes[{i}].rules", scene.rules):
                yield from ((p, scene, when, c) for p, c in _chain(place, what))
    dungeon = adventure.dungeon
    if dungeon is None:
        return
    anytime = Condition()
    for i, kind in enumerate(dungeon.kinds):
        found = [("on_death", kind.on_death)]
        found += [(f"attacks[{j}].on_hit", attack.on_hit) for j, attack in enumerate(kind.attacks)]
        for name, what in found:
            for p, c in _chain(f"dungeon.kinds[{i}].{name}", what):
                yield p, None, anytime, c
    for i, quest in enumerate(dungeon.quests):
        for p, c in _chain(f"dungeon.quests[{i}].reward", quest.reward):
            yield p, None, quest.completes, c
    for i, countdown in enumerate(dungeon.countdowns):
        for p, c in _chain(f"dungeon.countdowns[{i}].then", countdown.then):
            yield p, None, countdown.during, c


def conditions(adventure: Adventure) -> Iterator[tuple[str, Condition]]:
    """Every condition that the rules' data asks for, with its place."""
    for place, _, when, _ in consequences(adventure):
        yield f"{place} (when)", when
    for i, scene in enumerate(adventure.scenes):
        rules = scene.rules or AreaRules()
        for j, award in enumerate(rules.awards):
            yield f"scenes[{i}].rules.awards[{j}].when", award.when
        for j, treasure in enumerate(rules.treasure):
            yield f"scenes[{i}].rules.treasure[{j}].when", treasure.when
        for j, check in enumerate(rules.checks):
            for k, modifier in enumerate(check.modifiers):
                yield f"scenes[{i}].rules.checks[{j}].modifiers[{k}].when", modifier.when
    for i, quest in enumerate(adventure.dungeon.quests if adventure.dungeon else ()):
        yield f"dungeon.quests[{i}].starts", quest.starts
        yield f"dungeon.quests[{i}].completes", quest.completes
        if quest.fails is not None:
            yield f"dungeon.quests[{i}].fails", quest.fails
        for j, objective in enumerate(quest.objectives):
            yield f"dungeon.quests[{i}].objectives[{j}].when", objective.when


def dungeon_faults(adventure: Adventure) -> Iterator[str]:
    """Ids that lead nowhere, twice the same, or that no way has."""
    if adventure.ruleset == "dungeon" and adventure.dungeon is None:
        yield 'dungeon: is needed beside ruleset "dungeon".'
    if adventure.ruleset != "dungeon" and adventure.dungeon is not None:
        yield 'ruleset: must be "dungeon" beside a dungeon.'
    if adventure.dungeon is None:
        return
    for name, ids in (
        ("kinds", [k.id for k in adventure.dungeon.kinds]),
        ("items", [i.id for i in adventure.dungeon.items]),
        ("quests", [q.id for q in adventure.dungeon.quests]),
        ("awards", [a.id for s in adventure.scenes if s.rules for a in s.rules.awards]),
        ("encounters", [e.id for s in adventure.scenes if s.rules for e in s.rules.encounters]),
    ):
        for twice in (found for found, count in Counter(ids).items() if count > 1):
            yield f'dungeon.{name}: "{twice}" stands there more than once; give each its own.'
    for i, scene in enumerate(adventure.scenes):
        if scene.rules is not None:
            yield from _area_faults(f"scenes[{i}].rules", scene, scene.rules, adventure)
    for i, quest in enumerate(adventure.dungeon.quests):
        if adventure.scene(quest.giver_scene) is None:
            yield f'dungeon.quests[{i}].giver_scene: there is no scene "{quest.giver_scene}".'


def _area_faults(place: str, scene: Scene, rules: AreaRules, adventure: Adventure) -> Iterator[str]:
    kinds = {kind.id for kind in adventure.dungeon.kinds} if adventure.dungeon else set()
    checks, encounters = {c.id for c in rules.checks}, {e.id for e in rules.encounters}
    treasure, exits = {t.id for t in rules.treasure}, {way.to for way in scene.exits}
    for j, check in enumerate(rules.checks):
        if sum(part is not None for part in (check.ability, check.skill, check.save)) != 1:
            yield f"{place}.checks[{j}]: needs exactly one of ability, skill and save."
    for j, passage in enumerate(rules.passages):
        if passage.to not in exits:
            yield f'{place}.passages[{j}].to: "{passage.to}" is no exit of this scene.'
        if passage.check is not None and passage.check not in checks:
            yield f'{place}.passages[{j}].check: there is no check "{passage.check}" in this scene.'
    for j, encounter in enumerate(rules.encounters):
        if encounter.kind not in kinds:
            yield f'{place}.encounters[{j}].kind: there is no kind "{encounter.kind}".'
    for where, _, what in _of_area(place, rules):
        for inner, c in _chain(where, what):
            for name, ids, known in (
                ("reveals", c.reveals, treasure),
                ("wakes", c.wakes, encounters),
                ("stills", c.stills, encounters),
                ("strikes", c.strikes, encounters),
            ):
                yield from (
                    f'{inner}.{name}: there is no "{i}" in this scene.' for i in ids if i not in known
                )


def _of_area(place: str, rules: AreaRules) -> Iterator[tuple[str, Condition, Consequence | None]]:
    for j, check in enumerate(rules.checks):
        yield f"{place}.checks[{j}].on_success", check.when, check.on_success
        yield f"{place}.checks[{j}].on_fail", check.when, check.on_fail
    for j, hazard in enumerate(rules.hazards):
        yield f"{place}.hazards[{j}].consequence", hazard.when, hazard.consequence
    for j, encounter in enumerate(rules.encounters):
        yield f"{place}.encounters[{j}].on_over", encounter.when, encounter.on_over
    for j, treasure in enumerate(rules.treasure):
        yield f"{place}.treasure[{j}].on_take", treasure.when, treasure.on_take
    for j, use in enumerate(rules.uses):
        yield f"{place}.uses[{j}].consequence", use.when, use.consequence


def _chain(place: str, what: Consequence | None) -> Iterator[tuple[str, Consequence]]:
    while what is not None:
        yield place, what
        place, what = f"{place}.then", what.then
