"""Which rulesets there are. A new one is a file beside this, and its line in ALL."""

from collections.abc import Mapping
from dataclasses import replace

from engine.model.adventure import Adventure
from engine.model.noun import Language
from engine.model.rules.book import RuleBook
from engine.rulesets.dungeon import DUNGEON
from engine.rulesets.story import STORY
from engine.tool import Ruleset

ALL = (STORY, DUNGEON)
Books = Mapping[tuple[str, Language], RuleBook]
"""Rulebooks by ruleset and language."""


class Rulesets:
    """Rulesets by name, each with its book in the language of whoever plays by it."""

    def __init__(self, *rulesets: Ruleset, books: Books | None = None) -> None:
        self._by_name = {ruleset.name: ruleset for ruleset in rulesets}
        self._with_books = {
            (name, language): replace(self._by_name[name], book=book)
            for (name, language), book in (books or {}).items()
        }

    def of(self, adventure: Adventure) -> Ruleset:
        """The rules that an adventure is played by. Raises KeyError for one that is not here."""
        found = self._with_books.get((adventure.ruleset, adventure.language))
        return found or self._by_name[adventure.ruleset]


SHIPPED = Rulesets(*ALL)
"""What the game comes with, without books."""
