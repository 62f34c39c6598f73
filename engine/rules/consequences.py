"""What follows, applied: every consequence of the data goes through here, and so does all harm."""

from collections.abc import Iterable

from engine.dice.rolling import roll
from engine.model.changes.cast import KnowledgeGained
from engine.model.changes.dungeon import AreaChanged, CreatureSet, TimePassed
from engine.model.changes.sheets import AbilityChanged, EffectEnded, EffectGiven
from engine.model.changes.situation import FlagSet, ThreadClosed, ThreadOpened, TimelineAppended
from engine.model.pack_words import Effects
from engine.model.rules.consequence import Consequence
from engine.prompting import said
from engine.rules.course import Course
from engine.rules.hurting import heal, hurt
from engine.rules.meeting import calm, enter, wake
from engine.rules.saving import save, saves_or_waived
from engine.rules.somebody import Somebody, party_here
from engine.rules.things import give, take


def follow(course: Course, what: Consequence, actor_id: str) -> None:
    """It happens, to the actor or to all of the party that is up, then to the world."""
    actor = course.somebody(actor_id)
    blanks = {"who": actor.name if actor else "", "name": actor.name if actor else ""}
    if what.text is not None:
        course.tell("told", text=said(what.text, blanks))
    party = [who for who in party_here(course.adventure, course.state) if who.is_up]
    people = [actor] if what.to == "actor" else party
    for who in people:
        if who is not None:
            _to_somebody(course, what, who)
    _to_world(course, what, actor_id)
    if what.then is not None:
        follow(course, what.then, actor_id)


def harm(course: Course, who: Somebody, points: int, *, kind: str = "", source: str = "") -> int:
    """As `hurt`, with what the death of a creature brings about. source: id of whoever did it."""
    lost = hurt(course, who, points, kind=kind)
    now = course.somebody(who.id)
    if who.creature is not None and lost and now is not None and not now.is_up:
        _fallen(course, who, source)
    return lost


def apply_effects(course: Course, effects: Effects, actor_id: str) -> None:
    """What pure stories have too: flags, threads, what is remembered, another place."""
    flags = course.state.situation.world_state_flags
    course.change(*(FlagSet(key=k, value=v) for k, v in effects.flags.items() if flags.get(k, False) != v))
    for ids, kind in ((effects.opens_threads, ThreadOpened), (effects.closes_threads, ThreadClosed)):
        threads = (course.adventure.thread(thread_id) for thread_id in ids)
        course.change(*(kind(text=thread.text) for thread in threads if thread is not None))
    actor = course.state.characters.get(actor_id)
    if effects.timeline is not None:
        course.change(TimelineAppended(text=said(effects.timeline, {"name": actor.name if actor else ""})))
    if effects.knowledge is not None and actor is not None:
        course.change(KnowledgeGained(character_id=actor_id, text=effects.knowledge))
    if effects.goes_to is not None:
        enter(course, effects.goes_to)


def _to_somebody(course: Course, what: Consequence, who: Somebody) -> None:
    is_half = False
    if what.saved is not None:
        if what.saved.half:
            is_half = bool(save(course, who, what.saved.save, what.saved.dc).is_success)
        elif saves_or_waived(course, who, what.saved.save, what.saved.dc):
            if what.saved.text is not None:
                course.tell("told", text=said(what.saved.text, {"who": who.name, "name": who.name}))
            return
    if what.damage is not None:
        points = roll(what.damage, course.dice).total
        harm(course, who, max(1, points // 2 if is_half else points), kind=what.damage_kind or "")
    if what.ability_loss is not None and who.sheet is not None and not is_half:
        loss = what.ability_loss
        points = roll(loss.points, course.dice).total
        course.change(
            AbilityChanged(character_id=who.id, ability=loss.ability, by=-points, is_lasting=loss.is_lasting)
        )
        course.tell(f"ability-lost.{loss.ability}", who=who.name, points=points)
    if what.heals is not None:
        heal(course, who, roll(what.heals, course.dice).total)
    if what.luck and who.sheet is not None:
        course.change(AbilityChanged(character_id=who.id, ability="lck", by=what.luck, is_lasting=True))
        course.tell("luck-gained" if what.luck > 0 else "luck-lost", who=who.name, points=abs(what.luck))
    if is_half:
        return
    for effect in what.gives_effects:
        course.change(EffectGiven(whom=who.id, effect=effect))
        course.tell("effect-given", who=who.name, effect=effect.name)
    course.change(*(EffectEnded(whom=who.id, effect_id=effect_id) for effect_id in what.takes_effects))
    for kind_id in what.gives:
        if (item := give(course, who, kind_id)) is not None:
            course.tell("item-gained", who=who.name, item=item.name, quantity=1)


def _to_world(course: Course, what: Consequence, actor_id: str) -> None:
    for kind_id in what.takes:
        take(course, kind_id, first=actor_id)
    if what.reveals:
        _reveal(course, what.reveals)
    if what.minutes:
        course.change(TimePassed(minutes=what.minutes))
    if what.strikes:
        _strike(course, what, actor_id)
    for encounter_id in what.stills:
        calm(course, encounter_id, is_half=what.stills_half)
    apply_effects(course, what.effects, actor_id)
    for encounter_id in what.wakes:
        wake(course, encounter_id)


def _strike(course: Course, what: Consequence, actor_id: str) -> None:
    """The first creature of these encounters that is up is hurt, or has something upon it."""
    found = (
        course.somebody(c.id)
        for encounter in what.strikes
        for c in course.state.creatures_here()
        if c.encounter == encounter and c.standing in {"hostile", "waiting"}
    )
    target = next((who for who in found if who is not None and who.is_up), None)
    if target is None:
        return
    if what.strike_effect is not None:
        course.change(EffectGiven(whom=target.id, effect=what.strike_effect))
        course.tell("effect-given", who=target.name, effect=what.strike_effect.name)
    if what.strike_damage is not None:
        points = roll(what.strike_damage, course.dice).total
        harm(course, target, points, kind=what.strike_kind or "", source=actor_id)


def _reveal(course: Course, treasure_ids: Iterable[str]) -> None:
    new = tuple(t for t in treasure_ids if t not in course.area_state.found)
    course.change(AreaChanged(scene_id=course.scene_id, found=new))


def _fallen(course: Course, who: Somebody, source: str) -> None:
    """What its death brings: its own, the end of those that hang on it, of its encounter."""
    if who.creature is None or who.kind is None:
        return
    if who.kind.on_death is not None:
        follow(course, who.kind.on_death, source)
    if who.kind.ends_fight:
        for other in course.state.creatures_here():
            if other.standing in {"hostile", "waiting"} and other.id != who.id and other.hp > 0:
                course.change(CreatureSet(creature_id=other.id, standing="dead"))
    over(course, source)


def over(course: Course, actor_id: str) -> None:
    """Encounters of this place of which none fights any more have what the data says for that, once."""
    for encounter in course.area.encounters:
        of_it = [c for c in course.state.creatures_here() if c.encounter == encounter.id]
        key = f"over:{encounter.id}"
        is_over = bool(of_it) and all(c.standing not in {"hostile", "waiting"} for c in of_it)
        if not is_over or encounter.on_over is None or key in course.area_state.spent:
            continue
        course.change(AreaChanged(scene_id=course.scene_id, spent=(key,)))
        follow(course, encounter.on_over, actor_id)
