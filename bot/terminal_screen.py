"""What the player sees in the terminal: story, choices, quiet remarks; plain text in a pipe."""

import re
import unicodedata
from typing import TextIO

from rich.console import Console
from rich.style import Style

from bot.terminal_flow import Flow

MOST_COLUMNS = 100
"""Longer lines are hard to read."""
_TITLE = Style(bold=True)
_QUIET = Style(dim=True)
_SEQUENCE = re.compile(r"\x1b\[[0-?]*[ -/]*[@-~]|\x1b[\]P^_X].*?(?:\x07|\x1b\\|$)|\x1b[ -/]*[0-~]", re.DOTALL)
"""What a terminal takes as an order: CSI, strings such as titles and links, and two-letter ones (ECMA-48)."""


def harmless(text: str) -> str:
    """The text without anything that steers a terminal: control, format and private characters, lone halves.

    Line ends stay; the joiner stays, because emoji are made with it.
    """
    text = _SEQUENCE.sub("", text).replace("\r\n", "\n").replace("\r", "\n").replace("\t", " ")
    kept = "".join(
        letter
        for letter in text
        if letter in "\n\u200d" or unicodedata.category(letter) not in {"Cc", "Cf", "Cs", "Co"}
    )
    return unicodedata.normalize("NFC", kept)


class Screen:
    """Writes to one stream. On a terminal it wraps words and dims remarks; into a pipe it adds nothing."""

    def __init__(self, stream: TextIO, is_tty: bool | None = None) -> None:
        self.is_tty = stream.isatty() if is_tty is None else is_tty
        self._console = Console(
            file=stream,
            force_terminal=self.is_tty,
            highlight=False,
            markup=False,
            emoji=False,
            soft_wrap=True,
        )
        self._flowing = Flow()
        self._is_waiting = False
        self._is_asking = False
        self._is_begun = False
        self._has_gap = False

    def title(self, text: str) -> None:
        """A heading with a free line before it."""
        self.gap()
        self._flow(harmless(text) + "\n", _TITLE)

    def gap(self) -> None:
        """One free line between what was and what comes, however often it is asked for."""
        self.end()
        if self._is_begun and not self._has_gap:
            self._flow("\n", None)
            self._has_gap = True

    def line(self, text: str) -> None:
        """A whole paragraph."""
        self.end()
        self._flow(harmless(text) + "\n", None)

    def remark(self, text: str) -> None:
        """A whole paragraph beside the story."""
        self.end()
        self._flow(harmless(text) + "\n", _QUIET)

    def tell(self, text: str) -> None:
        """The next piece of a story; words are shown as soon as they are whole."""
        self._flow(harmless(text), None)
        self.flush()

    def end(self) -> None:
        """The paragraph is over."""
        if self._flowing.is_open:
            self._flow("\n", None)

    def wait(self, text: str) -> None:
        """A remark that the next words wipe away; only on a terminal."""
        if self.is_tty:
            self.end()
            self._wipe()
            self._write(harmless(text)[: self._width], _QUIET)
            self._is_waiting = True
            self.flush()

    def ask(self) -> None:
        """The sign that it is the player's turn to write; only on a terminal."""
        self.end()
        self._wipe()
        if self.is_tty:
            self._write("> ", None)
            self._is_asking = True
        self.flush()

    def leave(self) -> None:
        """Whatever stood half written, what others write next begins on a line of its own."""
        is_half_written = self.is_tty and (self._is_waiting or self._is_asking)
        self.end()
        self._wipe()
        if is_half_written:
            self._write("\n", None)
        self.flush()

    def flush(self) -> None:
        """Everything written so far is with the reader."""
        self._console.file.flush()

    @property
    def _width(self) -> int:
        return max(20, min(self._console.width - 1, MOST_COLUMNS))

    def _flow(self, text: str, style: Style | None) -> None:
        if not text:
            return
        self._wipe()
        self._is_begun, self._has_gap, self._is_asking = True, False, False
        self._write(self._flowing.shown(text, self._width if self.is_tty else None), style)

    def _wipe(self) -> None:
        if self._is_waiting:
            self._console.file.write("\r\x1b[2K")
            self._is_waiting = False

    def _write(self, text: str, style: Style | None) -> None:
        if self.is_tty and style is not None:
            self._console.print(text, style=style, end="")
        else:
            self._console.file.write(text)
