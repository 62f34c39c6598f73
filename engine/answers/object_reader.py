"""Reads one object out of a model's answer mark by mark, forgiving what models get wrong in writing one.

Forgiven are commas too many or too few, single and curly quotes, bare names, comments, line breaks in texts,
the words of Python. A closing mark that is missing or wrong is not: nobody can say what belongs to what then.
"""

import re
from collections.abc import Container
from dataclasses import dataclass, field
from typing import Literal

from pydantic import JsonValue

from engine.answers.comments import Comment
from engine.answers.quoted import OPENING, Quoted
from engine.answers.strict import TWICE
from engine.answers.words import NO_VALUE, value_of

DEPTH = 32
"""Nothing that we ask for nests deeper; more is a loop."""
_BLANKS = re.compile(r"[\s\ufeff]+")
_NAME = re.compile(r"[^:,{}\[\]\n\r]+")
_WORD = re.compile(r"[^\s,{}\[\]]+")
_LEFT_OUT = ("...", "…")
_QUOTED_LETTERS = 40

_Due = Literal["name", "colon", "value", "next"]
"""What comes next: a member's name, its colon, a value, or the mark after a value."""


@dataclass
class _Level:
    """An object or a list (members is null) that is not closed yet. name: of the member being read."""

    members: dict[str, JsonValue] | None = None
    entries: list[JsonValue] = field(default_factory=list)
    name: str = ""


