"""Passes over what a model remarks in the middle of an answer: // and # to the end of the line, /* to */."""

import re
from typing import Literal

_LINE = re.compile(r"[^\n\r]+")
_REMARK = re.compile(r"[^*]+")


class Comment:
    """A comment from its first mark, / or #, on."""

    def __init__(self, mark: str) -> None:
        self.is_closed = False
        self.is_none = False
        """It was only a slash."""
        self._stage: Literal["slash", "line", "remark", "star"] = "line" if mark == "#" else "slash"

    def read(self, piece: str, at: int) -> int:
        """Take what belongs to the comment; where in the piece the rest begins."""
        while at < len(piece) and not self.is_closed:
            at = self._step(piece, at)
        return at

    def _step(self, piece: str, at: int) -> int:
        mark = piece[at]
        if self._stage == "slash":
            self.is_none = self.is_closed = mark not in "/*"
            self._stage = "line" if mark == "/" else "remark"
            return at if self.is_none else at + 1
        if self._stage == "line":
            self.is_closed = mark in "\n\r"
            run = _LINE.match(piece, at)
            return run.end() if run else at
        if self._stage == "star" and mark == "/":
            self.is_closed = True
            return at + 1
        self._stage = "star" if mark == "*" else "remark"
        run = _REMARK.match(piece, at)
        return run.end() if run else at + 1
