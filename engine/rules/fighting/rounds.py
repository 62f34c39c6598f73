"""A round: everybody in the order acts once, then the round is over, and the next comes or the end."""

from engine.dice.rolling import roll
from engine.model.changes.dungeon import FightSet
from engine.model.changes.sheets import EffectGiven
from engine.model.rules.active_effect import ActiveEffect
from engine.model.rules.fight import Fight
from engine.rules.course import Course
from engine.rules.exploring.hazards import hazards
from engine.rules.exploring.upkeep import pass_round
from engine.rules.fighting.morale import see_morale
from engine.rules.meeting import begin_fight, wake
from engine.rules.somebody import Somebody, foes_here, party_here

GUARD = 2
"""What guarding adds to the armour class, until the next round."""


def guard(course: Course, who: Somebody) -> None:
    """Somebody who has chosen nothing else keeps their guard up."""
    name = course.book.words.get("guarding", "guarding")
    effect = ActiveEffect(id="guarding", name=name, bonus={"ac": GUARD}, rounds=1)
    course.change(EffectGiven(whom=who.id, effect=effect))
    course.tell("guards", who=who.name)


def end_round(course: Course, actor_id: str) -> None:
    """Once everybody has acted."""
    if course.state.fight is None:
        return
    hazards(course, "round", actor_id)
    pass_round(course, actor_id)
    see_morale(course)
    _more_come(course)
    if is_over(course):
        course.change(FightSet(fight=None))
        course.tell("fight-over")
        return
    begin_fight(course)  # whoever came in has a place in the order
    fight = course.state.fight
    if fight is not None:
        kept = {who.id for who in _fighting(course)}
        order = tuple(c for c in fight.order if c.id in kept)
        held = {whom: by for whom, by in fight.held.items() if whom in kept and by in kept}
        parts = {"round": fight.round + 1, "order": order, "surprised": (), "held": held}
        course.change(FightSet(fight=fight.model_copy(update=parts)))


def is_over(course: Course) -> bool:
    """Nobody hostile is left here, or nobody of the party who could go on."""
    people = [who for who in party_here(course.adventure, course.state) if who.is_up]
    return not foes_here(course.adventure, course.state) or not people


def acts_in(fight: Fight, who: str) -> bool:
    """Whether somebody has a turn in this round: the surprised have none in the first."""
    return fight.round > 1 or who not in fight.surprised


def _fighting(course: Course) -> list[Somebody]:
    dying = [w for w in party_here(course.adventure, course.state) if w.sheet and not w.sheet.is_dead]
    return [*dying, *foes_here(course.adventure, course.state)]


def _more_come(course: Course) -> None:
    """Of some encounters more join in each round."""
    for encounter in course.area.encounters:
        here = [c for c in course.state.creatures_here() if c.encounter == encounter.id]
        if encounter.each_round is None or not any(c.standing == "hostile" for c in here):
            continue
        waiting = [c for c in here if c.standing == "waiting"]
        if waiting:
            wake(course, encounter.id, most=roll(encounter.each_round, course.dice).total)
