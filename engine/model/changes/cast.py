"""Changes of the people in the story."""

from typing import Literal

from engine.model.changes.kind import ChangeKind, with_character
from engine.model.character import Character
from engine.model.state import KNOWLEDGE_KEPT, GameState


class CharacterAdded(ChangeKind):
    """Somebody enters the game."""

    kind: Literal["character_added"] = "character_added"
    character: Character

    def applied_to(self, state: GameState) -> GameState:
        if self.character.id in state.characters:
            return state
        return state.model_copy(update={"characters": state.characters | {self.character.id: self.character}})


class CharacterRemoved(ChangeKind):
    """Somebody leaves the game as if never there: a character given back before the opening."""

    kind: Literal["character_removed"] = "character_removed"
    character_id: str

    def applied_to(self, state: GameState) -> GameState:
        left = {k: v for k, v in state.characters.items() if k != self.character_id}
        return state.model_copy(update={"characters": left})


class CharacterHandedOver(ChangeKind):
    """A character changes hands: to a player, or to the game master when its player has left."""

    kind: Literal["character_handed_over"] = "character_handed_over"
    character_id: str
    is_user_character: bool

    def applied_to(self, state: GameState) -> GameState:
        return with_character(state, self.character_id, is_user_character=self.is_user_character, place=None)


class CharacterMoved(ChangeKind):
    """An NPC is in another scene; null = goes with the party."""

    kind: Literal["character_moved"] = "character_moved"
    character_id: str
    place: str | None

    def applied_to(self, state: GameState) -> GameState:
        return with_character(state, self.character_id, place=self.place)


class CharacterActed(ChangeKind):
    """A character had a part in the turn of this depth."""

    kind: Literal["character_acted"] = "character_acted"
    character_id: str
    number: int
    summary: str = ""

    def applied_to(self, state: GameState) -> GameState:
        return with_character(
            state, self.character_id, acted_on=self.number, recent_actions_summary=self.summary
        )


class MoodSet(ChangeKind):
    """How a character feels now."""

    kind: Literal["mood_set"] = "mood_set"
    character_id: str
    mood: str

    def applied_to(self, state: GameState) -> GameState:
        return with_character(state, self.character_id, current_mood=self.mood)


class StatusSet(ChangeKind):
    """What state a character is in ("bound", "asleep")."""

    kind: Literal["status_set"] = "status_set"
    character_id: str
    status: str

    def applied_to(self, state: GameState) -> GameState:
        return with_character(state, self.character_id, status=self.status)


class KnowledgeGained(ChangeKind):
    """Something that a character now knows."""

    kind: Literal["knowledge_gained"] = "knowledge_gained"
    character_id: str
    text: str

    def applied_to(self, state: GameState) -> GameState:
        character = state.characters.get(self.character_id)
        if character is None or self.text in character.knowledge:
            return state
        known = (*character.knowledge, self.text)[-KNOWLEDGE_KEPT:]
        return with_character(state, self.character_id, knowledge=known)


class MemoryFaded(ChangeKind):
    """A character forgets what lies longest ago; so many of the newest stay."""

    kind: Literal["memory_faded"] = "memory_faded"
    character_id: str
    knowledge_kept: int
    relationships_kept: int

    def applied_to(self, state: GameState) -> GameState:
        character = state.characters.get(self.character_id)
        if character is None:
            return state
        gone = max(0, len(character.relationships) - max(0, self.relationships_kept))
        return with_character(
            state,
            self.character_id,
            knowledge=character.knowledge[max(0, len(character.knowledge) - max(0, self.knowledge_kept)) :],
            relationships=dict(list(character.relationships.items())[gone:]),
        )


class RelationshipSet(ChangeKind):
    """What now stands between two characters, seen from the first."""

    kind: Literal["relationship_set"] = "relationship_set"
    character_id: str
    other_id: str
    text: str

    def applied_to(self, state: GameState) -> GameState:
        character = state.characters.get(self.character_id)
        if character is None:
            return state
        changed = character.relationships | {self.other_id: self.text}
        return with_character(state, self.character_id, relationships=changed)
