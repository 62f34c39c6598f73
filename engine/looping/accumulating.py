"""Adds the pieces of a long list to each other: the rows of a table that no single answer could hold."""

from typing import Generic, TypeVar

from pydantic import BaseModel, JsonValue

from engine.looping.cut_point import scan
from engine.looping.deep_merge import merge_deep_structures
from engine.reading.field_check import checked
from engine.structured import Read, read

M = TypeVar("M", bound=BaseModel)

_CLOSING = {"{": "}", "[": "]"}


class Accumulated(Generic[M]):
    """What the pieces before the newest one hold."""

    def __init__(self, model_class: type[M], entry_keys: tuple[str, ...]) -> None:
        self._model_class = model_class
        self._entry_keys = entry_keys
        self._before: JsonValue = {}

    def add(self, text: str, found: Read[M]) -> None:
        """This piece is one of those before, now."""
        self._before = self._with(text, found)

    def value(self, text: str, found: Read[M]) -> M | None:
        """All pieces, with this one as the newest."""
        members = self._with(text, found)
        good = checked(members, self._model_class) if members else None
        return good[0] if good else None

    def _with(self, text: str, found: Read[M]) -> JsonValue:
        piece = found if found.is_whole else read(closed_entries(text), self._model_class)
        members = dumped(piece.value)
        return merge_deep_structures(self._before, members, accumulates=True, entry_keys=self._entry_keys)


def closed_entries(text: str) -> str:
    """The text without what is not closed, but with the closed entries of its open lists.

    >>> closed_entries('{"rows": [{"roll": 1}, {"roll": 2}, {"ro')
    '{"rows": [{"roll": 1}, {"roll": 2}]}'
    """
    cut = scan(text)
    for depth in range(len(cut.levels) - 1, -1, -1):
        level = cut.levels[depth]
        if level.elements and (depth == 0 or level.kind == "["):
            end = level.elements[-1].end
            return text[:end] + "".join(_CLOSING[x.kind] for x in reversed(cut.levels[: depth + 1]))
    return "{}" if cut.levels else text


def dumped(value: BaseModel | None) -> dict[str, JsonValue]:
    """The members that a piece gave, and no others."""
    return value.model_dump(mode="json", exclude_unset=True) if value is not None else {}
