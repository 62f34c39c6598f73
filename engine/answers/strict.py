"""Reads an answer that is JSON as the standard says; what this can read is not touched by anything else."""

import json
from collections.abc import Callable

from pydantic import JsonValue

from engine.answers.words import whole_number

TWICE = "a name stands twice in one object; the last one counts"


def strict(text: str) -> tuple[JsonValue, tuple[str, ...]] | None:
    """The value that the whole text is, with warnings; null if it is no JSON."""
    warnings: list[str] = []
    try:
        value: JsonValue = json.loads(
            text, object_pairs_hook=_object(warnings), parse_constant=_refuse, parse_int=whole_number
        )
    except (ValueError, RecursionError):
        return None
    return value, tuple(warnings)


def _object(warnings: list[str]) -> Callable[[list[tuple[str, JsonValue]]], dict[str, JsonValue]]:
    def read(pairs: list[tuple[str, JsonValue]]) -> dict[str, JsonValue]:
        members = dict(pairs)
        if len(members) < len(pairs) and TWICE not in warnings:
            warnings.append(TWICE)
        return members

    return read


def _refuse(word: str) -> float:
    """NaN and the infinities are no JSON."""
    raise ValueError(word)
