"""People who step into the story while it is told: the engine gives them an id, and counts them."""

import re
import unicodedata

from engine.model.character import Character
from engine.model.state import GameState
from engine.model.update import NewCharacter
from engine.words.neutral import neutral_line, neutral_name

NEWCOMERS_A_GAME = 12
PREFIX = "npc-"
"""Ids of people whom a record brought in begin with it, which is how they are counted."""
_ROLE = 80
_SLUG_LETTERS = 28
_NO_LETTER = re.compile(r"[^a-z0-9]+")


def newcomers_left(state: GameState) -> int:
    """How many more people may come into this game."""
    return NEWCOMERS_A_GAME - sum(1 for i in state.characters if i.startswith(PREFIX))


def newcomer(person: NewCharacter, state: GameState, number: int) -> Character | None:
    """The person as a character where the party is; null if nameless, already there, or one too many.

    number: depth of the turn in which they come in.
    """
    if not any(letter.isalpha() for letter in person.name):
        return None
    name = neutral_name(person.name)
    known = {neutral_line(c.name, 80).casefold() for c in state.characters.values()}
    if name.casefold() in known or newcomers_left(state) <= 0:
        return None
    return Character(
        id=_free_id(name, state),
        name=name,
        role=neutral_line(person.role, _ROLE),
        is_user_character=False,
        place=state.situation.scene_id,
        acted_on=number,
    )


def _free_id(name: str, state: GameState) -> str:
    plain = unicodedata.normalize("NFKD", name.casefold().replace("ß", "ss"))
    slug = _NO_LETTER.sub("-", "".join(c for c in plain if not unicodedata.combining(c)))
    first = PREFIX + (slug.strip("-")[:_SLUG_LETTERS].strip("-") or "somebody")
    ids = (first, *(f"{first}-{n}" for n in range(2, len(state.characters) + 3)))
    return next(i for i in ids if i not in state.characters)
