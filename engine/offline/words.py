"""Reading what people type: letter case, accents, articles, endings and slips of the finger do not matter."""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field

_WORD = re.compile(r"[^\W_]+")
TYPO_FROM = 5
"""Words shorter than this must be typed as they are; longer ones may have one letter wrong."""

STEMS_KEPT = 20_000
"""Words whose stem is remembered; players can type anything, so there is an end to it."""


@dataclass(frozen=True)
class Spelling:
    """What a language does to words. folds: two spellings of one sound; endings: what inflection adds."""

    articles: frozenset[str]
    endings: tuple[str, ...]
    folds: tuple[tuple[str, str], ...]
    _names: dict[str, tuple[str, ...]] = field(default_factory=dict, compare=False, repr=False)
    _stems: dict[str, str] = field(default_factory=dict, compare=False, repr=False)
    """Worked out once: an adventure's names are looked for in every action."""

    def tokens(self, text: str) -> tuple[str, ...]:
        """The words of a text, folded, all of them."""
        plain = unicodedata.normalize("NFKD", text.casefold())
        plain = "".join(c for c in plain if not unicodedata.combining(c))
        return tuple(self._folded(word) for word in _WORD.findall(plain))

    def named(self, text: str) -> tuple[str, ...]:
        """The words of a name, without articles (unless nothing else is left)."""
        name = self._names.get(text)
        if name is None:
            tokens = self.tokens(text)
            name = tuple(t for t in tokens if t not in self.articles) or tokens
            self._names[text] = name
        return name

    def _folded(self, word: str) -> str:
        for spelling, sound in self.folds:
            word = word.replace(spelling, sound)
        return word

    def same(self, typed: str, word: str) -> bool:
        """Whether a typed word is meant as this one. Both folded. A word ending in * is a stem."""
        if typed == word:
            return True
        if not may_be(typed, word):
            return False
        if word[-1] == "*":
            stem = word[:-1]
            is_long = len(stem) >= TYPO_FROM
            return typed.startswith(stem) or (is_long and is_one_slip_away(typed[: len(stem)], stem))
        stem, meant = self._bare(typed), self._bare(word)
        if stem in (meant, word) or typed == meant:
            return True
        return min(len(typed), len(word)) >= TYPO_FROM and is_one_slip_away(typed, word)

    def _bare(self, word: str) -> str:
        stem = self._stems.get(word)
        if stem is None:
            found = (e for e in self.endings if word.endswith(e) and len(word) - len(e) >= 3)
            stem = word.removesuffix(next(found, ""))
            if len(self._stems) < STEMS_KEPT:
                self._stems[word] = stem
        return stem


@dataclass(frozen=True)
class Found:
    """Where a name stands in what was typed, and how well it fits. exact: letters typed as they should be."""

    start: int
    length: int
    exact: int

    @property
    def weight(self) -> tuple[int, int, int]:
        """The longest name wins, then the better spelt, then the earlier."""
        return (self.length, self.exact, -self.start)


def find(tokens: Sequence[str], name: Sequence[str], spelling: Spelling) -> Found | None:
    """The first place where the words of a name stand together, articles between them left out."""
    for start, token in enumerate(tokens):
        if spelling.same(token, name[0]) and (found := _from(start, tokens, name, spelling)):
            return found
    return None


def _from(start: int, tokens: Sequence[str], name: Sequence[str], spelling: Spelling) -> Found | None:
    place, exact = start, 0
    for word in name:
        while place > start and place < len(tokens) and _is_skipped(tokens[place], word, spelling):
            place += 1
        if place >= len(tokens) or not spelling.same(tokens[place], word):
            return None
        exact += len(word) if tokens[place].startswith(word.rstrip("*")) else 0
        place += 1
    return Found(start, place - start, exact)


def _is_skipped(token: str, word: str, spelling: Spelling) -> bool:
    return token in spelling.articles and token != word


def is_one_slip_away(typed: str, word: str) -> bool:
    """One letter wrong, missing, too many, or two neighbours swapped.

    >>> is_one_slip_away("lantren", "lantern"), is_one_slip_away("lanter", "lantern")
    (True, True)
    >>> is_one_slip_away("lamp", "lantern")
    False
    """
    if abs(len(typed) - len(word)) > 1 or not may_be(typed, word):
        return False
    start = next((i for i, (a, b) in enumerate(zip(typed, word, strict=False)) if a != b), None)
    if start is None:
        return True
    a, b = typed[start:], word[start:]
    return a[1:] == b[1:] or a[1:] == b or a == b[1:] or (a[1::-1] == b[:2] and a[2:] == b[2:])


def may_be(typed: str, word: str) -> bool:
    """Whether the beginnings allow it: the first letter is right, missing, or one too far to the right."""
    return typed[0] == word[0] or typed[0] == word[1:2] or typed[1:2] == word[0]


def beginnings(tokens: Sequence[str]) -> frozenset[str]:
    """The letters with which a name may begin that stands in these words, slips allowed."""
    return frozenset(letter for token in tokens for letter in token[:2])
