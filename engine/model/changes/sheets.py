"""Changes of a character's numbers and belongings."""

from collections.abc import Callable
from typing import Literal

from engine.model.changes.kind import ChangeKind, with_character
from engine.model.rules.active_effect import ActiveEffect
from engine.model.rules.item import Item
from engine.model.rules.sheet import KnownSpell, Score, Sheet
from engine.model.rules.terms import Ability
from engine.model.state import GameState


def with_sheet(state: GameState, character_id: str, write: Callable[[Sheet], Sheet]) -> GameState:
    """The state with one sheet rewritten; unchanged if there is no such character, or it has no sheet."""
    character = state.characters.get(character_id)
    if character is None or character.sheet is None:
        return state
    return with_character(state, character_id, sheet=write(character.sheet))


class SheetSet(ChangeKind):
    """A whole sheet: of a new character, or after a choice that touches much of it (a class, a level)."""

    kind: Literal["sheet_set"] = "sheet_set"
    character_id: str
    sheet: Sheet

    def applied_to(self, state: GameState) -> GameState:
        return with_character(state, self.character_id, sheet=self.sheet)


class HitPointsChanged(ChangeKind):
    """By so many, within 0 and the most. died_at, bleeding: what follows, decided by the rules."""

    kind: Literal["hit_points_changed"] = "hit_points_changed"
    character_id: str
    by: int

    def applied_to(self, state: GameState) -> GameState:
        return with_sheet(
            state,
            self.character_id,
            lambda s: s.model_copy(update={"hp": max(0, min(s.hp_most, s.hp + self.by))}),
        )


class DyingSet(ChangeKind):
    """Somebody bleeds out (rounds left), is saved (null), or has died (minute of the game's clock)."""

    kind: Literal["dying_set"] = "dying_set"
    character_id: str
    bleeding: int | None = None
    died_at: int | None = None

    def applied_to(self, state: GameState) -> GameState:
        parts = {"bleeding": self.bleeding, "died_at": self.died_at}
        return with_sheet(state, self.character_id, lambda s: s.model_copy(update=parts))


class AbilityChanged(ChangeKind):
    """An ability goes up or down by so many; lasting: what it heals back to goes with it. 0 to 24."""

    kind: Literal["ability_changed"] = "ability_changed"
    character_id: str
    ability: Ability
    by: int
    is_lasting: bool = False

    def applied_to(self, state: GameState) -> GameState:
        def written(sheet: Sheet) -> Sheet:
            score = sheet.abilities.get(self.ability)
            if score is None:
                return sheet
            whole = max(0, min(24, score.whole + self.by)) if self.is_lasting else score.whole
            changed = Score(now=max(0, min(24, score.now + self.by)), whole=whole)
            return sheet.model_copy(update={"abilities": sheet.abilities | {self.ability: changed}})

        return with_sheet(state, self.character_id, written)


class XpAwarded(ChangeKind):
    """Experience, never below 0."""

    kind: Literal["xp_awarded"] = "xp_awarded"
    character_id: str
    xp: int

    def applied_to(self, state: GameState) -> GameState:
        return with_sheet(
            state, self.character_id, lambda s: s.model_copy(update={"xp": max(0, s.xp + self.xp)})
        )


class MoneyChanged(ChangeKind):
    """Copper, never below 0."""

    kind: Literal["money_changed"] = "money_changed"
    character_id: str
    by: int

    def applied_to(self, state: GameState) -> GameState:
        return with_sheet(
            state, self.character_id, lambda s: s.model_copy(update={"money": max(0, s.money + self.by)})
        )


class ItemAdded(ChangeKind):
    """Something is carried from now on; an item with the same id is replaced."""

    kind: Literal["item_added"] = "item_added"
    character_id: str
    item: Item

    def applied_to(self, state: GameState) -> GameState:
        return with_sheet(
            state,
            self.character_id,
            lambda s: s.model_copy(
                update={"items": (*(i for i in s.items if i.id != self.item.id), self.item)}
            ),
        )


class ItemRemoved(ChangeKind):
    """So many of an item are gone; all of it when none is left. It is nobody's then."""

    kind: Literal["item_removed"] = "item_removed"
    character_id: str
    item_id: str
    quantity: int = 1

    def applied_to(self, state: GameState) -> GameState:
        def written(sheet: Sheet) -> Sheet:
            items = tuple(
                item
                if item.id != self.item_id
                else item.model_copy(update={"quantity": item.quantity - max(0, self.quantity)})
                for item in sheet.items
                if item.id != self.item_id or item.quantity > self.quantity
            )
            return sheet.model_copy(update={"items": items})

        return with_sheet(state, self.character_id, written)


class ItemWorn(ChangeKind):
    """An item is put on or taken in hand, or put away."""

    kind: Literal["item_worn"] = "item_worn"
    character_id: str
    item_id: str
    is_worn: bool

    def applied_to(self, state: GameState) -> GameState:
        def worn(item: Item) -> Item:
            is_it = item.id == self.item_id
            return item.model_copy(update={"is_worn": self.is_worn}) if is_it else item

        return with_sheet(
            state,
            self.character_id,
            lambda s: s.model_copy(update={"items": tuple(worn(item) for item in s.items)}),
        )


class SpellsSet(ChangeKind):
    """Which spells somebody knows, with their quirks and what is lost for today."""

    kind: Literal["spells_set"] = "spells_set"
    character_id: str
    spells: tuple[KnownSpell, ...]

    def applied_to(self, state: GameState) -> GameState:
        return with_sheet(state, self.character_id, lambda s: s.model_copy(update={"spells": self.spells}))


class DispleasureSet(ChangeKind):
    """How near a cleric's god is to losing patience: natural rolls up to this fail. 1 to 20."""

    kind: Literal["displeasure_set"] = "displeasure_set"
    character_id: str
    displeasure: int

    def applied_to(self, state: GameState) -> GameState:
        value = max(1, min(20, self.displeasure))
        return with_sheet(state, self.character_id, lambda s: s.model_copy(update={"displeasure": value}))


class ChoicesSet(ChangeKind):
    """What a player still has to choose for a character."""

    kind: Literal["choices_set"] = "choices_set"
    character_id: str
    choices: tuple[str, ...]

    def applied_to(self, state: GameState) -> GameState:
        return with_sheet(state, self.character_id, lambda s: s.model_copy(update={"choices": self.choices}))


class EffectGiven(ChangeKind):
    """Something is upon a character or a creature from now on; one with the same id is replaced."""

    kind: Literal["effect_given"] = "effect_given"
    whom: str
    effect: ActiveEffect

    def applied_to(self, state: GameState) -> GameState:
        return with_effects(
            state, self.whom, lambda all_: (*(e for e in all_ if e.id != self.effect.id), self.effect)
        )


class EffectEnded(ChangeKind):
    """It is no longer upon them."""

    kind: Literal["effect_ended"] = "effect_ended"
    whom: str
    effect_id: str

    def applied_to(self, state: GameState) -> GameState:
        return with_effects(state, self.whom, lambda all_: tuple(e for e in all_ if e.id != self.effect_id))


_Effects = tuple[ActiveEffect, ...]


def with_effects(state: GameState, whom: str, write: Callable[[_Effects], _Effects]) -> GameState:
    """The state with what is upon a character or creature rewritten; unchanged for anybody else."""
    creature = state.creatures.get(whom)
    if creature is None:
        return with_sheet(state, whom, lambda s: s.model_copy(update={"effects": write(s.effects)}))
    changed = creature.model_copy(update={"effects": write(creature.effects)})
    return state.model_copy(update={"creatures": state.creatures | {whom: changed}})
