"""Cuts a long story into messages: at the ends of sentences, with every bold word and fence kept closed."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from cogs.payload import CONTENT, units

_TOKEN = re.compile(r"\\(?!```).|```|``|`|\*\*|\*|__|_|~~|\|\||[^\\`*_~|]|.", re.DOTALL)
_SENTENCE_END = re.compile(r"[.!?…][\"'”\u2019»«“)\]*_~|`]*\s+|\n\s*")
_BLANK_LINES = re.compile(r"\n[ \t]*\n\s*")
_SPACE = re.compile(r"\s+")
_FENCE = "```"
_SPANS = {"``", "`"}
_CODE = {_FENCE, *_SPANS}
_NARROW = {"*", "_"}
_MARKS = _CODE | _NARROW | {"**", "__", "~~", "||"}
_RESERVE = 24
"""Units kept free for closing marks."""


@dataclass(frozen=True)
class Chunk:
    """A piece of the text. before, after: marks that carry an open style over the cut."""

    text: str
    before: str = ""
    after: str = ""

    @property
    def shown(self) -> str:
        """What is posted."""
        return self.before + self.text.strip() + self.after


def split(text: str, limit: int = CONTENT) -> tuple[Chunk, ...]:
    """Chunks in order; together they are the text (only a chunk of nothing but blanks is left out).

    The cut is made from the beginning, so that the first chunks stay as they are while a text grows.

    limit: UTF-16 units of a message, at least 100.
    """
    chunks: list[Chunk] = []
    rest = text
    marks: tuple[str, ...] = ()
    while rest:
        chunk, marks = _first(rest, marks, limit)
        rest = rest[len(chunk.text) :]
        if chunk.text.strip():
            chunks.append(chunk)
    return tuple(chunks)


def paragraphs(text: str) -> tuple[str, ...]:
    """The paragraphs, each with the blank lines behind it; together they are the text.

    A blank line inside of a fence or a spoiler ends none.
    """
    ends: list[int] = []
    open_marks = {end: marks for end, _, marks in _scan(text, ())} if "\n\n" in text else {}
    for match in _BLANK_LINES.finditer(text):
        if not {_FENCE, "||"} & set(open_marks.get(match.start(), ())):
            ends.append(match.end())
    if not ends or ends[-1] < len(text):
        ends.append(len(text))
    return tuple(text[a:b] for a, b in zip([0, *ends], ends, strict=False) if a < b)


def _first(text: str, marks: tuple[str, ...], limit: int) -> tuple[Chunk, tuple[str, ...]]:
    """The first chunk, and the marks that are open behind it."""
    room = limit - units(_opening(marks)) - _RESERVE
    states: dict[int, tuple[str, ...]] = {}
    used = 0
    for end, size, open_marks in _scan(text, marks):
        if (used := used + size) > room:
            break
        states[end] = open_marks
    else:
        return _chunk(text, marks, states[len(text)]), states[len(text)]
    cut = _best_cut(text, states)
    return _chunk(text[:cut], marks, states[cut]), states[cut]


def _chunk(text: str, before: tuple[str, ...], after: tuple[str, ...]) -> Chunk:
    """A backtick that would stand right beside another is left out: together they would be a fence."""
    shown = text.strip()
    return Chunk(
        text,
        _opening(tuple(m for m in before if m not in _SPANS) if shown.startswith("`") else before),
        _closing(tuple(m for m in after if m not in _SPANS) if shown.endswith("`") else after),
    )


def _best_cut(text: str, states: dict[int, tuple[str, ...]]) -> int:
    """Behind a sentence outside every mark, else behind any, else at a blank, else where it is full."""
    full = max(states)
    sentences = [m.end() for m in _SENTENCE_END.finditer(text, 0, full) if m.end() in states]
    plain = [end for end in sentences if not states[end]]
    blanks = [m.end() for m in _SPACE.finditer(text, 0, full) if m.end() in states and m.start() > 0]
    return max(plain or sentences or blanks or [full])


def _scan(text: str, marks: tuple[str, ...]) -> Iterator[tuple[int, int, tuple[str, ...]]]:
    """Each token's end, its size in units, and the marks that are open behind it."""
    for match in _TOKEN.finditer(text):
        token = match.group()
        marks = _after(
            token, marks, text[match.start() - 1 : match.start()], text[match.end() : match.end() + 1]
        )
        yield match.end(), units(token), marks


def _after(mark: str, marks: tuple[str, ...], previous: str, following: str) -> tuple[str, ...]:
    """The open marks behind a piece of text that may be a mark itself; nothing counts inside of code."""
    code = next((m for m in marks if m in _CODE), None)
    if mark == _FENCE and code != _FENCE:
        return (*(m for m in marks if m not in _CODE), _FENCE)  # a lone backtick does not hide a fence
    if mark not in _MARKS or (code is not None and mark != code):
        return marks
    if mark in marks:
        return tuple(m for m in marks if m != mark) if _may_close(mark, previous, following) else marks
    return (*marks, mark) if _may_open(mark, previous, following) else marks


def _may_open(mark: str, previous: str, following: str) -> bool:
    """A single star or line counts only at a word's beginning."""
    if mark not in _NARROW:
        return True
    return bool(following) and not following.isspace() and not previous.isalnum()


def _may_close(mark: str, previous: str, following: str) -> bool:
    if mark not in _NARROW:
        return True
    return not previous.isspace() and not (mark == "_" and following.isalnum())


def _opening(marks: tuple[str, ...]) -> str:
    return "".join(f"{m}\n" if m == _FENCE else m for m in marks)


def _closing(marks: tuple[str, ...]) -> str:
    return "".join(f"\n{m}" if m == _FENCE else m for m in reversed(marks))
