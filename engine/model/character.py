"""A person in the story: a player's character (PC) or one that the game master plays (NPC)."""

from engine.model.noun import Noun
from engine.model.rules.sheet import Sheet


class Character(Noun):
    """Somebody in the story. Its first block is fixed when it enters; changes touch only the second.

    sheet: numbers of a ruleset that has any; null in a pure story.
    place: scene id where an NPC is; null = goes with the party. PCs always go with the party.
    acted_on: depth of the turn in which the character last acted or was told of; 0 = only the opening.
    """

    id: str
    name: str
    role: str
    is_user_character: bool
    personality_traits: tuple[str, ...] = ()
    speaking_style: str = ""
    goals: tuple[str, ...] = ()

    current_mood: str = ""
    status: str = ""
    knowledge: tuple[str, ...] = ()
    relationships: dict[str, str] = {}
    recent_actions_summary: str = ""
    place: str | None = None
    acted_on: int = 0
    sheet: Sheet | None = None
