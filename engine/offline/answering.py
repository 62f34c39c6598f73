"""What the adventure answers to a deed: which texts could be told, and what has changed after it."""

from dataclasses import dataclass

from engine.model.adventure import CastMember, Doing, Exit, Scene, Thing, Verb
from engine.model.changes.situation import TimelineAppended
from engine.model.character import Character
from engine.moves.deeds import Asked, Back, Deed, Question
from engine.moves.moment import Moment
from engine.offline.heard import Slots
from engine.offline.understanding import doing_for
from engine.offline.voice import Voice
from engine.prompting import said


@dataclass(frozen=True)
class Actor:
    """Who acts: the character's id, or null for somebody without one, and the name to tell."""

    id: str | None
    name: str


@dataclass(frozen=True)
class Answer:
    """What can be told of a deed, paragraph by paragraph, and the moment after it. speaker: an NPC's id."""

    paragraphs: tuple[Slots, ...]
    moment: Moment
    speaker: str | None = None


def answer(deed: Deed, actor: Actor, moment: Moment, voice: Voice, *, has_moved: bool) -> Answer:
    """The answer to a deed. has_moved: the party went somewhere in this turn; it goes one way at a time."""
    match deed.on:
        case Thing(doings=doings):
            doing = doing_for(deed.verb, doings, moment)
            return _done(deed.verb, doing, actor, moment, voice, has_moved=has_moved)
        case Asked(member=member, topic=topic):
            doing = doing_for(deed.verb, (topic.doing,), moment)
            if doing is None:
                return _person(deed.verb, member, actor, moment, voice)
            told = _done(deed.verb, doing, actor, moment, voice, has_moved=has_moved)
            return Answer(told.paragraphs, told.moment, speaker=member.id)
        case CastMember() as member:
            return _person(deed.verb, member, actor, moment, voice)
        case Character() as other:
            return _other(deed.verb, other, actor, moment, voice)
        case Exit() as way if deed.verb == "go":
            return _gone(way, actor, moment, voice, has_moved=has_moved)
        case Exit() as way:
            scene = moment.adventure.scene(way.to)
            name = scene.name if scene else way.label
            return Answer(((voice.lines("way_seen", scene=name),),), moment)
        case Back(scene=scene):
            lines = voice.lines("back_on_map", scene=scene.name)
            return Answer(((lines,), *_arrival(scene, moment, voice)), _arrived(scene, moment, moment, voice))
        case Scene() as scene if deed.verb == "look":
            return Answer(((_described(scene, voice),), (_surroundings(moment, voice),)), moment)
        case Question(text=text):
            return Answer(((voice.lines("thread", thread=text),),), moment)
        case Scene() | None:
            return _unanswered(deed, actor, moment, voice)


def _done(
    verb: Verb, doing: Doing | None, actor: Actor, moment: Moment, voice: Voice, *, has_moved: bool
) -> Answer:
    if doing is None:
        return Answer(((_filler(verb, actor, moment, voice),),), moment)
    if has_moved and doing.effects.goes_to is not None:
        return Answer(((voice.lines("already_moving", name=actor.name),),), moment)
    texts = tuple(said(text, {"name": actor.name}) for text in doing.texts)
    stale = () if moment.would_change(doing) else voice.lines("again")
    after = moment.after_effects(doing.effects, actor.id)
    told: tuple[Slots, ...] = (((*texts, *stale, *_filler(verb, actor, moment, voice)),),)
    if after.scene is not None and after.scene != moment.scene:
        told = (*told, *_arrival(after.scene, moment, voice))
        after = _arrived(after.scene, moment, after, voice)
    return Answer(told, after)


def _person(verb: Verb, member: CastMember, actor: Actor, moment: Moment, voice: Voice) -> Answer:
    filler = _filler(verb, actor, moment, voice)
    blanks = {"name": actor.name}
    if verb == "look":
        return Answer(
            ((((said(member.looks, blanks), *voice.lines("here", name=member.name), *filler)),),), moment
        )
    if verb == "talk":
        talk = voice.turned(tuple(said(text, blanks) for text in member.small_talk))
        return Answer((((*talk, *filler),),), moment, speaker=member.id)
    return Answer(((filler,),), moment)


