"""Whether the party's foes go on: when the first falls, when half are down, at half strength."""

from collections.abc import Iterator

from engine.model.changes.dungeon import CreatureSet, FightSet
from engine.rules.consequences import over
from engine.rules.course import Course
from engine.rules.fighting.beasts import rolled_morale
from engine.rules.somebody import Somebody, somebody

_FEARLESS = {"mindless", "undead", "made", "unmoving"}


def see_morale(course: Course) -> None:
    """At the end of a round: each occasion counts once an encounter, and one rolls for all of its kind."""
    fight = course.state.fight
    if fight is None:
        return
    for encounter in dict.fromkeys(c.encounter for c in course.state.creatures_here()):
        for occasion in _occasions(course, encounter):
            key = f"{encounter}:{occasion}"
            now = course.state.fight
            if now is None or key in now.checked:
                continue
            course.change(FightSet(fight=now.model_copy(update={"checked": (*now.checked, key)})))
            _test(course, encounter)


def _of(course: Course, encounter: str) -> list[Somebody]:
    found = (
        somebody(course.adventure, course.state, c.id)
        for c in course.state.creatures_here()
        if c.encounter == encounter
    )
    return [who for who in found if who is not None]


def _occasions(course: Course, encounter: str) -> Iterator[str]:
    everybody = _of(course, encounter)
    standing = [w for w in everybody if w.is_up and w.creature and w.creature.standing == "hostile"]
    down = sum(1 for who in everybody if not who.is_up)
    if not standing:
        return
    if len(everybody) == 1:
        creature = standing[0].creature
        if creature is not None and 2 * creature.hp <= creature.hp_most:
            yield "half"
        return
    if down:
        yield "first"
    if 2 * down >= len(everybody):
        yield "half"


def _test(course: Course, encounter: str) -> None:
    standing = [
        w for w in _of(course, encounter) if w.is_up and w.creature and w.creature.standing == "hostile"
    ]
    if not standing:
        return
    first = standing[0]
    if first.kind is None or not first.kind.morale or _FEARLESS & set(first.kind.traits):
        return
    rolled = rolled_morale(course, first)
    course.tell("morale-holds" if rolled.is_success else "morale-breaks", who=first.name, roll=rolled.text)
    if rolled.is_success:
        return
    for who in standing:
        course.change(CreatureSet(creature_id=who.id, standing="fled"))
    over(course, "")
