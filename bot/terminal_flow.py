"""A story that comes in pieces, broken into lines that fit the terminal, no word torn."""

import re

from rich.cells import cell_len

_PIECES = re.compile(r"\n|[^\S\n]+|\S+")


class Flow:
    """One stream of text. A word is held back until it is whole, a space until a word follows it."""

    def __init__(self) -> None:
        self._column = 0
        self._gap = ""
        self._word = ""

    @property
    def is_open(self) -> bool:
        """Whether a line has begun and not ended."""
        return bool(self._word or self._column)

    def shown(self, text: str, width: int | None) -> str:
        """What can be shown now that this has come. width: in columns; null = lines as they are."""
        if width is None:
            self._column = len(text) - text.rfind("\n") - 1
            return text
        ready = []
        for piece in _PIECES.findall(text):
            if not piece.isspace():
                self._word += piece
                continue
            ready.append(self._set(width))
            if piece == "\n":
                ready.append(piece)
                self._column = 0
            self._gap = "" if piece == "\n" else piece
        return "".join(ready)

    def _set(self, width: int) -> str:
        """The word that is whole now, with what goes before it."""
        word, self._word = self._word, ""
        if not word:
            return ""
        columns = cell_len(word)
        before, self._gap = self._gap, ""
        if self._column and self._column + len(before) + columns > width:
            self._column = columns
            return "\n" + word
        self._column += len(before) + columns
        return before + word
