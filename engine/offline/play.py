"""A whole turn without a model: understand what is done, tell what comes of it, and know what has changed.

A pure function of the brief and the resolution, so that telling and recording always agree.
"""

from dataclasses import dataclass, replace

from engine.changes import fold
from engine.gamemaster import Brief
from engine.model.action import MergedAction
from engine.model.adventure import Ending
from engine.model.changes.situation import SceneDescribed, ThreadOpened, TimelineAppended
from engine.model.turn import Resolution
from engine.model.update import StateUpdate
from engine.moves.endings import reached, waited
from engine.moves.moment import Moment
from engine.offline.acting import acted, actor_of
from engine.offline.crawl.telling import settled_actors, told_facts
from engine.offline.grammar import Grammar
from engine.offline.heard import Heard, Slots
from engine.offline.hooks import hooks
from engine.offline.tale import Tale
from engine.offline.voice import Voice
from engine.offline.writing import update_of


@dataclass(frozen=True)
class Played:
    """A turn as told, what it changed, and what was understood of each action."""

    text: str
    update: StateUpdate
    understood: tuple[str, ...] = ()


def play(brief: Brief, resolution: Resolution, voice: Voice, grammar: Grammar) -> Played:
    """The turn. Facts come first, then each action in order, then what presses, then what is here."""
    settled = replace(brief, state=fold(brief.state, resolution.changes))
    tale = Tale(Moment.before(settled), voice, grammar, Heard.of(brief.recent))
    tale = tale.telling(*told_facts(resolution, brief, voice))
    if brief.number == 0:
        tale = _opened(tale)
    elif brief.state.ending_id is not None:
        tale = _afterwards(tale, brief.actions)
    else:
        left = tuple(a for a in brief.actions if a.character_id not in settled_actors(resolution))
        tale = _pressed(acted(tale, left))
    ending = reached(brief.adventure, tale.moment.state)
    if ending is not None:
        tale = _ended(tale, ending)
    elif brief.state.ending_id is None:
        only_waited = bool(tale.waits) and all(tale.waits)
        tale = tale.ending_with(hooks(tale.moment, voice, has_pressed=only_waited))
    tale = _described(tale)
    update = update_of(settled.state, tale.moment, tale.responses, voice.locale, brief.number)
    if brief.ruleset.has_sheets:
        update = update.model_copy(update={"suggestions": None})  # the rules' own carry their calls
    return Played("\n\n".join(tale.told), update, tale.understood)


def _opened(tale: Tale) -> Tale:
    """Where it begins, what is seen there, and who has come."""
    adventure, voice = tale.moment.adventure, tale.voice
    scene = adventure.scene(adventure.opening.scene) or adventure.scenes[0]
    threads = [ThreadOpened(text=thread.text) for thread in adventure.threads if thread.is_open]
    moment = tale.moment.at(scene.id).after(*threads)
    members = [voice.say("member", name=c.name, role=c.role) for c in moment.state.party()]
    party: tuple[Slots, ...] = ((voice.lines("party", party="; ".join(members)),),) if members else ()
    return replace(tale, moment=moment).telling(((adventure.opening.text,),), ((scene.read_aloud,),), *party)


def _afterwards(tale: Tale, actions: tuple[MergedAction, ...]) -> Tale:
    """The story has ended: what is done now changes nothing of it."""
    names = dict.fromkeys(actor_of(action, tale.moment).name for action in actions)
    lines = tale.voice.lines("epilogue", name=tale.voice.listed(tuple(names)))
    return tale.telling((lines,))


def _pressed(tale: Tale) -> Tale:
    """A turn in which everybody only waits moves the clock on, and what it strikes happens."""
    if not tale.waits or not all(tale.waits):
        return tale
    moment = tale.moment.at_clock(waited(tale.moment.state) + 1)
    stand = waited(moment.state)
    step = next((step for step in moment.adventure.pressures if step.at == stand), None)
    if step is None:
        return replace(tale, moment=moment)
    after = replace(tale, moment=moment.after_effects(step.effects, None))
    told = after.telling(((step.text, step.pressure),))
    if told.moment.scene is not None and told.moment.scene != tale.moment.scene:
        return told.telling(((told.moment.scene.read_aloud, *told.moment.scene.again),))
    return told


def _ended(tale: Tale, ending: Ending) -> Tale:
    """The story's end, in full."""
    voice = tale.voice
    moment = tale.moment.after(TimelineAppended(text=voice.say("timeline.ended", title=ending.title)))
    close = ((voice.say("the_end", title=ending.title),),)
    return replace(tale, moment=moment).telling(((ending.text,),), close)


def _described(tale: Tale) -> Tale:
    """What the scene looks like now, whenever it is another or has changed."""
    scene, before = tale.moment.scene, tale.moment.state.situation.current_scene
    if scene is None or not (tale.has_moved or not before):
        return tale
    line = f"{scene.name[:1].upper()}{scene.name[1:]}. {tale.voice.turned(scene.moods)[0]}"
    return replace(tale, moment=tale.moment.after(SceneDescribed(text=line)))
