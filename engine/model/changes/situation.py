"""Changes of the scene, the timeline, the threads, the pressures and the world's flags."""

from typing import Literal

from engine.model.changes.kind import ChangeKind, with_situation
from engine.model.noun import Flag
from engine.model.state import TIMELINE_KEPT, GameState


class SettingWritten(ChangeKind):
    """The world that the story plays in, told once at the opening."""

    kind: Literal["setting_written"] = "setting_written"
    text: str

    def applied_to(self, state: GameState) -> GameState:
        return with_situation(state, setting=self.text)


class SceneSet(ChangeKind):
    """The party is in another scene of the adventure; null = off the map."""

    kind: Literal["scene_set"] = "scene_set"
    scene_id: str | None

    def applied_to(self, state: GameState) -> GameState:
        visited = state.situation.visited_scenes
        if self.scene_id is not None and self.scene_id not in visited:
            visited = (*visited, self.scene_id)
        return with_situation(state, scene_id=self.scene_id, visited_scenes=visited)


class SceneDescribed(ChangeKind):
    """What the scene looks like now, in a sentence."""

    kind: Literal["scene_described"] = "scene_described"
    text: str

    def applied_to(self, state: GameState) -> GameState:
        return with_situation(state, current_scene=self.text)


class TimelineAppended(ChangeKind):
    """Something worth remembering happened."""

    kind: Literal["timeline_appended"] = "timeline_appended"
    text: str

    def applied_to(self, state: GameState) -> GameState:
        return with_situation(state, timeline=(*state.situation.timeline, self.text)[-TIMELINE_KEPT:])


class TimelineFaded(ChangeKind):
    """What lies longest ago is only in the log from now on; so many of the newest entries stay."""

    kind: Literal["timeline_faded"] = "timeline_faded"
    kept: int

    def applied_to(self, state: GameState) -> GameState:
        timeline = state.situation.timeline
        return with_situation(state, timeline=timeline[max(0, len(timeline) - max(0, self.kept)) :])


class ThreadOpened(ChangeKind):
    """A question that the story now owes an answer."""

    kind: Literal["thread_opened"] = "thread_opened"
    text: str

    def applied_to(self, state: GameState) -> GameState:
        threads = state.situation.open_threads
        return state if self.text in threads else with_situation(state, open_threads=(*threads, self.text))


class ThreadClosed(ChangeKind):
    """A thread that is answered or gone."""

    kind: Literal["thread_closed"] = "thread_closed"
    text: str

    def applied_to(self, state: GameState) -> GameState:
        left = tuple(t for t in state.situation.open_threads if t != self.text)
        return with_situation(state, open_threads=left)


class PressuresSet(ChangeKind):
    """What presses on the party from outside, all of it."""

    kind: Literal["pressures_set"] = "pressures_set"
    texts: tuple[str, ...]

    def applied_to(self, state: GameState) -> GameState:
        return with_situation(state, external_pressures=self.texts)


class FlagSet(ChangeKind):
    """A world flag with its new value; null deletes it."""

    kind: Literal["flag_set"] = "flag_set"
    key: str
    value: Flag | None

    def applied_to(self, state: GameState) -> GameState:
        flags = {k: v for k, v in state.situation.world_state_flags.items() if k != self.key}
        if self.value is not None:
            flags[self.key] = self.value
        return with_situation(state, world_state_flags=flags)


class EndingReached(ChangeKind):
    """One of the adventure's endings has come about; the game can be finished or played on."""

    kind: Literal["ending_reached"] = "ending_reached"
    ending_id: str

    def applied_to(self, state: GameState) -> GameState:
        return state.model_copy(update={"ending_id": self.ending_id})
