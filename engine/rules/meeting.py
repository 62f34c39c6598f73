"""Coming to a place: who is there, who notices, and how a fight begins."""

from engine.dice.rolling import roll
from engine.model.changes.dungeon import AreaChanged, CreatureAdded, CreatureSet, FightSet
from engine.model.changes.sheets import EffectEnded
from engine.model.changes.situation import SceneSet
from engine.model.rules.area import AreaRules, Encounter
from engine.model.rules.creature import Creature
from engine.model.rules.fight import Combatant, Fight
from engine.rules.course import Course
from engine.rules.initiative import rolled_initiative
from engine.rules.somebody import Somebody, foes_here, party_here


def enter(course: Course, scene_id: str, *, is_quiet: bool = False) -> None:
    """The party is in another scene: what hung on the old one ends, who is in the new one is met.

    is_quiet: nobody notices at once.
    """
    left = course.scene_id
    if course.adventure.scene(scene_id) is None:
        return
    course.change(FightSet(fight=None), SceneSet(scene_id=scene_id))
    for who in party_here(course.adventure, course.state):
        course.change(*(EffectEnded(whom=who.id, effect_id=e.id) for e in who.effects if e.scene_id == left))
    course.tell("entered", scene=scene_id, name=_name(course, scene_id))
    meet(course, is_quiet=is_quiet)


def meet(course: Course, *, is_quiet: bool = False) -> None:
    """Creatures that belong here come into the game, once; those that notice at once are hostile."""
    flags = course.state.situation.world_state_flags
    for encounter in course.area.encounters:
        if not encounter.when.holds(flags):
            continue
        if encounter.id not in course.area_state.met:
            course.change(AreaChanged(scene_id=course.scene_id, met=(encounter.id,)))
            add(course, encounter, max(1, roll(encounter.count, course.dice).total))
        if encounter.on == "enter" and not encounter.is_friendly and not is_quiet:
            wake(course, encounter.id)
    if foes_here(course.adventure, course.state) and course.state.fight is None:
        begin_fight(course)


def add(course: Course, encounter: Encounter, count: int) -> None:
    """So many more of an encounter stand here, waiting."""
    kind = course.adventure.dungeon.kind(encounter.kind) if course.adventure.dungeon else None
    if kind is None:
        return
    there = sum(1 for c in course.state.creatures.values() if c.kind == encounter.kind)
    for number in range(there + 1, there + count + 1):
        hp = kind.hp or max(1, roll(kind.hit_dice, course.dice).total)
        is_alone = there == 0 and count == 1
        course.change(
            CreatureAdded(
                creature=Creature(
                    id=f"{kind.id}-{number}",
                    kind=kind.id,
                    name=kind.name if is_alone else f"{kind.name} {number}",
                    scene_id=course.scene_id,
                    encounter=encounter.id,
                    hp=hp,
                    hp_most=hp,
                    standing="friendly" if encounter.is_friendly else "waiting",
                    distance_ft=encounter.distance_ft,
                )
            )
        )


def wake(course: Course, encounter_id: str, *, most: int | None = None) -> None:
    """Creatures of an encounter that waited are hostile now, and the fight has begun.

    most: no more than so many; null = all, or as many as come in a round.
    """
    encounter = _encounter(course.area, encounter_id)
    if encounter is None:
        return
    if encounter.id not in course.area_state.met:
        course.change(AreaChanged(scene_id=course.scene_id, met=(encounter.id,)))
        add(course, encounter, max(1, roll(encounter.count, course.dice).total))
    waiting = [
        c for c in course.state.creatures_here() if c.encounter == encounter_id and c.standing == "waiting"
    ]
    if not waiting:
        return
    if most is None and encounter.each_round is not None:
        most = roll(encounter.each_round, course.dice).total
    waiting = waiting[:most]
    course.change(*(CreatureSet(creature_id=c.id, standing="hostile") for c in waiting))
    course.tell("creatures-notice", kind=encounter.kind, count=len(waiting), text=encounter.text)
    begin_fight(course)


def challenge(course: Course, target: Somebody) -> None:
    """Somebody goes for a creature: it and those with it are hostile now, whatever they were."""
    creature = target.creature
    if creature is None or creature.standing == "hostile":
        begin_fight(course)
        return
    if creature.encounter:
        course.change(
            *(
                CreatureSet(creature_id=c.id, standing="hostile")
                for c in course.state.creatures_here()
                if c.encounter == creature.encounter and c.hp > 0 and c.standing in {"waiting", "friendly"}
            )
        )
    course.change(CreatureSet(creature_id=creature.id, standing="hostile"))
    begin_fight(course)


def calm(course: Course, encounter_id: str, *, is_half: bool = False) -> None:
    """Those of an encounter that are still there are laid to rest, or half of them."""
    of_it = [
        c
        for c in course.state.creatures_here()
        if c.encounter == encounter_id and c.standing in {"waiting", "hostile"} and c.hp > 0
    ]
    still = of_it[: (len(of_it) + 1) // 2] if is_half else of_it
    course.change(*(CreatureSet(creature_id=c.id, standing="at_rest") for c in still))
    if still and not foes_here(course.adventure, course.state):
        course.change(FightSet(fight=None))


def noise(course: Course) -> None:
    """It was loud: what listens for noise wakes."""
    for encounter in course.area.encounters:
        if encounter.on == "noise":
            wake(course, encounter.id)


def begin_fight(course: Course) -> None:
    """Everybody here who can fight has a place in the order; those who join later are put into it."""
    fight = course.state.fight or Fight(scene_id=course.scene_id)
    known = {c.id for c in fight.order}
    people = [w for w in party_here(course.adventure, course.state) if w.is_up]
    new = [w for w in (*people, *foes_here(course.adventure, course.state)) if w.id not in known]
    if not new:
        return
    rolled = [Combatant(id=who.id, initiative=rolled_initiative(course, who)) for who in new]
    order = sorted((*fight.order, *rolled), key=lambda c: -c.initiative)
    course.change(FightSet(fight=fight.model_copy(update={"order": tuple(order)})))


def _encounter(area: AreaRules, encounter_id: str) -> Encounter | None:
    return next((e for e in area.encounters if e.id == encounter_id), None)


def _name(course: Course, scene_id: str) -> str:
    scene = course.adventure.scene(scene_id)
    return scene.name if scene else ""
