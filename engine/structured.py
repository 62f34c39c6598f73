"""Reads what the game master wrote down: JSON out of a model's answer, whole or as far as it is closed.

A value that is cut is never used: a top-level member counts only when it is closed (a cut "-1" may be the
beginning of "-12"). Complete means that the top object is closed, whatever the server says of the end.
"""

import json
import math
import re
from dataclasses import dataclass
from typing import Generic, TypeVar

from pydantic import BaseModel, JsonValue

from engine.errors import Unreadable
from engine.reading.field_check import checked

M = TypeVar("M", bound=BaseModel)

_DEPTH = 32
"""Nothing that we ask for nests deeper; more is a loop."""
_CHARS = 60_000
_DIGITS = 20
_FENCE = re.compile(r"```[a-zA-Z]*[ \t]*\r?\n(.*?)(?:```|\Z)", re.DOTALL)
_THOUGHT_END = re.compile(r"</think(?:ing)?>")


@dataclass(frozen=True)
class Read(Generic[M]):
    """A noun read from an answer. is_whole: the top object is closed; else only the closed members count."""

    value: M
    is_whole: bool
    warnings: tuple[str, ...] = ()


def read(text: str, model_class: type[M]) -> Read[M]:
    """The noun in a whole answer. Raises Unreadable, with the fault in words for the model."""
    found = read_closed(text, model_class)
    if not found.is_whole:
        raise Unreadable("The answer stops before its closing brace.")
    return found


def read_closed(text: str, model_class: type[M]) -> Read[M]:
    """The noun as far as the answer's top-level members are closed. Raises Unreadable if none is."""
    reader = MemberReader(model_class)
    reader.feed(_body(text))
    return reader.result()


class MemberReader(Generic[M]):
    """Reads an answer while it comes: each `feed` says whether a top-level member was closed by it.

    An object without any member that we know (an echo of the form, an example in a thought) is passed over.
    """

    def __init__(self, model_class: type[M]) -> None:
        self._model_class = model_class
        self._text = ""
        self._passed_over = ""
        self._begin("")
        self.is_whole = False
        self.is_lost = False
        """True once it nests deeper than anything that we ask for."""
        self.trailing = 0
        """Characters that came after the closing brace, or blank ones in a row between values."""

    def feed(self, piece: str) -> bool:
        """Take more text. True if at least one more top-level member is closed by it."""
        self._text = (self._text + piece)[:_CHARS]
        before = self._closed_at
        while (self._depth or self.is_whole or self._find_start()) and not self._scan():
            before = 0
        return self._has_known and self._closed_at > before

    def result(self) -> Read[M]:
        """What is closed so far. Raises Unreadable if that is nothing, or no JSON."""
        if not (self._passed_over + self._text).strip():
            raise Unreadable("The answer is empty.")
        if not self._depth and not self.is_whole:
            if self._passed_over:
                return _checked(self._passed_over, self._model_class, is_whole=True)
            raise Unreadable("The answer contains no JSON object.")
        if self.is_lost:
            raise Unreadable("The answer nests too deeply.")
        if not self._closed_at:
            raise Unreadable("The answer stops before its first member is closed.")
        closed = self._text[: self._closed_at] + ("" if self.is_whole else "}")
        return _checked(closed, self._model_class, self.is_whole)

    def _begin(self, text: str) -> None:
        """Look for an object in this text."""
        self._text = text
        self._depth: int = 0
        self._in_string: bool = False
        self._is_escaped: bool = False
        self._position: int = 0
        self._closed_at: int = 0
        self._is_counted: bool = False
        self._string_from: int = 0
        self._string: str = ""
        self._has_known: bool = False

    def _find_start(self) -> bool:
        start = self._text.find("{")
        if start < 0:
            return False
        self._text = self._text[start:]
        self._position, self._depth = 1, 1
        return True

    def _scan(self) -> bool:
        """False if an object that says nothing to us has been passed over: there may be another one."""
        for position in range(self._position, len(self._text)):
            mark = self._text[position]
            if self.is_whole:
                self.trailing += 1
            elif self._in_string:
                self._scan_string(mark, position)
            else:
                self._scan_mark(mark, position)
            if self._depth == 0 and not self._has_known:
                self.is_whole = False
                self._passed_over = self._passed_over or self._text[: position + 1]
                self._begin(self._text[position + 1 :])
                return False
        self._position = len(self._text)
        return True

    def _scan_string(self, mark: str, position: int) -> None:
        if self._is_escaped:
            self._is_escaped = False
        elif mark == "\\":
            self._is_escaped = True
        elif mark == '"':
            self._in_string = False
            self._string = self._text[self._string_from : position]

    def _scan_mark(self, mark: str, position: int) -> None:
        self.trailing = self.trailing + 1 if mark.isspace() else 0
        if mark == '"':
            self._in_string, self._string_from = True, position + 1
        elif mark == ":" and self._depth == 1:
            self._has_known |= self._string in self._model_class.model_fields
        elif mark in "{[":
            self._depth += 1
            self.is_lost |= self._depth > _DEPTH
        elif mark in "}]":
            self._depth -= 1
            if self._depth == 0:
                self.is_whole = True
                self._closed_at = position + 1
            elif self._depth == 1:
                self._closed_at, self._is_counted = position + 1, True
        elif mark == "," and self._depth == 1:
            if not self._is_counted:
                self._closed_at = position
            self._is_counted = False


def _body(text: str) -> str:
    """The part of the answer that is meant: without byte order mark, thoughts, fences and talk before it."""
    text = text.lstrip("\ufeff \t\r\n")
    if text.startswith("{"):
        return text
    text = _THOUGHT_END.split(text, maxsplit=1)[-1]
    fenced = _FENCE.search(text)
    return fenced.group(1) if fenced else text


def _checked(text: str, model_class: type[M], is_whole: bool) -> Read[M]:
    warnings: list[str] = []

    def object_of(pairs: list[tuple[str, JsonValue]]) -> dict[str, JsonValue]:
        read_object = dict(pairs)
        if len(read_object) < len(pairs):
            warnings.append("a name stands twice in one object; the last one counts")
        return read_object

    try:
        value = json.loads(
            text, object_pairs_hook=object_of, parse_constant=_no_number, parse_int=_number, strict=False
        )
    except json.JSONDecodeError as error:
        near = text[max(0, error.pos - 30) : error.pos]
        raise Unreadable(f"The answer is not valid JSON: {error.msg} after `{near}`.") from error
    if not (isinstance(value, dict) and value.keys() & model_class.model_fields.keys()):
        names = ", ".join(model_class.model_fields)
        raise Unreadable(f"The answer has none of the members {names}.")
    found = checked(value, model_class)
    if found is None:
        raise Unreadable("The answer lacks members that must be there.")
    return Read(found[0], is_whole, (*warnings, *found[1]))


def _number(digits: str) -> int | float:
    """A whole number; one without an end is none, which costs its field only."""
    return int(digits) if len(digits) <= _DIGITS else math.nan


def _no_number(_: str) -> float:
    """NaN and the infinities, which are no JSON: also only a fault of their field."""
    return math.nan
