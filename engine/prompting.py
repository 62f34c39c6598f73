"""Filling the blanks of texts: `{{name}}` in what a model reads, `{name}` in what a person reads."""

import re
from collections.abc import Mapping

from engine.model.noun import Scalar

_PROMPT_BLANK = re.compile(r"\{\{\s*([a-z][a-z0-9_]*)\s*\}\}")
_SENTENCE_BLANK = re.compile(r"(?<!\{)\{([a-z][a-z0-9_]*)\}(?!\})")


def filled(text: str, blanks: Mapping[str, str]) -> str:
    """A prompt with its `{{name}}` blanks filled, in one pass: a blank inside a value stays as it is.

    >>> filled("Hello {{who}}.", {"who": "{{me}}"})
    'Hello {{me}}.'

    Raises KeyError for a blank that is not given.
    """
    return _PROMPT_BLANK.sub(lambda found: blanks[found[1]], text)


def blanks_of(text: str) -> frozenset[str]:
    """The names of a prompt's blanks."""
    return frozenset(_PROMPT_BLANK.findall(text))


def said(text: str, blanks: Mapping[str, Scalar]) -> str:
    """A sentence with its `{name}` blanks filled; null is nothing. Raises KeyError for one not given.

    >>> said("{who} has {count}.", {"who": "Mira", "count": 2})
    'Mira has 2.'
    """
    return _SENTENCE_BLANK.sub(lambda found: _spoken(blanks[found[1]]), text)


def sentence_blanks_of(text: str) -> frozenset[str]:
    """The names of a sentence's blanks."""
    return frozenset(_SENTENCE_BLANK.findall(text))


def _spoken(value: Scalar) -> str:
    return "" if value is None else str(value)
