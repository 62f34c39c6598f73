"""The moment in which somebody acts: the adventure, the state so far in this turn, who and what is here."""

from dataclasses import dataclass, replace

from engine.changes import fold
from engine.gamemaster import Brief
from engine.model.adventure import Adventure, CastMember, Doing, Exit, Scene, Thing, Topic
from engine.model.change import Change
from engine.model.changes.cast import KnowledgeGained
from engine.model.changes.situation import FlagSet, SceneSet, ThreadClosed, ThreadOpened, TimelineAppended
from engine.model.character import Character
from engine.model.noun import Flag
from engine.model.pack_words import Effects
from engine.model.state import GameState
from engine.moves.endings import WAITED, waited
from engine.prompting import said


@dataclass(frozen=True)
class Moment:
    """A turn in the middle. changes: what has come of it so far; state: with them. came_from: scene id."""

    adventure: Adventure
    state: GameState
    came_from: str | None = None
    changes: tuple[Change, ...] = ()

    @classmethod
    def before(cls, brief: Brief) -> "Moment":
        """The moment in which a turn begins."""
        scenes = [c.scene_id for turn in brief.recent for c in turn.all_changes() if isinstance(c, SceneSet)]
        here = brief.state.situation.scene_id
        before = [scene for scene in scenes if scene is not None and scene != here]
        return cls(brief.adventure, brief.state, before[-1] if before else None)

    @property
    def scene(self) -> Scene | None:
        """Where the party is; null off the map."""
        return self.adventure.scene(self.state.situation.scene_id)

    @property
    def flags(self) -> dict[str, Flag]:
        """The world's flags."""
        return self.state.situation.world_state_flags

    def things(self) -> tuple[Thing, ...]:
        """What is here, then what is carried."""
        here = self.scene.things if self.scene else ()
        return tuple(thing for thing in (*here, *self.adventure.things) if thing.when.holds(self.flags))

    def exits(self) -> tuple[Exit, ...]:
        """The ways on, open or not."""
        return self.scene.exits if self.scene else ()

    def cast(self) -> tuple[CastMember, ...]:
        """The adventure's people who are here."""
        found = (self.adventure.cast_member(c.id) for c in self.state.present())
        return tuple(member for member in found if member is not None)

    def strangers(self) -> tuple[Character, ...]:
        """People who are here and came into the story during play."""
        return tuple(c for c in self.state.present() if self.adventure.cast_member(c.id) is None)

    def open_topics(self) -> tuple[tuple[CastMember, Topic], ...]:
        """What people who are here can be asked now."""
        return tuple((m, t) for m in self.cast() for t in m.topics if t.doing.when.holds(self.flags))

    def way_back(self) -> Scene:
        """From off the map: the scene that the party saw last, or where the story began."""
        known = (self.adventure.scene(scene_id) for scene_id in reversed(self.state.situation.visited_scenes))
        seen = next((scene for scene in known if scene is not None), None)
        return seen or self.adventure.scene(self.adventure.opening.scene) or self.adventure.scenes[0]

    def after(self, *changes: Change) -> "Moment":
        """The moment after these changes."""
        return replace(self, state=fold(self.state, changes), changes=(*self.changes, *changes))

    def after_effects(self, effects: Effects, actor_id: str | None) -> "Moment":
        """The moment after an effect of the adventure's data; what holds already changes nothing."""
        moment = self.after(
            *(FlagSet(key=k, value=v) for k, v in effects.flags.items() if self.flags.get(k, False) != v)
        )
        for ids, kind in ((effects.opens_threads, ThreadOpened), (effects.closes_threads, ThreadClosed)):
            threads = (self.adventure.thread(thread_id) for thread_id in ids)
            moment = moment.after(*(kind(text=thread.text) for thread in threads if thread is not None))
        actor = self.state.characters.get(actor_id or "")
        if effects.timeline is not None:
            entry = said(effects.timeline, {"name": actor.name if actor else ""})
            if entry not in self.state.situation.timeline:
                moment = moment.after(TimelineAppended(text=entry))
        if effects.knowledge is not None and actor is not None:
            known = said(effects.knowledge, {"name": actor.name})
            moment = moment.after(KnowledgeGained(character_id=actor.id, text=known))
        if effects.eases_pressure:
            moment = moment.at_clock(waited(moment.state) - effects.eases_pressure)
        return moment if effects.goes_to is None else moment.at(effects.goes_to)

    def at(self, scene_id: str) -> "Moment":
        """The moment after the party went to a scene."""
        here = self.state.situation.scene_id
        if scene_id == here:
            return self
        return replace(self, came_from=here).after(SceneSet(scene_id=scene_id))

    def at_clock(self, stand: int) -> "Moment":
        """The moment with the pressure clock at this stand, never below 0."""
        stand = max(0, stand)
        return self if stand == waited(self.state) else self.after(FlagSet(key=WAITED, value=stand))

    def would_change(self, doing: Doing) -> bool:
        """Whether a doing's effects make any difference now, beyond being remembered."""
        now, then = self.state.situation, self.after_effects(doing.effects, None).state.situation
        return then.model_copy(update={"timeline": now.timeline}) != now
