"""Who says a paragraph of a story: somebody of the story whose line it surely is, or the storyteller.

A line is taken for somebody's only where the words themselves say so: a quotation with the speaker's name
right beside it, or a name, a colon and what is said. What the record writes down of a speech comes after the
story is posted, and shorter than it was told; taking it would repeat or reorder the story. What is not sure
stays the storyteller's, so no word is lost, doubled or put into a wrong mouth.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Self

from engine.model.character import Character
from engine.model.state import GameState

_QUOTE = r"(?:“[^”]+”|\"[^\"]+\"|„[^“”]+[“”]|«[^»]+»|»[^«]+«)"
_QUOTES = re.compile(_QUOTE)
_OPENS = ("“", '"', "„", "«", "»")
_MOST_QUOTES = 2
_SHORTEST_NAME = 4
"""Letters of a word that stands for a longer name: no "The", no "Old"."""


@dataclass(frozen=True)
class Speakers:
    """names: every name of the story, longest first, with whose it is; npcs: ids of those who may speak."""

    names: tuple[tuple[str, str], ...]
    npcs: dict[str, str]

    @classmethod
    def of(cls, state: GameState) -> Self:
        """Everybody in the story; players' characters speak for themselves."""
        people = tuple(state.characters.values())
        return cls(_names(people), {c.id: c.name for c in people if not c.is_user_character})

    def speaker(self, paragraph: str) -> str:
        """The name of whoever of them says this paragraph; "" if it is the storyteller's."""
        text = paragraph.strip()
        outside = _QUOTES.sub(" ", text)
        named = {whose for name, whose in self.names if _has(outside, name)}
        if len(named) != 1 or (whose := named.pop()) not in self.npcs:
            return ""
        own = "|".join(re.escape(name) for name, i in self.names if i == whose)
        return self.npcs[whose] if _is_said_by(text, own) else ""

    def may_become(self, beginning: str) -> bool:
        """Whether a paragraph that begins so may turn out to be somebody's."""
        text = beginning.strip()
        names = (name for name, whose in self.names if whose in self.npcs)
        bare = text.lstrip("*_")
        return text.startswith(_OPENS) or any(bare.startswith(n) or n.startswith(bare) for n in names)


def _is_said_by(text: str, own: str) -> bool:
    script = re.match(rf"[*_]{{0,3}}(?:{own})[*_]{{0,3}}:[*_]{{0,3}}\s+\S", text)
    if script is not None:
        return True
    if not 1 <= len(_QUOTES.findall(text)) <= _MOST_QUOTES:
        return False
    after = re.match(rf"{_QUOTE},?\s+[^\W\d_A-Z]{{4,}}\s+(?:{own})\b", text)
    before = re.match(rf"(?:{own})(?:\s+[^\W\d_A-Z]+){{1,2}}[:,]\s*{_QUOTE}", text)
    return after is not None or before is not None


def _has(text: str, name: str) -> bool:
    return re.search(rf"\b{re.escape(name)}\b", text) is not None


def _names(people: Iterable[Character]) -> tuple[tuple[str, str], ...]:
    """Full names, and single words of them that mean one person only."""
    full = [(c.name, c.id) for c in people]
    words = [
        (word, whose)
        for name, whose in full
        for word in name.split()
        if word != name and len(word) >= _SHORTEST_NAME and word[0].isupper()
    ]
    owners: dict[str, set[str]] = {}
    for name, whose in (*full, *words):
        owners.setdefault(name, set()).add(whose)
    known = [(name, next(iter(ids))) for name, ids in owners.items() if len(ids) == 1]
    return tuple(sorted(known, key=lambda pair: -len(pair[0])))