def _other(verb: Verb, other: Character, actor: Actor, moment: Moment, voice: Voice) -> Answer:
    """Somebody without data: a player's character, who answers for themselves, or who came in during play."""
    if other.is_user_character:
        return Answer(((voice.lines("companion", name=actor.name, other=other.name),),), moment)
    if verb == "look":
        return Answer(((voice.lines("stranger_seen", other=other.name, role=other.role),),), moment)
    if verb == "talk":
        return Answer(((voice.lines("stranger", other=other.name),),), moment, speaker=other.id)
    return Answer(((_filler(verb, actor, moment, voice),),), moment)


def _gone(way: Exit, actor: Actor, moment: Moment, voice: Voice, *, has_moved: bool) -> Answer:
    scene = moment.adventure.scene(way.to)
    if has_moved or scene is None:
        return Answer(((voice.lines("already_moving", name=actor.name),),), moment)
    if not way.when.holds(moment.flags):
        blocked = (said(way.blocked, {"name": actor.name}),) if way.blocked else ()
        return Answer(
            (((*blocked, *voice.lines("still_blocked"), *_filler("go", actor, moment, voice)),),), moment
        )
    on_the_way: tuple[Slots, ...] = (((said(way.text, {"name": actor.name}),),),) if way.text else ()
    return Answer((*on_the_way, *_arrival(scene, moment, voice)), _arrived(scene, moment, moment, voice))


def _arrival(scene: Scene, moment: Moment, voice: Voice) -> tuple[Slots, ...]:
    """What is told of a scene on entering it: in full the first time, then as it is now."""
    if scene.id not in moment.state.situation.visited_scenes:
        return (((scene.read_aloud,),),)
    return (((*scene.again, *voice.lines("arrive", scene=scene.name)),),)


def _arrived(scene: Scene, before: Moment, after: Moment, voice: Voice) -> Moment:
    """In a scene; that the party first came there is worth remembering."""
    after = after.at(scene.id)
    if scene.id in before.state.situation.visited_scenes:
        return after
    return after.after(TimelineAppended(text=voice.say("timeline.arrived", scene=scene.name)))


def _described(scene: Scene, voice: Voice) -> tuple[str, ...]:
    return (*scene.again, scene.read_aloud, *voice.lines("arrive", scene=scene.name))


def _surroundings(moment: Moment, voice: Voice) -> tuple[str, ...]:
    """What can be named here, in one breath, said in several ways."""
    if moment.scene is None:
        return voice.lines("off_map_back", scene=moment.way_back().name)
    things = [thing.name for thing in moment.scene.things if thing.when.holds(moment.flags)]
    people = [character.name for character in moment.state.present()]
    scenes = [moment.adventure.scene(way.to) for way in moment.exits()]
    ways = [scene.name for scene in scenes if scene is not None]
    found = [(key, names) for key, names in (("see", things), ("with", people), ("ways", ways)) if names]
    variants = [voice.lines(key, what=voice.listed(names)) for key, names in found]
    return tuple(" ".join(parts) for parts in zip(*variants, strict=False))


def _unanswered(deed: Deed, actor: Actor, moment: Moment, voice: Voice) -> Answer:
    """Nothing here is meant, or nothing that the adventure knows."""
    filler = _filler(deed.verb, actor, moment, voice)
    if moment.scene is None:
        return Answer((((*voice.lines("off_map"), *filler),), (_surroundings(moment, voice),)), moment)
    if deed.verb == "talk" and not moment.state.present():
        return Answer((((*voice.lines("nobody"), *filler),),), moment)
    if deed.verb == "go":
        return Answer(((filler, _surroundings(moment, voice)),), moment)
    if deed.verb == "other" and deed.is_aimless:
        return Answer((((*filler, *voice.lines("unknown", name=actor.name)),),), moment)
    return Answer(((filler,),), moment)


def _filler(verb: Verb, actor: Actor, moment: Moment, voice: Voice) -> tuple[str, ...]:
    """The adventure's lines for this kind of action, then the locale's."""
    lines = tuple(said(line, {"name": actor.name}) for line in moment.adventure.filler.get(verb, ()))
    spare = voice.lines("unknown", name=actor.name) if verb == "other" else voice.lines("nothing")
    return (*voice.turned(lines), *spare)
