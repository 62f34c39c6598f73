"""Puts an emoji together again whose two halves came in two pieces."""

import re

_HALVES = re.compile("[\ud800-\udfff]+")


class Halves:
    """Joins the text of one answer. A half that never gets its other half becomes U+FFFD."""

    def __init__(self) -> None:
        self._half = ""

    def feed(self, piece: str) -> str:
        """The piece, without a first half at its end, which waits for what comes next."""
        text = self._half + piece
        self._half = text[-1:] if "\ud800" <= text[-1:] <= "\udbff" else ""
        return joined(text[: len(text) - len(self._half)])

    def end(self) -> str:
        """A half that was left over, as U+FFFD; mostly nothing."""
        half, self._half = self._half, ""
        return joined(half)


def joined(text: str) -> str:
    """The text with its pairs of halves as one character each; always valid Unicode."""
    return _HALVES.sub(lambda halves: _join(halves.group()), text)


def _join(halves: str) -> str:
    return halves.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
