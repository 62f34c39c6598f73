"""A library with one adventure, whose sentences are their own keys."""

from dataclasses import dataclass, field
from importlib.resources import files

from bot.adapters.locales import load_locales
from engine.errors import NoSuchAdventure
from engine.model.adventure import Adventure, AdventureCard
from engine.model.noun import Language, Scalar
from engine.ports import Locale


class KeyLocale:
    """Implements `engine.ports.Locale`: says the key and its blanks, so that tests see them."""

    language: Language = "en"

    def say(self, key: str, **blanks: Scalar) -> str:
        return " ".join([key, *(f"{name}={value}" for name, value in blanks.items())])

    def lines(self, key: str) -> tuple[str, ...]:
        return (key,)


class KeyPrompts:
    """Implements `engine.ports.Prompts` in the same way."""

    version = "v1"

    def text(self, name: str, **blanks: str) -> str:
        return " ".join([name, *blanks.values()])


@dataclass(frozen=True)
class OneBookLibrary:
    """Implements `engine.ports.Library`."""

    book: Adventure
    sentences: Locale = field(default_factory=KeyLocale)

    def adventures(self, language: Language) -> tuple[AdventureCard, ...]:
        return (AdventureCard.of(self.book, (self.book.language,)),)

    def adventure(self, adventure_id: str, language: Language) -> Adventure:
        if adventure_id != self.book.id:
            raise NoSuchAdventure(name=adventure_id)
        return self.book

    def prompts(self, language: Language) -> KeyPrompts:
        return KeyPrompts()

    def locale(self, language: Language) -> Locale:
        return self.sentences


def shipped_sentences(language: Language) -> Locale:
    """The sentences that people really read, for what depends on their words."""
    return load_locales(files("data") / "locales")[language]
