"""Getting out of a fight: whoever stands close has a blow for free, then the party is gone."""

from engine.model.adventure import Exit
from engine.rules.course import Course
from engine.rules.exploring.passing import Pace, pass_on
from engine.rules.fighting.arms import attack_of
from engine.rules.fighting.beasts import HAND_TO_HAND, creature_strikes
from engine.rules.somebody import Somebody, foes_here, party_here


def retreat(course: Course, way: Exit, who: Somebody, pace: Pace, *, luck: int = 0) -> bool:
    """The whole party leaves the fight by this way, led by `who`: whether it got away.

    Nobody leaves while one of the party is held. Those who bleed out are carried along.
    """
    fight = course.state.fight
    if fight is not None and any(course.somebody(held) for held in fight.held):
        course.tell("held-back", who=who.name)
        return False
    for foe in foes_here(course.adventure, course.state):
        people = [o for o in party_here(course.adventure, course.state) if o.is_up]
        attack = attack_of(foe)
        is_close = foe.creature is not None and foe.creature.distance_ft <= HAND_TO_HAND
        if not people or attack is None or not is_close or not foe.can("act"):
            continue
        creature_strikes(course, foe, people[course.dice.die(len(people)) - 1], attack)
    leader = next((o for o in party_here(course.adventure, course.state) if o.is_up), None)
    if leader is None:
        return False
    course.tell("retreats", who=leader.name)
    return pass_on(course, way, leader, pace, luck=luck)
