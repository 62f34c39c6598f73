"""Leaves out what a model thinks aloud before it answers, as far as its host did not do so already."""

import re
from collections.abc import Iterator
from typing import Literal

from engine.answers.thought_tags import CLOSING, LONGEST, OPENING, may_become

_BLANKS = re.compile(r"[\ufeff\s]*")


class Thoughts:
    """Hands on the answer without the thought that leads it, and says where a lone closing tag stands.

    Such a tag ends a thought whose beginning the chat template has written for the model. Whether it does, or
    belongs to a text in the answer, is for the reader of the answer to say: `drop_so_far`.
    """

    def __init__(self) -> None:
        self._stage: Literal["start", "thinking", "answer"] = "start"
        self._begins_with_brace = False
        self._held = ""
        self._tail = ""

    @property
    def is_thinking(self) -> bool:
        """Nothing but an unfinished thought has come so far."""
        return self._stage == "thinking"

    def drop_so_far(self) -> None:
        """What was handed on was thought: what comes now is the beginning of the answer."""
        self._stage = "start"

    def parts(self, piece: str) -> Iterator[tuple[str, bool]]:
        """The parts of a piece that are the answer's; true if a lone closing tag stands at the part's end."""
        piece, self._held = self._held + piece, ""
        at = 0
        while at < len(piece):
            if self._stage == "start":
                at = self._begin(piece, at)
                continue
            end = -1 if self._stage == "answer" and self._begins_with_brace else self._closing(piece, at)
            if self._stage == "answer":
                yield piece[at : end if end > 0 else len(piece)], end > 0
            elif end > 0:
                self._stage = "start"
            if end < 0:
                self._tail = (self._tail + piece[max(at, len(piece) - LONGEST) :])[-LONGEST:]
                return
            at, self._tail = end, ""

    def _begin(self, piece: str, at: int) -> int:
        """Where to go on once it is clear whether a thought comes first."""
        at, self._tail = _BLANKS.match(piece, at).end(), ""  # type: ignore[union-attr]  # it matches anything
        if at == len(piece):
            return at
        if opening := OPENING.match(piece, at):
            self._stage = "thinking"
            return opening.end()
        if len(piece) - at < LONGEST and may_become(piece[at:]):
            self._held = piece[at:]
            return len(piece)
        self._stage, self._begins_with_brace = "answer", piece[at] == "{"
        return at

    def _closing(self, piece: str, at: int) -> int:
        """Where the next closing tag ends, also one that began in an earlier piece; -1 if there is none."""
        if self._tail and at == 0:
            window = self._tail + piece[:LONGEST]
            for found in CLOSING.finditer(window):
                if found.end() > len(self._tail):
                    return found.end() - len(self._tail)
        found_here = CLOSING.search(piece, at)
        return found_here.end() if found_here else -1
