"""Reads what the game master wrote down: a noun out of a model's answer, whole or as far as it is closed.

An answer that is JSON is read as JSON; any other is freed from thoughts and talk, and read tolerantly.
A value that is cut is never used: a top-level member counts only when it is closed (a cut "-1" may be the
beginning of "-12"). Complete means that the top object is closed, whatever the server says of the end.
"""

import re
from dataclasses import dataclass, replace
from typing import Generic, Literal, TypeVar

from pydantic import BaseModel, JsonValue

from engine.answers.object_reader import ObjectReader
from engine.answers.quoted import Quoted
from engine.answers.strict import strict
from engine.answers.thoughts import Thoughts
from engine.reading.field_check import checked, cleaned

M = TypeVar("M", bound=BaseModel)

Status = Literal["ok", "repaired", "needs_continuation", "partial", "rejected"]
"""ok: JSON as it stands. repaired: whole, but not as it stands. needs_continuation: the top object is not
closed. partial: nor will it be; its closed members count. rejected: nothing in it can be used."""

_WARNINGS = 20
_NEAR = 30
_WRAPPED = 3
"""So often an answer may be wrapped into a text of JSON."""
_ESCAPED_OBJECT = re.compile(r'\{(?:\s|\\[nrt]){0,200}\\{1,7}"')


@dataclass(frozen=True)
class Read(Generic[M]):
    """What an answer holds.

    value: the noun, of closed members only; null if none is closed, or if it is rejected.
    fault: why it is not whole, in one sentence for the model.
    text: the top object as it was written, without the talk around it: what a continuation goes on from.
    """

    status: Status
    value: M | None = None
    warnings: tuple[str, ...] = ()
    fault: str = ""
    text: str = ""

    @property
    def is_whole(self) -> bool:
        """The top object is closed and can be read."""
        return self.status in ("ok", "repaired")


def read(text: str, model_class: type[M], *, is_final: bool = False) -> Read[M]:
    """The noun in an answer. Raises nothing. is_final: nothing more will come, so what is cut stays cut."""
    return _read(text, model_class, is_final, _WRAPPED)


class MemberReader(Generic[M]):
    """Reads an answer while it comes: each `feed` says whether a top-level member was closed by it.

    An object without any member that we know (an echo of the form, an example in a thought) is passed over.
    """

    def __init__(self, model_class: type[M]) -> None:
        self._model_class = model_class
        self._all: list[str] = []
        self._first = ""
        self._thoughts = Thoughts()
        self._passed_over = False
        self._object: ObjectReader | None = None
        self._written: list[str] = []
        self.trailing = 0
        """Characters that came after the closing brace, or blank ones in a row between values."""

    @property
    def is_whole(self) -> bool:
        """The top object is closed."""
        return self._object is not None and self._object.is_whole

    @property
    def is_lost(self) -> bool:
        """True once nothing that could come would make it readable."""
        return self._object is not None and bool(self._object.fault)

    def feed(self, piece: str) -> bool:
        """Take more text. True if at least one more top-level member is closed by it."""
        before = self._closed()
        self._all.append(piece)
        self._first = self._first or piece.lstrip()[:1]
        for part, is_after_thought in self._thoughts.parts(piece):
            self._take(part)
            if is_after_thought and not (self._object and self._object.has_known and self._object.is_in_text):
                self._thoughts.drop_so_far()
                self._object, self._written, self.trailing = None, [], 0
        closed = self._closed()
        return closed > 0 and closed != before

    def result(self) -> Read[M]:
        """What the answer is so far."""
        if not self._object or self.is_whole or self.is_lost or self._first == '"':
            whole = _strictly("".join(self._all), self._model_class, False, _WRAPPED)
            if whole:
                return whole
        return self._found()

    def _found(self, wrapped: int = _WRAPPED) -> Read[M]:
        """As `result`, for an answer that is no JSON as it stands."""
        if not self._object:
            escaped = _ESCAPED_OBJECT.search(raw := "".join(self._all)) if wrapped else None
            if escaped:
                inside = _unescaped(raw[escaped.start() :])
                return _repaired(_read(inside, self._model_class, False, wrapped - 1))
            return _rejected(self._nothing())
        text, members, warnings = "".join(self._written), self._object.members, tuple(self._object.warnings)
        if self._object.fault:
            near = text[-_NEAR:]
            return _rejected(f"The answer cannot be read after `{near}`: {self._object.fault}.", text)
        if not self._object.is_whole:
            return _cut(members, self._model_class, warnings, text)
        if as_json := strict(text):
            return _judged("repaired", as_json[0], self._model_class, as_json[1], text)
        return _judged("repaired", members, self._model_class, warnings, text)

    def _take(self, text: str) -> None:
        """Go on with the object that is being read, or look for one."""
        at = 0
        while at < len(text) and not (self._object and self._object.is_over):
            if self._object is None:
                start = text.find("{", at)
                if start < 0:
                    return
                self._object, self._written, at = (
                    ObjectReader(self._model_class.model_fields),
                    ["{"],
                    start + 1,
                )
            end = self._object.read(text, at)
            self._written.append(text[at:end])
            at = end
            self.trailing = self._object.blanks
            if self._object.is_over and not (self._object.has_known or self._object.is_too_deep):
                self._object, self._passed_over = None, True
        if self._object and self._object.is_over:
            self.trailing += len(text) - at

    def _closed(self) -> int:
        """How often a top-level member has been closed."""
        return self._object.closed if self._object and self._object.has_known else 0

    def _nothing(self) -> str:
        """Why there is no object, in words for the model."""
        if self._passed_over:
            return _none_known(self._model_class)
        if self._thoughts.is_thinking:
            return "The answer stops before its thought has ended."
        if not "".join(self._all).strip("\ufeff \t\r\n"):
            return "The answer is empty."
        return "The answer contains no JSON object."


