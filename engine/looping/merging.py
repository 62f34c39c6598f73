"""Fits an answer together from the pieces in which it came. A value that was cut is never used.

A piece that is a whole object takes the place of all before it. Else the pieces are joined where they
overlap, or where the new one begins something again. A piece that would make the answer unreadable, or lose
what was closed, is thrown away.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Generic, Literal, TypeVar

from pydantic import BaseModel

from engine.answers.strict import TWICE, strict
from engine.looping.accumulating import Accumulated, dumped
from engine.looping.cut_point import scan
from engine.looping.deep_merge import merge_deep_structures
from engine.looping.harmless import harmless, plain
from engine.looping.overlap import joined_by_likeness, joined_by_overlap
from engine.looping.restart import joined_by_structure, joined_plainly
from engine.looping.talk import readings
from engine.looping.use_case import UseCase
from engine.reading.field_check import checked
from engine.structured import Read, Status, read

M = TypeVar("M", bound=BaseModel)

Outcome = Literal["joined", "replaced", "added", "merged", "thrown away", "no overlap", "blank"]
"""What became of a piece. added: to a list that is accumulated. merged: read on its own, since it could not
be joined; there is no text to go on from. thrown away: it overlaps, and is of no use."""

_NAME = re.compile(r'"([^"\\]{1,80})"\s*:')
_JSON = re.compile(r'["{}\[\]]')


@dataclass(frozen=True)
class _Fit(Generic[M]):
    """One way in which a piece may fit."""

    outcome: Outcome
    text: str
    found: Read[M]


class Answer(Generic[M]):
    """An answer so far. found: what it holds."""

    def __init__(self, model_class: type[M], use_case: UseCase) -> None:
        self._model_class = model_class
        self._use_case = use_case
        self._accumulated = (
            Accumulated(model_class, use_case.entry_keys) if use_case.supports_accumulation else None
        )
        self._text = ""
        self.found: Read[M] = Read("rejected", fault="The answer is empty.")

    @property
    def text(self) -> str:
        """The object as written, without signs of a chat template: what to go on from."""
        return harmless(self._text)

    @property
    def is_whole(self) -> bool:
        """Nothing is missing."""
        return self.found.is_whole

    @property
    def value(self) -> M | None:
        """What counts of it so far."""
        if self._accumulated and self.found.status != "rejected":
            return self._accumulated.value(self._text, self.found)
        return self.found.value

    def begin(self, text: str) -> None:
        """The first piece."""
        self.found = self._read(text)
        self._text = plain(self.found.text)

    def add(self, piece: str) -> Outcome:
        """The next piece; where nothing of it can be used, the answer stays as it was."""
        if not piece.strip():
            return "blank"
        variants = readings(piece)
        if self._added(variants):
            return "added"
        has_fit = False
        for fit in self._fits(variants):
            has_fit = True
            if self._goes_on(fit):
                self._text = fit.text
                self.found = replace(fit.found, status="repaired") if fit.found.is_whole else fit.found
                return fit.outcome
        if self._merged(variants):
            return "merged"
        return "thrown away" if has_fit else "no overlap"

    def _goes_on(self, fit: _Fit[M]) -> bool:
        """Whether something is new with it, and nothing lost that is closed."""
        if fit.found.is_whole:
            return True
        is_kept = len(closed(fit.found)) >= len(closed(self.found))
        return fit.found.status != "rejected" and is_kept and fit.text != self._text

    def _fits(self, variants: tuple[str, ...]) -> Iterator[_Fit[M]]:
        """The ways in which a piece may fit, the surest first."""
        first = self._text
        pieces = tuple(plain(text) for text in variants)
        for piece in dict.fromkeys((*variants, *pieces)):
            for way in joined_by_overlap(first, piece):
                if way.strategy == "exact":
                    yield self._joined(way.text)
        for text in variants:
            if text.lstrip().startswith("{") and _is_top(found := self._read(text), text):
                yield _Fit("replaced", plain(found.text), found)
        names = self._model_class.model_fields
        for way in (*joined_by_overlap(first, pieces[-1]), *joined_by_structure(first, pieces[-1], names)):
            if way.strategy != "exact":
                yield self._joined(way.text)
        if alike := joined_by_likeness(first, pieces[-1]):
            yield self._joined(alike)
        yield from self._restarts(variants[-1])
        bare = joined_plainly(first, pieces[-1])
        if bare and scan(bare).is_strict:
            fit = self._joined(bare)
            if fit.found.is_whole and TWICE not in fit.found.warnings:
                yield fit

    def _restarts(self, text: str) -> Iterator[_Fit[M]]:
        """The answer from its beginning, perhaps behind talk, perhaps cut again."""
        found = self._read(text)
        name = _NAME.search(text)
        is_begun_again = text.lstrip().startswith("{") and name and name[1] in self._model_class.model_fields
        goes_further = (len(closed(found)), len(found.text)) > (len(closed(self.found)), len(self._text))
        if _is_top(found, text) or (is_begun_again and goes_further):
            yield _Fit("replaced", plain(found.text), found)

    def _joined(self, text: str) -> _Fit[M]:
        found = self._read(text)
        return _Fit("joined", plain(found.text) or text, found)

    def _added(self, variants: tuple[str, ...]) -> bool:
        """Take a piece that is an object of its own, where such pieces are added to each other."""
        text = variants[-1]
        found = self._read(text) if self._accumulated and text.lstrip().startswith("{") else None
        name = _NAME.search(text)
        if not (self._accumulated and found and name and name[1] in self._model_class.model_fields):
            return False
        if found.status == "rejected":
            return False
        self._accumulated.add(self._text, self.found)
        self._text, self.found = plain(found.text), found
        return True

    def _merged(self, variants: tuple[str, ...]) -> bool:
        """Where the pieces cannot be joined: read the new one on its own, from its first member on."""
        text = variants[-1]
        known = (name for name in _NAME.finditer(text) if name[1] in self._model_class.model_fields)
        if (name := next(known, None)) is None:
            return False
        fragment = self._read("{" + text[name.start() :])
        if not closed(fragment) - closed(self.found):
            return False
        members = merge_deep_structures(dumped(self.found.value), dumped(fragment.value))
        good = checked(members, self._model_class)
        if good is None:
            return False
        is_all_there = fragment.is_whole and self._cut_member() in closed(fragment)
        status: Status = "repaired" if is_all_there else "needs_continuation"
        fault = "" if is_all_there else self.found.fault
        warnings = (*self.found.warnings, *fragment.warnings, *good[1])
        self.found = Read(status, good[0], warnings, fault, self._text)
        return True

    def _cut_member(self) -> str:
        """The top-level member in which the answer stops; "" if it stops between two."""
        levels = scan(self._text).levels
        open_ = levels[0].open if levels else None
        return open_.name.strip('"') if open_ else ""

    def _read(self, text: str) -> Read[M]:
        if self._use_case.requires_extraction and self._use_case.extract and (whole := strict(text)):
            return read(json.dumps(self._use_case.extract(whole[0])), self._model_class)
        return read(text, self._model_class)


def _is_top(found: Read[M], text: str) -> bool:
    """The object is whole, and stands where an answer begins: it is not made of words in one of its texts."""
    written = found.text.strip()
    return found.is_whole and written in text and not _JSON.search(text[: text.index(written)])


def closed(found: Read[M]) -> frozenset[str]:
    """Names of the top-level members that count."""
    return frozenset(found.value.model_fields_set if found.value is not None else ())
