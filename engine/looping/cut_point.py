"""Finds where an answer was cut, and draws it: what stands around the place, and the place itself."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

MARK = "<-- CUT POINT"

_TOKEN = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*(?:"|\\?\Z)|[{}\[\],:]|[^\s{}\[\],:"]+', re.DOTALL)
_CLOSED_TEXT = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"', re.DOTALL)
_LITERAL = re.compile(r"true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?")
_BLANKS = re.compile(r"\s+")
_SHORT = 40
_TAIL = 120
_SHOWN = 8
"""Members of one object that are drawn; of more, the newest."""
_DRAWN_LEVELS = 8

Due = Literal["name", "colon", "value", "next"]


@dataclass(frozen=True)
class Element:
    """A member of an object (name: as written, with its quotes) or an entry of a list (name: "").

    start: where it begins, a member with its name. value: where its value begins; null if it has not come.
    end: behind its value; null while it is not closed.
    """

    start: int
    name: str = ""
    value: int | None = None
    end: int | None = None


@dataclass
class Level:
    """An object or list that is not closed. elements: its closed ones; open: the one being written."""

    kind: Literal["{", "["]
    elements: list[Element] = field(default_factory=list)
    open: Element | None = None
    due: Due = "value"


@dataclass(frozen=True)
class CutPoint:
    """Where a text stops. levels: from the outermost inwards; none if all is closed, or nothing has begun.

    is_in_text: it stops inside a text. is_in_word: it stops inside a number or literal, or behind one that
    could go on. is_strict: all of it so far is as the standard says.
    last_closed: from where to where the newest closed value inside the innermost level reaches.
    """

    length: int
    levels: tuple[Level, ...] = ()
    is_in_text: bool = False
    is_in_word: bool = False
    is_strict: bool = True
    closed_to: int = 0

    @property
    def innermost(self) -> int:
        """Where the innermost value that is not closed begins; the end of the text if none has begun."""
        return self._open(self.levels[-1]) if self.levels else self.length

    @property
    def outermost(self) -> int:
        """Where the top-level member that is not closed begins."""
        return self._open(self.levels[0]) if self.levels else self.length

    @property
    def last_closed(self) -> tuple[int, int] | None:
        closed = self.levels[-1].elements if self.levels else []
        return (closed[-1].start, closed[-1].end or self.length) if closed else None

    def _open(self, level: Level) -> int:
        return level.open.start if level.open else self.length


def scan(text: str) -> CutPoint:
    """Where this text stops. It may begin anywhere with its outermost brace; what is before does not count.

    >>> scan('{"a": [1, "tw').is_in_text
    True
    """
    start = text.find("{")
    if start < 0:
        return CutPoint(len(text), is_strict=not text.strip())
    return _Scanner(text).scan(start)


class _Scanner:
    """One pass over a text."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._levels: list[Level] = []
        self._is_strict = True
        self._closed_to = 0
        self._is_over = False

    def scan(self, start: int) -> CutPoint:
        at = last = start
        for token in _TOKEN.finditer(self._text, start):
            at, last = token.end(), token.start()
            if self._is_over:
                self._is_strict = False
                break
            self._take(token[0], token.start(), at)
        written = self._text[last:at]
        is_text = written.startswith('"')
        is_open = at == len(self._text) and bool(self._levels)
        return CutPoint(
            len(self._text),
            tuple(self._levels),
            is_in_text=is_open and is_text and not _CLOSED_TEXT.fullmatch(written),
            is_in_word=is_open and not is_text and written not in "{}[],:",
            is_strict=self._is_strict and not self._text[:start].strip(),
            closed_to=self._closed_to,
        )

    def _take(self, mark: str, start: int, end: int) -> None:
        level = self._levels[-1] if self._levels else None
        if mark in ("{", "["):
            self._value_begins(level, start)
            self._levels.append(Level("{" if mark == "{" else "[", due="name" if mark == "{" else "value"))
        elif level is None:
            self._is_strict = False
        elif mark in ("}", "]"):
            self._close(level, mark, end)
        elif mark == ",":
            self._expect(level, "next")
            level.due = "name" if level.kind == "{" else "value"
        elif mark == ":":
            self._expect(level, "colon")
            level.due = "value"
        elif level.due == "name":
            self._is_strict &= mark.startswith('"')
            level.open, level.due = Element(start, mark), "colon"
        else:
            self._leaf(level, mark, start, end)

    def _leaf(self, level: Level, mark: str, start: int, end: int) -> None:
        """A text, number or literal; at the very end of all, it may not be whole."""
        self._value_begins(level, start)
        is_whole = bool(_CLOSED_TEXT.fullmatch(mark)) or (
            mark[0] != '"' and end < len(self._text)
        )  # a number at the end may go on
        if mark[0] != '"' and is_whole:
            self._is_strict &= bool(_LITERAL.fullmatch(mark))
        if is_whole:
            self._closed(level, end)

    def _value_begins(self, level: Level | None, start: int) -> None:
        if level is None:
            return
        self._expect(level, "value")
        before = level.open if level.kind == "{" and level.open else Element(start)
        level.open, level.due = Element(before.start, before.name, start), "next"

    def _close(self, level: Level, mark: str, end: int) -> None:
        is_after_comma = level.due != "next" and bool(level.elements)
        self._is_strict &= (mark == "}") is (level.kind == "{") and not is_after_comma and level.open is None
        self._levels.pop()
        if self._levels:
            self._closed(self._levels[-1], end)
        else:
            self._is_over, self._closed_to = True, end

    def _closed(self, level: Level, end: int) -> None:
        if level.open:
            level.elements.append(Element(level.open.start, level.open.name, level.open.value, end))
        level.open, level.due, self._closed_to = None, "next", end

    def _expect(self, level: Level, due: Due) -> None:
        self._is_strict &= level.due == due