class ObjectReader:
    """An object from behind its opening brace on. `members` holds those that are closed."""

    def __init__(self, known: Container[str]) -> None:
        self.members: dict[str, JsonValue] = {}
        self.warnings: list[str] = []
        self.is_whole = False
        self.has_known = False
        """One of its members is known by name."""
        self.fault = ""
        """What makes it unreadable, in words for the model."""
        self.blanks = 0
        """Blank marks in a row, outside of texts."""
        self.is_cut = False
        """The fence around it ends before it is closed."""
        self.is_too_deep = False
        self.closed = 0
        """How often a member of it has been closed."""
        self._known = known
        self._levels = [_Level(self.members)]
        self._due: _Due = "name"
        self._quoted: Quoted | None = None
        self._comment: Comment | None = None
        self._word: list[str] | None = None
        self._bare: str | None = None
        self._is_new_line = False

    @property
    def is_over(self) -> bool:
        """Nothing that could come belongs to it."""
        return self.is_whole or self.is_cut or bool(self.fault)

    @property
    def is_in_text(self) -> bool:
        """The last mark stands in a text."""
        return self._quoted is not None

    def read(self, piece: str, at: int) -> int:
        """Take what belongs to the object; where in the piece the rest begins (at the mark of a fault)."""
        while at < len(piece) and not self.is_over:
            if self._quoted:
                at = self._read_text(self._quoted, piece, at)
            elif self._word is not None:
                at = self._read_word(self._word, piece, at)
            elif self._comment:
                at = self._read_comment(self._comment, piece, at)
            else:
                at = self._read_mark(piece, at)
        return at

    def _read_text(self, quoted: Quoted, piece: str, at: int) -> int:
        if quoted.is_empty and piece[at] == "{" and self._due == "name" and not self.has_member:
            return self._fail("an object begins where a name is due", at)
        at = quoted.read(piece, at)
        if quoted.is_closed:
            self._quoted = None
            if self._due == "name":
                self._named(quoted.text())
            else:
                self._put(quoted.text())
                self._is_new_line |= quoted.has_break_after
            self.read(quoted.held, 0)
        return at

    def _read_word(self, word: list[str], piece: str, at: int) -> int:
        run = (_NAME if self._due == "name" else _WORD).match(piece, at)
        if run:
            word.append(run[0])
            return run.end()
        text, self._word = "".join(word).strip(), None
        if '"' in text:
            return self._fail(f"a quote in {_short(text)} is not escaped", at)
        if self._due == "name":
            self._named(text)
        else:
            self._bare, self._due, self._is_new_line = text, "next", False
        return at

    def _read_comment(self, comment: Comment, piece: str, at: int) -> int:
        at = comment.read(piece, at)
        if comment.is_closed:
            self._comment = None
        if comment.is_none:
            return self._fail("a slash stands where no text is", at)
        return at

    def _read_mark(self, piece: str, at: int) -> int:
        mark = piece[at]
        if blanks := _BLANKS.match(piece, at):
            self.blanks += len(blanks[0])
            self._is_new_line |= "\n" in blanks[0] or "\r" in blanks[0]
            return blanks.end()
        self.blanks = 0
        if mark == "`":
            self.is_cut = True
            return at
        if mark in "/#":
            self._comment = Comment(mark)
            return at + 1
        match self._due:
            case "name":
                return self._name(mark, at)
            case "colon":
                return self._colon(mark, at)
            case "value":
                return self._value(mark, at)
            case "next":
                return self._next(mark, at)

    def _name(self, mark: str, at: int) -> int:
        if mark in "}]":
            return self._close(mark, at)
        if mark in OPENING:
            self._quoted = Quoted(mark)
        elif mark in "{[:":
            return self._fail(f"{mark} stands where a name is due", at)
        elif mark != ",":
            self._word = []
            return at
        return at + 1

    def _colon(self, mark: str, at: int) -> int:
        name = self._levels[-1].name
        if mark == ":":
            self._due = "value"
            self.has_known |= len(self._levels) == 1 and name in self._known
            return at + 1
        if name not in _LEFT_OUT:
            return self._fail(f"no colon follows the name {_short(name)}", at)
        self._due = "name"
        return at

    def _value(self, mark: str, at: int) -> int:
        is_member = self._levels[-1].members is not None
        if mark in ",}]" and is_member:
            self._put(NO_VALUE)
            return at
        if mark in "}]":
            return self._close(mark, at)
        if mark in "{[":
            if len(self._levels) >= DEPTH:
                self.is_too_deep = True
                return self._fail("it nests too deeply", at)
            self._levels.append(_Level({}) if mark == "{" else _Level())
            self._due = "name" if mark == "{" else "value"
        elif mark in OPENING:
            self._quoted = Quoted(mark)
        elif mark == ":":
            return self._fail("a colon stands where a value is due", at)
        elif mark != ",":
            self._word = []
            return at
        return at + 1

    def _next(self, mark: str, at: int) -> int:
        """The mark after a value. Only now a bare word counts: it could have gone on."""
        if self._bare is not None:
            if not self._is_new_line and mark not in ",}]:{[" + OPENING:
                self._bare, self._word, self._due = None, [_SEVERAL_WORDS], "value"
                return at
            bare, self._bare = self._bare, None
            self._put(value_of(bare))
        if mark in "}]":
            return self._close(mark, at)
        if mark == ":":
            return self._fail("a colon follows a value; is a quote in a text not escaped?", at)
        self._due = "value" if self._levels[-1].members is None else "name"
        return at + 1 if mark == "," else at

    def _close(self, mark: str, at: int) -> int:
        level = self._levels[-1]
        if (mark == "}") is (level.members is None):
            return self._fail(f"{mark} closes what another mark has opened", at)
        self._levels.pop()
        if self._levels:
            self._put(level.entries if level.members is None else level.members)
        else:
            self.is_whole = True
        return at + 1

    def _named(self, name: str) -> None:
        self._levels[-1].name, self._due = name, "colon"

    def _put(self, value: JsonValue) -> None:
        level = self._levels[-1]
        self._due, self._is_new_line = "next", False
        if level.members is None:
            level.entries.append(value)
            return
        if level.name in level.members and TWICE not in self.warnings:
            self.warnings.append(TWICE)
        level.members[level.name] = value
        self.closed += len(self._levels) == 1

    def _fail(self, fault: str, at: int) -> int:
        self.fault = fault
        return at

    @property
    def has_member(self) -> bool:
        """It has at least one member that is closed, or it stands in one."""
        return bool(self.members) or len(self._levels) > 1


_SEVERAL_WORDS = "? "
"""Stands for words that together are no value, however many there are."""


def _short(text: str) -> str:
    return f"`{text[:_QUOTED_LETTERS]}`"
