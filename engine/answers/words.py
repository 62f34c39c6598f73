"""What a word without quotes means in a model's answer: a number, yes, no, nothing; else it is no value."""

import math
import re

from pydantic import JsonValue

NO_VALUE = math.nan
"""Stands for what cannot be read; it costs its field, or its entry, and no more."""

_DIGITS = 20
_LITERALS: dict[str, JsonValue] = {
    "null": None,
    "none": None,
    "undefined": None,
    "true": True,
    "false": False,
}
_WHOLE = re.compile(r"[+-]?\d+")
_FRACTION = re.compile(r"[+-]?(?:\d{1,40}\.\d{0,40}|\.\d{1,40}|\d{1,40})(?:[eE][+-]?\d{1,4})?")


def value_of(word: str) -> JsonValue:
    """The value of a bare word."""
    if word.casefold() in _LITERALS:
        return _LITERALS[word.casefold()]
    if _WHOLE.fullmatch(word):
        return whole_number(word)
    return float(word) if _FRACTION.fullmatch(word) else NO_VALUE


def whole_number(digits: str) -> int | float:
    """A whole number; one without an end is none."""
    return int(digits) if len(digits) <= _DIGITS else NO_VALUE
