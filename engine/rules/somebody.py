"""Somebody in a fight or a scene, character or creature: one way to ask for what rules need of either."""

from collections.abc import Mapping
from dataclasses import dataclass

from engine.model.adventure import Adventure
from engine.model.character import Character
from engine.model.rules.active_effect import ActiveEffect
from engine.model.rules.creature import Creature, CreatureKind
from engine.model.rules.sheet import Sheet
from engine.model.rules.terms import Hindrance
from engine.model.state import GameState


@dataclass(frozen=True)
class Somebody:
    """A character with a sheet, or a creature with its kind: exactly one pair is there."""

    id: str
    name: str
    sheet: Sheet | None = None
    creature: Creature | None = None
    kind: CreatureKind | None = None

    @property
    def is_character(self) -> bool:
        """Whether it is one with a sheet."""
        return self.sheet is not None

    @property
    def hp(self) -> int:
        """Hit points now."""
        return self.sheet.hp if self.sheet else self.creature.hp if self.creature else 0

    @property
    def effects(self) -> tuple[ActiveEffect, ...]:
        """What is upon it."""
        return self.sheet.effects if self.sheet else self.creature.effects if self.creature else ()

    @property
    def is_up(self) -> bool:
        """Alive and not down."""
        if self.sheet:
            return self.sheet.is_up
        return self.creature is not None and self.creature.hp > 0 and self.creature.standing != "dead"

    def can(self, what: Hindrance) -> bool:
        """Whether nothing that is upon it prevents this."""
        return self.is_up and not any(what in effect.prevents for effect in self.effects)


def somebody(adventure: Adventure, state: GameState, who: str) -> Somebody | None:
    """The character or creature with this id; null for people without numbers, and for nobody."""
    character = state.characters.get(who)
    if character is not None:
        return _character(character)
    creature = state.creatures.get(who)
    if creature is None:
        return None
    kind = kind_of(adventure, creature)
    return Somebody(creature.id, creature.name, creature=creature, kind=kind) if kind else None


def kind_of(adventure: Adventure, creature: Creature) -> CreatureKind | None:
    """What it can do: its own kind, where a DM made one, else that of the pack."""
    if creature.made_up is not None:
        return creature.made_up
    return adventure.dungeon.kind(creature.kind) if adventure.dungeon else None


def party_here(adventure: Adventure, state: GameState) -> tuple[Somebody, ...]:
    """The characters with sheets whom players have at the table, dead ones too, in the order of joining."""
    found = (somebody(adventure, state, c.id) for c in state.party())
    return tuple(who for who in found if who is not None)


def foes_here(adventure: Adventure, state: GameState) -> tuple[Somebody, ...]:
    """The hostile creatures where the party is that are up."""
    found = (somebody(adventure, state, c.id) for c in state.creatures_here() if c.standing == "hostile")
    return tuple(who for who in found if who is not None and who.is_up)


def names_of(state: GameState) -> Mapping[str, str]:
    """Names by id, of characters and creatures."""
    return {c.id: c.name for c in state.characters.values()} | {
        c.id: c.name for c in state.creatures.values()
    }


def _character(character: Character) -> Somebody | None:
    return (
        Somebody(character.id, character.name, sheet=character.sheet) if character.sheet is not None else None
    )
