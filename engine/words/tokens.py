"""How many tokens a text is: reckoned without any model, so that a prompt is never longer than its window."""

import re
from dataclasses import dataclass
from functools import lru_cache
from math import ceil

from engine.model.noun import Language

ENGLISH_CHARS_PER_TOKEN = 3.75
_OTHER_CHARS_PER_TOKEN = 2.5
"""Our prompts on a small English vocabulary (SmolLM2, 49,152 words): 2.7 in German, 2.8 in Italian, 2.5 in
pure prose. Larger vocabularies need fewer tokens."""

_PIECE = re.compile(r" ?[A-Za-z]{1,7}|[A-Za-z]{1,3}|\d|[^\W\d_A-Za-z]|\s*\n|\s|[^\w\s]{1,2}|_")
"""What a byte-pair vocabulary of English makes one token of, on average."""
_BYTES = re.compile("[\u0400-\u1fff\u2100-\U0010ffff]")
"""Letters and signs that such a vocabulary spells in bytes: up to three tokens each."""
_BYTES_COST = 2
_REMEMBERED = 2048
"""The same texts are measured in each request of a turn."""


def chars_per_token(language: Language) -> float:
    """Before anything of the model in use has been measured."""
    return ENGLISH_CHARS_PER_TOKEN if language == "en" else _OTHER_CHARS_PER_TOKEN


def density(text: str, tokens: int) -> float:
    """The `chars_per_token` with which a Measure reckons this text at so many tokens.

    Not its characters over its tokens: a language of longer words and a text with more signs in it are
    already reckoned with, and what is left is how the model at hand differs.
    """
    return ENGLISH_CHARS_PER_TOKEN * _counted(text) / tokens


@dataclass(frozen=True)
class Measure:
    """A ruler for one model and language. chars_per_token: of our prompts there, 3.75 where it is English."""

    chars_per_token: float

    def tokens(self, text: str) -> int:
        """The estimate, rounded up."""
        return ceil(_pieces(text) * self._factor)

    def cut(self, text: str, tokens: int) -> str:
        """The text if it is no longer than this, else its longest beginning that is, ending in "…"."""
        if self.tokens(text) <= tokens:
            return text
        room = tokens / self._factor - 1 - _BYTES_COST
        end = 0
        for piece in _PIECE.finditer(text):
            room -= _pieces(piece[0])
            if room < 0:
                break
            end = piece.end()
        return text[:end].rstrip() + "…" if end else ""

    @property
    def _factor(self) -> float:
        return ENGLISH_CHARS_PER_TOKEN / self.chars_per_token


@lru_cache(_REMEMBERED)
def _pieces(text: str) -> int:
    return _counted(text)


def _counted(text: str) -> int:
    return len(_PIECE.findall(text)) + _BYTES_COST * len(_BYTES.findall(text))