def hierarchy(text: str, cut: CutPoint) -> str:
    """The open objects and lists around the cut, what is closed in them in short, and the cut itself.

    >>> print(hierarchy(raw := '{"a": [1, "two", "thr', scan(raw)))
    {
      "a": [
        … 2 complete entries,
        "thr <-- CUT POINT
    """
    if not cut.levels:
        return f"{_one_line(text[-_TAIL:])} {MARK}"
    lines = ["{"]
    drawn = cut.levels[-_DRAWN_LEVELS:]
    if len(drawn) < len(cut.levels):
        lines.append("  …")
    for depth, level in enumerate(drawn, start=1):
        indent = "  " * depth
        lines += [indent + line for line in _closed_lines(text, level)]
        lines.append(indent + _open_line(text, level, is_last=level is drawn[-1]))
    return "\n".join(lines)


def _closed_lines(text: str, level: Level) -> Iterator[str]:
    if level.kind == "[":
        if count := len(level.elements):
            yield f"… {count} complete {'entry' if count == 1 else 'entries'},"
        return
    if len(level.elements) > _SHOWN:
        yield "…"
    for element in level.elements[-_SHOWN:]:
        value = text[element.value or element.start : element.end]
        yield f"{_in_short(element.name)}: {_in_short(value)},"


def _open_line(text: str, level: Level, *, is_last: bool) -> str:
    if level.open is None:
        return MARK
    name = f"{_in_short(level.open.name)}: " if level.open.name and level.open.value is not None else ""
    if not is_last:
        return name + text[level.open.value or level.open.start]
    begun = text[level.open.start if level.open.value is None else level.open.value :]
    tail = begun if len(begun) <= _TAIL else f"…{begun[-_TAIL:]}"
    return f"{name}{_one_line(tail)} {MARK}"


def _in_short(value: str) -> str:
    if len(value) <= _SHORT:
        return _one_line(value)
    return {"{": "{…}", "[": "[…]"}.get(value[0], f"{_one_line(value[:_SHORT])}…")


def _one_line(text: str) -> str:
    return _BLANKS.sub(" ", text)
