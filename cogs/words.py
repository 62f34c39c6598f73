"""What Discord shows of our commands before anybody has used them, in every language."""

import json
from functools import cache
from importlib.resources import files
from typing import Any, get_args

from discord import Locale as DiscordLocale
from discord import app_commands

from engine.model.noun import Language
from engine.ports import Library

LANGUAGES: dict[str, Language] = {language: language for language in get_args(Language)}


def language_of(locale: DiscordLocale, otherwise: Language = "en") -> Language:
    """The language of a person's Discord, if it is one of ours."""
    return LANGUAGES.get(locale.value.split("-")[0], otherwise)


def about(key: str) -> app_commands.locale_str:
    """A description by its key below `commands.`; decorators run at import, so English is read here."""
    return app_commands.locale_str(command_words()[key], key=f"commands.{key}")


class CommandWords(app_commands.Translator):
    """Gives Discord each description in the languages that we have."""

    def __init__(self, library: Library) -> None:
        self._library = library

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: DiscordLocale,
        context: app_commands.TranslationContextTypes,  # noqa: ARG002 - discord.py calls it with this
    ) -> str | None:
        """The words in this language; null = as in English."""
        key = string.extras.get("key")
        language = LANGUAGES.get(locale.value.split("-")[0])
        if key is None or language is None:
            return None
        return self._library.locale(language).say(str(key))


@cache
def command_words() -> dict[str, str]:
    """All descriptions in English, by key."""
    folder = files("data") / "locales" / "en"
    rooms = sorted(f.name.removesuffix(".json") for f in folder.iterdir() if f.name.endswith(".json"))
    return dict(pair for room in rooms for pair in _flat(_read("en", room).get("commands", {})))


@cache
def own_name(language: Language) -> str:
    """What a language is called by those who speak it."""
    return str(_read(language, "language")["language"]["name"])


def _read(language: Language, name: str) -> dict[str, Any]:
    text = (files("data") / "locales" / language / f"{name}.json").read_text(encoding="utf-8")
    return dict(json.loads(text))


def _flat(words: dict[str, Any], before: str = "") -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    for key, value in words.items():
        found += _flat(value, f"{before}{key}.") if isinstance(value, dict) else [(before + key, value)]
    return found
