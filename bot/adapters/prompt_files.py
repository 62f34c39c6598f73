"""The words that a model reads: prompts/<language>/*.md, the same files and blanks in every language."""

import hashlib
from collections.abc import Iterator, Mapping
from importlib.resources.abc import Traversable

from bot.adapters.locales import LANGUAGES
from engine.errors import SetupError
from engine.model.noun import Language
from engine.prompting import blanks_of, filled


class FilePrompts:
    """The prompts of one language. version: a short hash of all their words."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        self._texts = dict(texts)
        content = "\0".join(f"{name}\0{text}" for name, text in sorted(self._texts.items()))
        self.version = hashlib.sha256(content.encode()).hexdigest()[:12]

    def text(self, name: str, **blanks: str) -> str:
        """The file of this name, filled. Raises KeyError for an unknown file or a blank not given."""
        return filled(self._texts[name], blanks)


def load_prompts(root: Traversable) -> dict[Language, FilePrompts]:
    """The prompts below a folder. Raises SetupError if the languages differ in files or blanks."""
    texts = {language: _texts_of(root / language) for language in LANGUAGES}
    problems = [p for language in LANGUAGES[1:] for p in _differences(language, texts[language], texts["en"])]
    if problems:
        raise SetupError("The prompts do not match:\n" + "\n".join(problems))
    return {language: FilePrompts(texts[language]) for language in LANGUAGES}


def _texts_of(folder: Traversable) -> dict[str, str]:
    if not folder.is_dir():
        return {}
    return {
        file.name.removesuffix(".md"): file.read_text(encoding="utf-8").strip()
        for file in folder.iterdir()
        if file.name.endswith(".md")
    }


def _differences(language: Language, texts: dict[str, str], model: dict[str, str]) -> Iterator[str]:
    for name in sorted(model.keys() - texts.keys()):
        yield f"prompts/{language}/{name}.md is missing; it stands in prompts/en."
    for name in sorted(texts.keys() - model.keys()):
        yield f"prompts/{language}/{name}.md has no counterpart in prompts/en."
    for name in sorted(texts.keys() & model.keys()):
        if blanks_of(texts[name]) != blanks_of(model[name]):
            yield f"prompts/{language}/{name}.md must have the blanks {sorted(blanks_of(model[name]))}."
