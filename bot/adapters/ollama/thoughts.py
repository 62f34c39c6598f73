"""Keeps what a model thinks apart from what it tells, so that nobody at the table reads its thoughts."""

import re
from dataclasses import dataclass
from typing import Literal

from engine.answers.thought_tags import ANY, CLOSING, LONGEST, MARKS, OPENING, may_become

_MOST_BLANKS = 64
"""More white space than this before the first word is not layout; whoever watches for loops has to see it."""


@dataclass(frozen=True)
class Said:
    """A piece of an answer, parted. Either may be empty."""

    text: str = ""
    thinking: str = ""

    def __add__(self, other: "Said") -> "Said":
        return Said(self.text + other.text, self.thinking + other.thinking)


class Thoughts:
    """Parts the text of one answer while it comes.

    A thought stands between tags at the beginning of the answer. The server's template may have opened it,
    so that only the closing tag comes (a lone one). An opening tag in the middle of prose is prose, and the
    closing tag that belongs to it as well.

    waits: the model is known to think without an opening tag: nothing is text before the closing one.
    object_due: an object is asked for: whatever else comes first is held back, as it may be a thought.
    was_aloud: a lone closing tag came when text had been given out already, which then was a thought.
    """

    def __init__(self, waits: bool = False, object_due: bool = False) -> None:
        self._waits = waits
        self._object_due = object_due
        self._state: Literal["beginning", "thinking", "waiting", "telling"] = "beginning"
        self._held = ""
        self._has_told = False
        self._has_thought = False
        self._open_in_prose = 0
        self.was_aloud = False

    def feed(self, piece: str) -> Said:
        """What is certain after this piece; the rest is held back (the beginning of a tag, at most)."""
        self._held += piece
        said = Said()
        while True:
            before = (self._state, len(self._held))
            said += self._step()
            if (self._state, len(self._held)) == before:
                return said

    def end(self) -> Said:
        """What was held back, now that nothing more comes."""
        held, self._held = self._held, ""
        return Said(thinking=held) if self._state == "thinking" else Said(text=held)

    def _step(self) -> Said:
        match self._state:
            case "beginning":
                return self._begin()
            case "thinking":
                return self._think()
            case "waiting":
                return self._wait()
            case "telling":
                return self._tell()

    def _begin(self) -> Said:
        start = self._held.lstrip()
        if opening := ANY.match(start):
            self._held = start[opening.end() :]
            self._has_thought = True
            self._state = "thinking" if OPENING.match(start) else "beginning"
        elif start and not may_become(start):
            if self._has_thought:
                self._held = start
            may_be_thought = not self._has_thought and (
                self._waits or (self._object_due and start[0] not in "{[`")
            )
            self._state = "waiting" if may_be_thought else "telling"
        elif not start and len(self._held) > _MOST_BLANKS:
            self._state = "telling"
        return Said()

    def _think(self) -> Said:
        closing = CLOSING.search(self._held)
        if closing is None:
            return Said(thinking=self._release())
        self._state = "beginning"
        return Said(thinking=self._cut(closing))

    def _wait(self) -> Said:
        closing = CLOSING.search(self._held)
        if closing is None:
            return Said()
        self._state, self._has_thought = "beginning", True
        return Said(thinking=self._cut(closing))

    def _tell(self) -> Said:
        tag = ANY.search(self._held)
        if tag is None:
            return self._told(self._release())
        if OPENING.match(tag.group()):
            self._open_in_prose += 1
        elif self._open_in_prose:
            self._open_in_prose -= 1
        else:
            self._state, self._has_thought = "beginning", True
            self.was_aloud = self._has_told
            return Said(thinking=self._cut(tag))
        text, self._held = self._held[: tag.end()], self._held[tag.end() :]
        return self._told(text)

    def _told(self, text: str) -> Said:
        self._has_told = self._has_told or bool(text.strip())
        return Said(text=text)

    def _cut(self, tag: re.Match[str]) -> str:
        """Take what stands before the tag, and drop the tag."""
        before, self._held = self._held[: tag.start()], self._held[tag.end() :]
        return before

    def _release(self) -> str:
        """Take all but an end that may be the beginning of a tag."""
        least = max(0, len(self._held) - LONGEST)
        ends = (at for at in range(least, len(self._held)) if self._held[at] in MARKS)
        start = next((at for at in ends if may_become(self._held[at:])), len(self._held))
        piece, self._held = self._held[:start], self._held[start:]
        return piece
