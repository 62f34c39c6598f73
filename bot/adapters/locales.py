"""The sentences that people read: data/locales/<language>/*.json, one file for each part of the house."""

import json
from collections.abc import Iterator, Mapping
from importlib.resources.abc import Traversable
from typing import get_args

from pydantic import JsonValue

from engine.errors import SetupError
from engine.model.noun import Language, Scalar
from engine.prompting import said, sentence_blanks_of

LANGUAGES: tuple[Language, ...] = get_args(Language)
Text = str | tuple[str, ...]


class FileLocale:
    """All sentences of one language, by dotted key."""

    def __init__(self, language: Language, texts: Mapping[str, Text]) -> None:
        self.language: Language = language
        self._texts = dict(texts)

    def say(self, key: str, **blanks: Scalar) -> str:
        """The text of a key with its blanks filled. Raises KeyError for what is not there or not given."""
        text = self._texts[key]
        if not isinstance(text, str):
            raise KeyError(key)
        return said(text, blanks)

    def lines(self, key: str) -> tuple[str, ...]:
        """All texts of a list, blanks not filled. Raises KeyError for an unknown key or a single text."""
        texts = self._texts[key]
        if isinstance(texts, str):
            raise KeyError(key)
        return texts


def load_locales(root: Traversable) -> dict[Language, FileLocale]:
    """The locales below a folder. Raises SetupError if a file is not right or the languages differ."""
    texts = {language: _texts_of(root / language) for language in LANGUAGES}
    problems = [p for language in LANGUAGES[1:] for p in _differences(language, texts[language], texts["en"])]
    if problems:
        raise SetupError("The locales do not say the same:\n" + "\n".join(problems))
    return {language: FileLocale(language, texts[language]) for language in LANGUAGES}


def _texts_of(folder: Traversable) -> dict[str, Text]:
    texts: dict[str, Text] = {}
    for file in sorted(folder.iterdir(), key=lambda f: f.name) if folder.is_dir() else ():
        if not file.name.endswith(".json"):
            continue
        place = f"locales/{folder.name}/{file.name}"
        try:
            content: JsonValue = json.loads(file.read_text(encoding="utf-8"))
        except ValueError as cause:
            raise SetupError(f"{place} is not JSON: {cause}") from cause
        for key, text in _leaves(content, "", place):
            if key in texts:
                raise SetupError(f"{place}: {key} is said in another file too; keep it in one.")
            texts[key] = text
    return texts


def _leaves(node: JsonValue, key: str, place: str) -> Iterator[tuple[str, Text]]:
    if isinstance(node, dict):
        for name, below in node.items():
            yield from _leaves(below, f"{key}.{name}" if key else name, place)
    elif isinstance(node, str):
        yield key, node
    elif isinstance(node, list) and node and all(isinstance(line, str) for line in node):
        yield key, tuple(str(line) for line in node)
    else:
        raise SetupError(
            f"{place}: {key or 'the file'} must be a text, a list of texts, or a group of these."
        )


def _differences(language: Language, texts: dict[str, Text], model: dict[str, Text]) -> Iterator[str]:
    for key in sorted(model.keys() - texts.keys()):
        yield f"locales/{language}: {key} is missing; it stands in locales/en."
    for key in sorted(texts.keys() - model.keys()):
        yield f"locales/{language}: {key} has no counterpart in locales/en."
    for key in sorted(texts.keys() & model.keys()):
        if isinstance(texts[key], str) != isinstance(model[key], str):
            yield f"locales/{language}: {key} must be a {'text' if isinstance(model[key], str) else 'list'}."
        elif _blanks(texts[key]) != _blanks(model[key]):
            yield f"locales/{language}: {key} must have the blanks {sorted(_blanks(model[key]))}."


def _blanks(text: Text) -> frozenset[str]:
    return sentence_blanks_of(text if isinstance(text, str) else "\n".join(text))
