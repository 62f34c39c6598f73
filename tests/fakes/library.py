"""A library in memory: the adventures that a test gives it, and the words that the game is shipped with."""

from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files

from bot.adapters.locales import FileLocale, load_locales
from bot.adapters.prompt_files import FilePrompts, load_prompts
from engine.errors import NoSuchAdventure
from engine.model.adventure import Adventure, AdventureCard
from engine.model.noun import Language
from engine.ports import Locale, Prompts


@cache
def shipped_locales() -> Mapping[Language, FileLocale]:
    """The sentences that the game is shipped with, read once for all tests."""
    return load_locales(files("data") / "locales")


@cache
def shipped_prompts() -> Mapping[Language, FilePrompts]:
    """The prompts that the game is shipped with, read once for all tests."""
    return load_prompts(files("prompts"))


class FakeLibrary:
    """Implements `engine.ports.Library`. A language comes first if its adventure was given first."""

    def __init__(
        self,
        adventures: Iterable[Adventure],
        *,
        locales: Mapping[Language, Locale] | None = None,
        prompts: Mapping[Language, Prompts] | None = None,
    ) -> None:
        self._shelf: dict[str, dict[Language, Adventure]] = {}
        for adventure in adventures:
            self._shelf.setdefault(adventure.id, {})[adventure.language] = adventure
        self._locales = locales
        self._prompts = prompts

    def adventures(self, language: Language) -> tuple[AdventureCard, ...]:
        cards = [AdventureCard.of(self.adventure(i, language), tuple(self._shelf[i])) for i in self._shelf]
        return tuple(sorted(cards, key=lambda card: card.title))

    def adventure(self, adventure_id: str, language: Language) -> Adventure:
        if adventure_id not in self._shelf:
            raise NoSuchAdventure(name=adventure_id)
        versions = self._shelf[adventure_id]
        return versions.get(language) or next(iter(versions.values()))

    def prompts(self, language: Language) -> Prompts:
        return (self._prompts or shipped_prompts())[language]

    def locale(self, language: Language) -> Locale:
        return (self._locales or shipped_locales())[language]