def _read(text: str, model_class: type[M], is_final: bool, wrapped: int) -> Read[M]:
    found = _strictly(text, model_class, is_final, wrapped)
    if found is None:
        reader = MemberReader(model_class)
        reader.feed(text)
        found = reader._found(wrapped)  # what is no JSON has just been tried
    return _last(found) if is_final else found


def _strictly(text: str, model_class: type[M], is_final: bool, wrapped: int) -> Read[M] | None:
    """The noun in an answer that is JSON; null if it is none, or holds its object only in a list."""
    as_json = strict(text)
    if as_json is None:
        return None
    value, warnings = as_json
    if isinstance(value, str) and wrapped:
        return _repaired(_read(value, model_class, is_final, wrapped - 1))
    if not isinstance(value, dict):
        return None
    return _judged("ok", value, model_class, warnings, text)


def _cut(
    members: dict[str, JsonValue], model_class: type[M], warnings: tuple[str, ...], text: str
) -> Read[M]:
    """What is closed in an object that is not."""
    if not members.keys() & model_class.model_fields.keys():
        return Read(
            "needs_continuation", fault="The answer stops before its first member is closed.", text=text
        )
    value, dropped = checked(members, model_class) or (None, ())
    fault = "The answer stops before its closing brace."
    return Read("needs_continuation", value, _few((*warnings, *dropped)), fault, text)


def _judged(
    status: Status, value: JsonValue, model_class: type[M], warnings: tuple[str, ...], text: str
) -> Read[M]:
    """The noun of a whole object."""
    names = model_class.model_fields
    if not (isinstance(value, dict) and value.keys() & names.keys()):
        return _rejected(_none_known(model_class), text)
    found = checked(value, model_class)
    if found is None:
        needed = ", ".join(name for name, info in names.items() if info.is_required())
        return _rejected(f"The answer lacks members that must be there: {needed}.", text)
    return Read(status, found[0], _few((*warnings, *found[1])), text=text)


def _last(found: Read[M]) -> Read[M]:
    """The same answer when nothing more will come."""
    if found.status != "needs_continuation":
        return found
    if found.value is None:
        return replace(found, status="rejected")
    return replace(
        found, status="partial", warnings=(*found.warnings, "the answer was cut; only closed members count")
    )


def _repaired(found: Read[M]) -> Read[M]:
    return replace(found, status="repaired") if found.status == "ok" else found


def _rejected(fault: str, text: str = "") -> Read[M]:
    return Read("rejected", fault=cleaned(fault), text=text)


def _none_known(model_class: type[BaseModel]) -> str:
    return f"The answer has none of the members {', '.join(model_class.model_fields)}."


def _unescaped(text: str) -> str:
    """The object in a text of JSON of which only the inside was found."""
    quoted = Quoted('"')
    quoted.read(text, 0)
    return quoted.text()


def _few(warnings: tuple[str, ...]) -> tuple[str, ...]:
    """Warnings for a log, which has no use for a thousand of them."""
    more = len(warnings) - _WARNINGS
    shown = tuple(cleaned(warning) for warning in warnings[:_WARNINGS])
    return (*shown, f"and {more} more") if more > 0 else shown
