"""Changes of creatures, fights, areas, quests and the world's clock."""

from collections.abc import Callable
from typing import Literal

from engine.model.changes.kind import ChangeKind
from engine.model.rules.area import AreaState
from engine.model.rules.creature import Creature, Standing
from engine.model.rules.fight import Fight
from engine.model.rules.quest import QuestState
from engine.model.rules.ruling import Ruling
from engine.model.state import GameState


def with_creature(state: GameState, creature_id: str, write: Callable[[Creature], Creature]) -> GameState:
    """The state with one creature rewritten; unchanged if there is no such creature."""
    creature = state.creatures.get(creature_id)
    if creature is None:
        return state
    return state.model_copy(update={"creatures": state.creatures | {creature_id: write(creature)}})


class CreatureAdded(ChangeKind):
    """A creature comes into the game."""

    kind: Literal["creature_added"] = "creature_added"
    creature: Creature

    def applied_to(self, state: GameState) -> GameState:
        if self.creature.id in state.creatures or self.creature.id in state.characters:
            return state
        return state.model_copy(update={"creatures": state.creatures | {self.creature.id: self.creature}})


class CreatureRemoved(ChangeKind):
    """A creature is gone as if never there."""

    kind: Literal["creature_removed"] = "creature_removed"
    creature_id: str

    def applied_to(self, state: GameState) -> GameState:
        left = {k: v for k, v in state.creatures.items() if k != self.creature_id}
        return state.model_copy(update={"creatures": left})


class CreatureHurt(ChangeKind):
    """Its hit points go up or down by so many, within 0 and the most."""

    kind: Literal["creature_hurt"] = "creature_hurt"
    creature_id: str
    by: int

    def applied_to(self, state: GameState) -> GameState:
        return with_creature(
            state,
            self.creature_id,
            lambda c: c.model_copy(update={"hp": max(0, min(c.hp_most, c.hp + self.by))}),
        )


class CreatureSet(ChangeKind):
    """How it stands to the party, where it is, how far off, whom it goes for; null = as before."""

    kind: Literal["creature_set"] = "creature_set"
    creature_id: str
    standing: Standing | None = None
    scene_id: str | None = None
    target_id: str | None = None
    distance_ft: int | None = None

    def applied_to(self, state: GameState) -> GameState:
        parts = {
            "standing": self.standing,
            "scene_id": self.scene_id,
            "target_id": self.target_id,
            "distance_ft": None if self.distance_ft is None else max(0, self.distance_ft),
        }
        given = {name: value for name, value in parts.items() if value is not None}
        return with_creature(state, self.creature_id, lambda c: c.model_copy(update=given))


class FightSet(ChangeKind):
    """The fight as it stands now; null = over."""

    kind: Literal["fight_set"] = "fight_set"
    fight: Fight | None

    def applied_to(self, state: GameState) -> GameState:
        return state.model_copy(update={"fight": self.fight})


class AreaChanged(ChangeKind):
    """What has become of a scene: null members stay, the others are added. notes: replaced."""

    kind: Literal["area_changed"] = "area_changed"
    scene_id: str
    tried: dict[str, str] = {}
    """Check id to the character who has tried it."""
    taken: tuple[str, ...] = ()
    found: tuple[str, ...] = ()
    met: tuple[str, ...] = ()
    spent: tuple[str, ...] = ()
    notes: str | None = None

    def applied_to(self, state: GameState) -> GameState:
        area = state.areas.get(self.scene_id, AreaState())
        tried = area.tried | {
            check: tuple(dict.fromkeys((*area.tried.get(check, ()), who)))
            for check, who in self.tried.items()
        }
        changed = AreaState(
            tried=tried,
            taken=tuple(dict.fromkeys((*area.taken, *self.taken))),
            found=tuple(dict.fromkeys((*area.found, *self.found))),
            met=tuple(dict.fromkeys((*area.met, *self.met))),
            spent=tuple(dict.fromkeys((*area.spent, *self.spent))),
            notes=area.notes if self.notes is None else self.notes,
        )
        return state.model_copy(update={"areas": state.areas | {self.scene_id: changed}})


class QuestChanged(ChangeKind):
    """How far a quest is."""

    kind: Literal["quest_changed"] = "quest_changed"
    quest_id: str
    quest: QuestState

    def applied_to(self, state: GameState) -> GameState:
        return state.model_copy(update={"quests": state.quests | {self.quest_id: self.quest}})


class AwardGiven(ChangeKind):
    """An award of the pack was given; it is never given again."""

    kind: Literal["award_given"] = "award_given"
    award_id: str

    def applied_to(self, state: GameState) -> GameState:
        if self.award_id in state.awarded:
            return state
        return state.model_copy(update={"awarded": (*state.awarded, self.award_id)})


class TimePassed(ChangeKind):
    """Minutes on the world's clock, never back."""

    kind: Literal["time_passed"] = "time_passed"
    minutes: int

    def applied_to(self, state: GameState) -> GameState:
        return state.model_copy(update={"minute": state.minute + max(0, self.minutes)})


class ClockSet(ChangeKind):
    """Rounds that a countdown has run; null = it runs no more."""

    kind: Literal["clock_set"] = "clock_set"
    clock: str
    rounds: int | None

    def applied_to(self, state: GameState) -> GameState:
        clocks = {k: v for k, v in state.clocks.items() if k != self.clock}
        if self.rounds is not None:
            clocks[self.clock] = self.rounds
        return state.model_copy(update={"clocks": clocks})


class RulingMade(ChangeKind):
    """A DM has decided something beforehand."""

    kind: Literal["ruling_made"] = "ruling_made"
    ruling: Ruling

    def applied_to(self, state: GameState) -> GameState:
        others = tuple(r for r in state.rulings if r.id != self.ruling.id)
        return state.model_copy(update={"rulings": (*others, self.ruling)})


class RulingUsed(ChangeKind):
    """It has counted, or its time is over."""

    kind: Literal["ruling_used"] = "ruling_used"
    ruling_id: str

    def applied_to(self, state: GameState) -> GameState:
        left = tuple(r for r in state.rulings if r.id != self.ruling_id)
        return state.model_copy(update={"rulings": left})
