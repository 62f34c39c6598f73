"""Whether the letters of a pack can be read and said: nothing invisible, nothing broken, nothing empty."""

import unicodedata
from collections.abc import Iterator

from pydantic import JsonValue

from bot.adapters.packs.schema import place_of
from engine.words.neutral import is_blank

ON_ONE_LINE = frozenset(
    {"title", "tone", "length", "name", "role", "label", "words", "goal", "goals", "line", "timeline"}
)
"""Members that stand in a list, on a button or in a sentence of ours."""
_UNSEEN = frozenset({"Cc", "Cs", "Co"})
_TURNING = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff")
"""Marks that turn the direction of writing, and a byte order mark in the middle."""


def letter_faults(content: JsonValue, path: tuple[str | int, ...] = ()) -> Iterator[str]:
    """What is wrong with single characters, wherever they stand in the file."""
    if isinstance(content, dict):
        for name, below in content.items():
            yield from letter_faults(below, (*path, name))
    elif isinstance(content, list):
        for number, below in enumerate(content):
            yield from letter_faults(below, (*path, number))
    elif isinstance(content, str):
        member = next((part for part in reversed(path) if isinstance(part, str)), "")
        yield from (f"{place_of(path)}: {fault}" for fault in _faults(content, member))


def _faults(text: str, member: str) -> Iterator[str]:
    if "\n" in text and member in ON_ONE_LINE:
        yield "must stand on one line; leave the line break out."
    for letter in sorted(set(text) - {"\n"}):
        if unicodedata.category(letter) in _UNSEEN or letter in _TURNING:
            yield f"has a character that cannot be shown (U+{ord(letter):04X}); leave it out."
    if text and is_blank(text):
        yield "must have something to read; it looks empty."
    elif member == "words" and text and not any(letter.isalnum() for letter in text):
        yield "must have a letter or a digit, or nobody can type it."
