"""Rulebooks: data/rulesets/<name>/rules/*.json has the numbers, <language>/*.json the words of them."""

import json
from collections.abc import Mapping
from importlib.resources.abc import Traversable

from pydantic import JsonValue, ValidationError

from bot.adapters.locales import LANGUAGES
from engine.errors import SetupError
from engine.model.noun import Language
from engine.model.rules.book import RuleBook
from engine.rules.soundness import book_faults

Json = dict[str, JsonValue]
_LISTS = {"occupations", "signs", "rows", "misfires"}
"""Groups whose members have an id and an order: that of the numbers."""
_BANDS = {"results", "bands"}
"""Groups whose members have an order and no id of their own."""
_NAMED = {"classes", "items", "spells", "tables", "deeds"}
_MOST_SHOWN = 12


def load_rulebooks(root: Traversable) -> Mapping[tuple[str, Language], RuleBook]:
    """Every ruleset that has data, in every language. Raises SetupError that names what is wrong."""
    books: dict[tuple[str, Language], RuleBook] = {}
    problems: list[str] = []
    folders = [folder for folder in root.iterdir() if folder.is_dir()] if root.is_dir() else []
    for folder in sorted(folders, key=lambda f: f.name):
        if not (folder / "rules").is_dir():
            continue
        for language in LANGUAGES:
            place = f"rulesets/{folder.name}/{language}"
            try:
                book = RuleBook.model_validate(_merged(folder, language))
            except ValidationError as error:
                problems += [_fault(place, fault["loc"], fault["msg"]) for fault in error.errors()]
                continue
            problems += [f"{place}: {fault}" for fault in book_faults(book)]
            books[folder.name, language] = book
    if problems:
        raise SetupError("The rulebooks are not right:\n" + "\n".join(problems[:_MOST_SHOWN]))
    return books


def _merged(folder: Traversable, language: Language) -> Json:
    """The numbers and the words of a language in one, with groups as the nouns have them."""
    whole: Json = {}
    for part in (folder / "rules", folder / language):
        files = sorted(part.iterdir(), key=lambda f: f.name) if part.is_dir() else []
        for file in files:
            if file.name.endswith(".json"):
                whole = _deep(whole, json.loads(file.read_text(encoding="utf-8")))
    return {"language": language, **_shaped(whole)}


def _deep(one: Json, other: Json) -> Json:
    merged = dict(one)
    for key, value in other.items():
        here = merged.get(key)
        merged[key] = _deep(here, value) if isinstance(here, dict) and isinstance(value, dict) else value
    return merged


def _shaped(node: Json) -> Json:
    """Groups by id become lists, or have their ids inside."""
    shaped: Json = {}
    for key, value in node.items():
        if not isinstance(value, dict):
            shaped[key] = value
        elif key in _LISTS:
            shaped[key] = [_inner(member, member_id) for member_id, member in value.items()]
        elif key in _BANDS:
            shaped[key] = [_inner(member, None) for member in value.values()]
        elif key in _NAMED:
            shaped[key] = {member_id: _inner(member, member_id) for member_id, member in value.items()}
        else:
            shaped[key] = _shaped(value)
    return shaped


def _inner(member: JsonValue, member_id: str | None) -> JsonValue:
    if not isinstance(member, dict):
        return member
    return _shaped(member) | ({"id": member_id} if member_id is not None else {})


def _fault(place: str, where: tuple[int | str, ...], message: str) -> str:
    return f"{place}: {'.'.join(str(part) for part in where)}: {message}"
