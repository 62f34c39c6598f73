"""What a game master writes down after telling a turn: wishes, until the engine checks them."""

from typing import Literal

from engine.model.noun import Flag, Noun
from engine.model.suggestion import RiskLevel, SuggestionType

ResponseType = Literal["speech", "action", "reaction"]


class SuggestedMove(Noun):
    """A suggestion as a model writes it; the engine gives ids and checks `for_character`.

    Words that are none of ours fall back to the defaults; without label and text it is nothing.
    """

    type: SuggestionType = "action"
    label: str = ""
    text: str = ""
    risk_level: RiskLevel = "medium"
    for_character: str | None = None


class ThreadChanges(Noun):
    """Threads that this turn opened and closed, in the words of the thread."""

    added: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()


class NewCharacter(Noun):
    """Somebody who stepped into the story: a name and a role, never numbers; the engine gives the id."""

    name: str
    role: str


class SituationUpdate(Noun):
    """What changed around the party. A null flag is deleted.

    scene_id: a neighbour's id, "off_map", or null = unchanged.
    """

    scene_id: str | None = None
    current_scene: str | None = None
    new_timeline_entries: tuple[str, ...] = ()
    open_threads_changes: ThreadChanges | None = None
    world_state_flags: dict[str, Flag | None] | None = None
    new_characters: tuple[NewCharacter, ...] = ()


class CharacterUpdate(Noun):
    """What changed in somebody. relationship_changes: other's id to what now stands between them."""

    character_id: str
    current_mood: str | None = None
    knowledge_gained: tuple[str, ...] = ()
    relationship_changes: dict[str, str] | None = None


class CharacterResponse(Noun):
    """What an NPC said or did, in a line."""

    character_id: str
    type: ResponseType = "action"
    content: str


class StateUpdate(Noun):
    """Members stand in the order in which they are asked for; null = unchanged."""

    suggestions: tuple[SuggestedMove, ...] | None = None
    updated_situation: SituationUpdate | None = None
    updated_characters: tuple[CharacterUpdate, ...] | None = None
    responses: tuple[CharacterResponse, ...] | None = None
