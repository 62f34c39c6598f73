"""A creature's turn in a fight: whom it goes for, how it strikes, whether it stays."""

from engine.dice.rolling import roll
from engine.model.changes.dungeon import CreatureSet
from engine.model.noun import Scalar
from engine.model.rules.creature import CreatureAttack
from engine.prompting import said
from engine.rules.consequences import follow, harm
from engine.rules.course import Course
from engine.rules.fighting.arms import attack_of
from engine.rules.fighting.defence import armour_of
from engine.rules.fighting.mishaps import critical, fumble
from engine.rules.numbers import Part
from engine.rules.somebody import Somebody, party_here
from engine.rules.trying import Test, bonus_of, put_to_the_dice

HAND_TO_HAND = 5


def prey_of(course: Course, who: Somebody) -> Somebody | None:
    """Whom a creature goes for, by its tactics; null if there is nobody it could reach or would."""
    people = [o for o in party_here(course.adventure, course.state) if o.is_up]
    creature, kind = who.creature, who.kind
    if creature is None or kind is None or not people:
        return None
    order = {c.id: i for i, c in enumerate(course.state.fight.order)} if course.state.fight else {}
    people.sort(key=lambda o: order.get(o.id, len(order)))
    match kind.tactics:
        case "weakest":
            return min(people, key=lambda o: o.hp)
        case "strongest":
            return max(people, key=lambda o: o.hp)
        case "same":
            return next((o for o in people if o.id == creature.target_id), people[0])
        case "grabs":
            held = course.state.fight.held if course.state.fight else {}
            return next((o for o in people if o.id not in held), people[0])
        case "stays":
            return people[0] if creature.distance_ft <= HAND_TO_HAND or who.id in held_ids(course) else None
        case "nearest":
            return next((o for o in people if o.id == creature.target_id), people[0])


def held_ids(course: Course) -> frozenset[str]:
    """Everybody who holds somebody."""
    return frozenset(course.state.fight.held.values()) if course.state.fight else frozenset()


def creature_acts(course: Course, who: Somebody, prey: Somebody) -> None:
    """It comes near, and strikes as often as it has actions."""
    creature, kind = who.creature, who.kind
    if creature is None or kind is None:
        return
    attack = attack_of(who)
    reach = attack.reach_ft if attack else HAND_TO_HAND
    if creature.distance_ft > reach:
        near = max(HAND_TO_HAND, creature.distance_ft - _pace(who))
        course.change(CreatureSet(creature_id=who.id, distance_ft=near))
        if near > reach:
            course.tell("comes-near", who=who.name, feet=near)
            return
    course.change(CreatureSet(creature_id=who.id, target_id=prey.id))
    for number, die in enumerate(kind.action_dice):
        now = course.somebody(prey.id)
        target = now if now is not None and now.is_up else prey_of(course, who)
        attack = attack_of(who, number)
        me = course.somebody(who.id)
        if attack is None or target is None or me is None or not me.can("act"):
            return
        creature_strikes(course, me, target, attack, sides=int(die.rsplit("d", 1)[-1]))


def creature_strikes(
    course: Course, who: Somebody, target: Somebody, attack: CreatureAttack, *, sides: int = 20
) -> bool:
    """One blow of a creature: whether it hit."""
    ac = armour_of(course, target)
    bonus = Part(attack.name, attack.bonus, is_name=True)
    rolled = put_to_the_dice(course, who, ("melee",), (bonus,), dc=ac, sides=sides)
    blow: dict[str, Scalar] = {"who": who.name, "whom": target.name, "arm": attack.name}
    blow |= {"roll": rolled.text, "ac": ac}
    is_hit = rolled.is_success is True or rolled.is_top
    if rolled.is_one and not rolled.is_success:
        course.tell("missed", secret=False, **blow)
        fumble(course, who)
        return False
    if not is_hit:
        course.tell("missed", secret=False, **blow)
        return False
    course.tell("hit", secret=False, **blow)
    if who.kind is not None and who.kind.blow_lines:
        line = who.kind.blow_lines[course.dice.die(len(who.kind.blow_lines)) - 1]
        course.tell("told", text=said(line, {"who": who.name, "whom": target.name}))
    points = roll(attack.damage, course.dice).total + bonus_of(course, who, "damage")
    points += critical(course, who, target) if rolled.is_top else 0
    harm(course, target, max(1, points), source=who.id)
    hit = course.somebody(target.id)
    if attack.on_hit is not None and hit is not None and hit.is_up:
        follow(course, attack.on_hit, target.id)
    return True


def rolled_morale(course: Course, who: Somebody) -> Test:
    """Whether it stays: a will roll against 11."""
    will = who.kind.saves.get("will", 0) if who.kind else 0
    return put_to_the_dice(course, who, ("will",), (Part("will", will),), dc=11)


def _pace(who: Somebody) -> int:
    is_fixed = who.kind is not None and "unmoving" in who.kind.traits
    return 0 if who.kind is None or is_fixed else who.kind.speed
