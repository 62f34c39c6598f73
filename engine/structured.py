"""Reads what the game master wrote down: JSON out of a model's answer, whole or as far as it is closed.

A value that is cut is never used: a top-level member counts only when it is closed (a cut "-1" may be the
beginning of "-12"). Complete means that the top object is closed, whatever the server says of the end.
"""

import json
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
    """Reads an answer while it comes: each `feed` says whether a top-level member was closed by it."""

    def __init__(self, model_class: type[M]) -> None:
        self._model_class = model_class
        self._text = ""
        self._depth = 0
        self._in_string = False
        self._is_escaped = False
        self._position = 0
        self._closed_at = 0
        self._is_counted = False
        self.is_whole = False
        self.is_lost = False
        """True once it nests deeper than anything that we ask for."""
        self.trailing = 0
        """Characters that came after the closing brace, or blank ones in a row between values."""

    def feed(self, piece: str) -> bool:
        """Take more text. True if at least one more top-level member is closed by it."""
        self._text = (self._text + piece)[:_CHARS]
        if self._depth == 0 and not self.is_whole:
            self._find_start()
        before = self._closed_at
        if self._depth or self.is_whole:
            self._scan()
        return self._closed_at > before

    def result(self) -> Read[M]:
        """What is closed so far. Raises Unreadable if that is nothing, or no JSON."""
        if not self._text.strip():
            raise Unreadable("The answer is empty.")
        if not self._depth and not self.is_whole:
            raise Unreadable("The answer contains no JSON object.")
        if self.is_lost:
            raise Unreadable("The answer nests too deeply.")
        if not self._closed_at:
            raise Unreadable("The answer stops before its first member is closed.")
        closed = self._text[: self._closed_at] + ("" if self.is_whole else "}")
        return _checked(closed, self._model_class, self.is_whole)

    def _find_start(self) -> None:
        start = self._text.find("{")
        if start < 0:
            return
        self._text = self._text[start:]
        self._position, self._depth = 1, 1

    def _scan(self) -> None:
        for position in range(self._position, len(self._text)):
            mark = self._text[position]
            if self.is_whole:
                self.trailing += 1
            elif self._in_string:
                self._scan_string(mark)
            else:
                self._scan_mark(mark, position)
        self._position = len(self._text)

    def _scan_string(self, mark: str) -> None:
        if self._is_escaped:
            self._is_escaped = False
        elif mark == "\\":
            self._is_escaped = True
        elif mark == '"':
            self._in_string = False

    def _scan_mark(self, mark: str, position: int) -> None:
        self.trailing = self.trailing + 1 if mark.isspace() else 0
        if mark == '"':
            self._in_string = True
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
        value = json.loads(text, object_pairs_hook=object_of, parse_constant=_refused, strict=False)
    except ValueError as error:
        raise Unreadable(_fault(error, text)) from error
    if not (isinstance(value, dict) and value.keys() & model_class.model_fields.keys()):
        names = ", ".join(model_class.model_fields)
        raise Unreadable(f"The answer has none of the members {names}.")
    found = checked(value, model_class)
    if found is None:
        raise Unreadable("The answer lacks members that must be there.")
    return Read(found[0], is_whole, (*warnings, *found[1]))


def _refused(name: str) -> JsonValue:
    raise ValueError(f"{name} is no JSON number")


def _fault(error: ValueError, text: str) -> str:
    if isinstance(error, json.JSONDecodeError):
        near = text[max(0, error.pos - 30) : error.pos]
        return f"The answer is not valid JSON: {error.msg} after `{near}`."
    return "The answer is not valid JSON: a number in it is none."
