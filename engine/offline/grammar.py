"""The kinds of action in people's words: which verbs a sentence has, and where one action ends."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import get_args

from engine.model.adventure import Verb
from engine.model.noun import Language
from engine.offline.words import Found, Spelling, beginnings, find
from engine.ports import Library, Locale

VERBS: tuple[Verb, ...] = get_args(Verb)
CLAUSES_MOST = 3
"""Actions that one player's words can hold; what follows is for the next turn."""
_STOPS = re.compile(r"[.;!\n]+")
_QUOTED = re.compile(r"^\W*[\"\u201c\u201e\u00ab\u00bb\u2018\u201a]")
_GAP = "\u2026"
"""In a verb of two words: others may stand between, and the second ends the clause ("mach* … aus")."""
Name = tuple[str, ...]


@dataclass(frozen=True)
class Clause:
    """One action as typed. is_speech: said aloud, not done. asks: it ends as a question."""

    tokens: tuple[str, ...]
    is_speech: bool = False
    asks: bool = False


@dataclass(frozen=True)
class Grammar:
    """How one language says what is done. Read from the locale's lists below `offline.grammar`."""

    spelling: Spelling
    verbs: tuple[tuple[Verb, Name], ...]
    joints: frozenset[str]
    small: frozenset[str]
    negations: frozenset[str]
    around: tuple[Name, ...]
    about: tuple[Name, ...]
    back: tuple[Name, ...]
    onward: tuple[Name, ...]
    forces: tuple[Name, ...] = ()
    """Words for making somebody do or suffer something, or taking what is theirs."""
    against: frozenset[str] = frozenset()
    """What stands before the one at whom something is aimed."""

    @classmethod
    def of(cls, locale: Locale) -> "Grammar":
        """The grammar of a locale."""

        def lines(key: str) -> tuple[str, ...]:
            return locale.lines(f"offline.grammar.{key}")

        folds = tuple((a, b) for a, _, b in (fold.partition(" ") for fold in lines("folds")))
        letters = Spelling(frozenset(), (), folds)
        endings = tuple(sorted(lines("endings"), key=len, reverse=True))
        articles = frozenset(t for line in lines("articles") for t in letters.tokens(line))
        spelling = Spelling(articles, endings, folds)

        def names(key: str) -> tuple[Name, ...]:
            return tuple(_name(line, letters) for line in lines(key))

        return cls(
            spelling=spelling,
            verbs=tuple((verb, name) for verb in VERBS for name in names(f"verbs.{verb}")),
            joints=frozenset(t for name in names("joints") for t in name),
            small=frozenset(t for name in names("small") for t in name) | articles,
            negations=frozenset(t for name in names("negations") for t in name),
            around=names("around"),
            about=names("about"),
            back=names("back"),
            onward=names("onward"),
            forces=names("forces"),
            against=frozenset(t for name in names("against") for t in name),
        )

    def clauses(self, text: str, *, is_speech: bool = False) -> tuple[Clause, ...]:
        """The actions in what a player wrote, in order. Speech is never taken apart."""
        if is_speech or _QUOTED.match(text):
            tokens = self.spelling.tokens(text)
            return (Clause(tokens, is_speech=True, asks="?" in text),) if tokens else ()
        found = [
            Clause(tokens, asks=sentence.rstrip().endswith("?"))
            for sentence in _STOPS.split(text)
            for tokens in self._joined(self.spelling.tokens(sentence))
        ]
        return tuple(found[:CLAUSES_MOST])

    def verbs_in(self, tokens: Sequence[str]) -> tuple[tuple[Verb, Found], ...]:
        """The verbs in a clause, in order; of two on the same words the longer, better spelt one."""
        letters = beginnings(tokens)
        likely = ((verb, name) for verb, name in self.verbs if letters.intersection(name[0][:2]))
        hits = [(verb, found) for verb, name in likely if (found := self._verb(name, tokens))]
        hits.sort(key=lambda hit: hit[1].weight, reverse=True)
        kept: list[tuple[Verb, Found]] = []
        for verb, found in hits:
            if all(not overlap(found, other) for _, other in kept):
                kept.append((verb, found))
        return tuple(sorted(kept, key=lambda hit: hit[1].start))

    def _verb(self, name: Name, tokens: Sequence[str]) -> Found | None:
        """Where a verb stands; of one in two parts the first, and the second makes it fit better."""
        if _GAP not in name:
            return find(tokens, name, self.spelling)
        verb, _, particle = name
        ends = (i for i, token in enumerate(tokens) if token == particle and not self.content(tokens[i:]))
        found = find(tokens, (verb,), self.spelling)
        if found is None or all(end <= found.start for end in ends):
            return None
        return Found(found.start, found.length, found.exact + len(particle))

    def has(self, names: tuple[Name, ...], tokens: Sequence[str]) -> bool:
        """Whether any of these names stands in the clause."""
        return any(find(tokens, name, self.spelling) for name in names)

    def content(self, tokens: Sequence[str], *, going: bool = False) -> tuple[str, ...]:
        """The words that mean something by themselves. going: without "back" and "on" too."""
        found = tuple(t for t in tokens if t not in self.small)
        return tuple(t for t in found if not self.has((*self.back, *self.onward), (t,))) if going else found

    def _joined(self, tokens: tuple[str, ...]) -> list[tuple[str, ...]]:
        """Parted at "and" and "then" where both sides have a verb of their own."""
        parts: list[list[str]] = [[]]
        for token in tokens:
            if token in self.joints:
                parts.append([])
            parts[-1].append(token)
        joined: list[list[str]] = []
        for part in parts:
            if joined and not self.verbs_in(part):
                joined[-1] += part
            elif self.content(part) or len(parts) == 1:
                joined.append([token for token in part if token not in self.joints])
        return [tuple(part) for part in joined if part]


class Grammars:
    """The grammars of a library's languages, each made once."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._made: dict[Language, Grammar] = {}

    def of(self, language: Language) -> Grammar:
        """The grammar of this language."""
        if language not in self._made:
            self._made[language] = Grammar.of(self._library.locale(language))
        return self._made[language]


def overlap(one: Found, other: Found) -> bool:
    """Whether two finds lie on the same words."""
    return one.start < other.start + other.length and other.start < one.start + one.length


def _name(line: str, letters: Spelling) -> Name:
    """The words of a list's entry; a * at the end of one marks a stem and stays, as does a gap."""
    return tuple(
        token + ("*" if word.endswith("*") else "")
        for word in line.split()
        for token in ((_GAP,) if word == _GAP else letters.tokens(word))
    )
