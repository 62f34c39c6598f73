"""What time does: at the end of a turn outside of a fight, and at the end of a round in it."""

from engine.dice.rolling import roll
from engine.model.changes.dungeon import ClockSet, RulingUsed
from engine.model.changes.sheets import EffectEnded, EffectGiven
from engine.model.changes.situation import FlagSet
from engine.model.rules.area import Countdown
from engine.rules.consequences import follow, harm
from engine.rules.course import Course
from engine.rules.exploring.hazards import hazards
from engine.rules.hurting import bleed
from engine.rules.progress import progress
from engine.rules.somebody import Somebody, party_here, somebody

LOST = "party-lost"
"""The world flag that says that nobody of the party is left to act."""


def quiet_turn(course: Course) -> None:
    """Outside of a fight a turn counts as a round for whoever bleeds, and for what lasts or hurts."""
    hazards(course, "turn", None)
    pass_round(course, "")


def end_turn(course: Course) -> None:
    """After any turn: quests, experience, rulings that lapse, and who is left."""
    progress(course, "")
    for ruling in course.state.rulings:
        if course.use.number > ruling.made_after:
            course.change(RulingUsed(ruling_id=ruling.id))
    _see_who_is_left(course)


def pass_round(course: Course, actor_id: str) -> None:
    """A round is over for everybody here: effects hurt and run out, the dying bleed, what comes is nearer."""
    people = [*party_here(course.adventure, course.state), *_creatures(course)]
    for who in people:
        _effects_pass(course, who)
    for who in party_here(course.adventure, course.state):
        bleed(course, who)
    for countdown in course.adventure.dungeon.countdowns if course.adventure.dungeon else ():
        _count(course, countdown, actor_id)


def _creatures(course: Course) -> list[Somebody]:
    found = (somebody(course.adventure, course.state, c.id) for c in course.state.creatures_here())
    return [who for who in found if who is not None and who.is_up]


def _effects_pass(course: Course, who: Somebody) -> None:
    for effect in who.effects:
        if effect.damage is not None:
            now = course.somebody(who.id)
            if now is not None and now.is_up:
                course.tell("effect-hurts", who=who.name, effect=effect.name)
                harm(course, now, roll(effect.damage, course.dice).total)
        is_over = effect.until_minute is not None and course.state.minute >= effect.until_minute
        if effect.rounds is not None and effect.rounds > 1:
            less = effect.model_copy(update={"rounds": effect.rounds - 1})
            course.change(EffectGiven(whom=who.id, effect=less))
        elif effect.rounds is not None or is_over:
            course.change(EffectEnded(whom=who.id, effect_id=effect.id))
            course.tell("effect-ended", who=who.name, effect=effect.name)


def _count(course: Course, countdown: Countdown, actor_id: str) -> None:
    if countdown.scenes and course.scene_id not in countdown.scenes:
        return
    if not countdown.during.holds(course.state.situation.world_state_flags):
        if countdown.id in course.state.clocks:
            course.change(ClockSet(clock=countdown.id, rounds=None))
        return
    rounds = course.state.clocks.get(countdown.id, 0) + 1
    course.change(ClockSet(clock=countdown.id, rounds=rounds))
    if rounds <= countdown.rounds:
        if countdown.lines:
            line = countdown.lines[min(rounds, len(countdown.lines)) - 1]
            course.tell("told", text=line)
        course.tell("countdown", what=countdown.name, left=countdown.rounds - rounds)
        return
    follow(course, countdown.then, actor_id)


def _see_who_is_left(course: Course) -> None:
    people = [who for who in party_here(course.adventure, course.state) if who.sheet is not None]
    is_lost = bool(people) and all(who.sheet is not None and who.sheet.is_dead for who in people)
    if is_lost and not course.state.situation.world_state_flags.get(LOST):
        course.change(FlagSet(key=LOST, value=True))
        course.tell("party-lost")
