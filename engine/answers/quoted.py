"""Reads a text in quotes out of a model's answer, also where quotes inside it are not escaped."""

import re
from typing import Literal

OPENING = "\"'“”„\u2018\u2019"
_SINGLE = "'\u2018\u2019"
_CLOSING = {
    '"': '"',
    "'": "'",
    "“": '”"“',
    "”": '”"“',
    "„": '“”"',
    "\u2018": _SINGLE,
    "\u2019": _SINGLE,
}
_RUN = {mark: re.compile(rf"[^\\{closing}]+") for mark, closing in _CLOSING.items()}
_BLANKS = re.compile(r"\s+")
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}
_HEX = re.compile(r"[0-9a-fA-F]+")
_CODES = {"u": 4, "x": 2}
_KEY = re.compile(r"[^\W\d]\w{0,40}[ \t]{0,40}")
"""A bare member name, as far as it has come."""


class Quoted:
    """A text from its opening quote on.

    A quote ends it when the next mark is one that may follow a text. One that stands before anything else is
    part of the text, except where the next thing is clearly another text, a comment or a member's name.
    """

    def __init__(self, mark: str) -> None:
        self.is_closed = False
        self.held = ""
        """What was looked at to find out that the text is closed, and belongs to what comes after it."""
        self._closing, self._run, self._opening = _CLOSING[mark], _RUN[mark], mark
        self._parts: list[str] = []
        self._stage: Literal["text", "escape", "code", "after"] = "text"
        self._code = ""
        self._digits = 0
        self._high = ""
        self._after: list[str] = []
        self._has_break = False

    @property
    def is_empty(self) -> bool:
        """Nothing has come after the opening quote."""
        return self._stage == "text" and not self._parts

    @property
    def has_break_after(self) -> bool:
        """A line ends between the text and what comes after it."""
        return self._has_break

    def text(self) -> str:
        """The text so far; all of it when it is closed."""
        return "".join(self._parts)

    def read(self, piece: str, at: int) -> int:
        """Take what belongs to the text; where in the piece the rest begins."""
        while at < len(piece) and not self.is_closed:
            if self._stage == "text":
                at = self._read_text(piece, at)
            elif self._stage == "escape":
                at = self._read_escape(piece, at)
            elif self._stage == "code":
                at = self._read_code(piece, at)
            else:
                at = self._look_after(piece, at)
        return at

    def _read_text(self, piece: str, at: int) -> int:
        if run := self._run.match(piece, at):
            self._put(run[0])
            return run.end()
        if piece[at] == "\\":
            self._stage = "escape"
        else:
            self._stage, self._after, self._has_break, self.held = "after", [piece[at]], False, ""
        return at + 1

    def _read_escape(self, piece: str, at: int) -> int:
        mark = piece[at]
        self._stage = "text"
        if mark in _CODES:
            self._stage, self._code, self._digits = "code", mark, _CODES[mark]
        elif mark in _ESCAPES:
            self._put(_ESCAPES[mark])
        else:
            self._put(f"\\{mark}" if mark.isalnum() else mark)
        return at + 1

    def _read_code(self, piece: str, at: int) -> int:
        missing = self._digits + 1 - len(self._code)
        digits = _HEX.match(piece, at, at + missing)
        if digits is None:
            self._stage = "text"
            self._put("\\" + self._code)
            return at
        self._code += digits[0]
        if len(self._code) > self._digits:
            self._stage = "text"
            self._put_code(int(self._code[1:], 16))
        return digits.end()

    def _put_code(self, code: int) -> None:
        """A mark by its number; an emoji is written as two halves."""
        if self._high and 0xDC00 <= code < 0xE000:
            self._parts[-1] = (self._high + chr(code)).encode("utf-16", "surrogatepass").decode("utf-16")
            self._high = ""
            return
        self._put(chr(code))
        if 0xD800 <= code < 0xDC00:
            self._high = chr(code)

    def _put(self, text: str) -> None:
        self._parts.append(text)
        self._high = ""

    def _look_after(self, piece: str, at: int) -> int:
        """Decide whether the quote that has just come ends the text, as soon as that can be known."""
        mark = piece[at]
        if self.held:
            return self._look_at_word(piece, at)
        if mark.isspace() and (blanks := _BLANKS.match(piece, at)):
            self._after.append(blanks[0])
            self._has_break |= "\n" in blanks[0] or "\r" in blanks[0]
            return blanks.end()
        is_apart = len(self._after) > 1
        if mark in ",:}]" or (is_apart and (mark == self._opening or mark == "#")):
            self.is_closed = True
            return at
        if is_apart and (mark == "/" or (self._has_break and _KEY.match(mark))):
            self.held = mark
            return at + 1
        self._go_on()
        return at

    def _look_at_word(self, piece: str, at: int) -> int:
        """Whether a comment or a member's name stands after the quote."""
        mark = piece[at]
        if self.held == "/":
            self.is_closed = mark in "/*"
        elif _KEY.fullmatch(self.held + mark):
            self.held += mark
            return at + 1
        else:
            self.is_closed = mark == ":"
        if not self.is_closed:
            self._go_on()
        return at

    def _go_on(self) -> None:
        """The quote was a mark of the text."""
        for part in self._after:
            self._put(part)
        if self.held:
            self._put(self.held)
        self._stage, self.held = "text", ""
