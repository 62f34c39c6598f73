"""Where the rest of a story meets what was told of it: nothing is heard twice.

A model that is asked to go on often takes a run-up: it says the last words, the last sentence or the whole
story once more. That is seen while it streams, and only what is new goes on to the table.
"""

import re
from typing import Literal

from engine.words.sentences import ends_whole, sentence_starts

_WORD = re.compile(r"\S+")
_TRAILS = re.compile(r"\s*(?:…|\.{3,})\s*")
"""What many models put before a continuation."""
_BLANKS_AND_DOTS = " \t\n.…"
_AGAIN_WORDS = 4
"""So many words from the beginning of a sentence that was told: it is being told again."""
_CLOSING = ",.;:!?…)]”\u2019»"
_OPENING = "([„\u201a«"

Found = Literal["nothing yet", "goes on", "says again", "begins anew"]
"""says again: the sentence that was under way, in other words. begins anew: from an earlier place."""


class Seam:
    """Takes a continuation as it comes. said: the story so far, up to a whole word."""

    def __init__(self, said: str) -> None:
        self.found: Found = "nothing yet"
        self._said = said
        self._words = said.split()
        starts = sentence_starts(said)
        self._sentences = {len(said[:at].split()) for at in starts}
        self._last = max(self._sentences, default=0)
        self._came = ""
        self._overlap = 0

    def feed(self, piece: str) -> str:
        """What of it goes on from the seam; "" while that cannot be told, and for what was said before."""
        if self.found == "goes on":
            return piece
        self._came += piece
        return self._joined(is_whole=False)

    def end(self) -> str:
        """What is left when nothing more comes."""
        return self._joined(is_whole=True) if self.found == "nothing yet" else ""

    @property
    def said_again(self) -> str:
        """All that came, from the sentence that was under way."""
        return self._came.strip()

    def _joined(self, *, is_whole: bool) -> str:
        if self.found == "nothing yet":
            if not is_whole and not self._came.strip(_BLANKS_AND_DOTS):
                return ""
            if trails := _TRAILS.match(self._came):
                self._came = self._came[trails.end() :]
            found = self.found = self._decided(is_whole=is_whole)
            if found == "goes on":
                return self._rest()
        return ""

    def _decided(self, *, is_whole: bool) -> Found:
        """How the words that came lie on those that were said."""
        came = _WORD.findall(self._came)
        if not came:
            return "goes on" if is_whole else "nothing yet"
        is_open = not is_whole and not self._came[-1:].isspace()
        whole, begun = (came[:-1], came[-1]) if is_open else (came, "")
        self._overlap, retold = 0, -1
        for at in range(len(self._words)):
            shared = self._shared(at, whole)
            if at + shared == len(self._words):
                self._overlap = max(self._overlap, shared)
            elif self._ends_in(at + shared, [*came, ""][shared]):
                self._overlap = max(self._overlap, shared + 1)
            elif shared == len(whole) and self._words[at + shared].startswith(begun) and not is_whole:
                return "nothing yet"
            if shared >= _AGAIN_WORDS and at in self._sentences:
                retold = max(retold, at)
        if self._overlap == 1 and self._words[-1][-1] in _CLOSING:
            self._overlap = 0  # "No." after "No." is one more no
        if self._overlap and self._overlap == len(whole) and not begun and not is_whole:
            return "nothing yet"  # what follows says how it is joined
        if self._overlap or retold < 0:
            return "goes on"
        is_last = retold == self._last and not ends_whole(self._said)
        return "says again" if is_last else "begins anew"

    def _shared(self, at: int, whole: list[str]) -> int:
        """How many words from here on are the same."""
        count = 0
        for mine, theirs in zip(self._words[at:], whole, strict=False):
            if mine != theirs:
                break
            count += 1
        return count

    def _ends_in(self, at: int, word: str) -> bool:
        """Whether this word is the last one that was said, and a mark that ends it."""
        last = self._words[-1]
        tail = word.removeprefix(last)
        return at == len(self._words) - 1 and tail != word and bool(tail) and not tail[0].isalnum()

    def _rest(self) -> str:
        """What comes after the overlap, joined as it should be."""
        after = self._came
        if self._overlap:
            words = list(_WORD.finditer(self._came))[: self._overlap]
            last = words[-1]
            after = self._came[last.start() + len(self._words[-1]) :]
        return self._lead(after) + after.lstrip()

    def _lead(self, after: str) -> str:
        """The space between what was said and this."""
        text = after.lstrip()
        space = after[: len(after) - len(text)]
        if not self._said.strip() or not text:
            return ""
        if "\n" in space and ends_whole(self._said):
            return "\n\n"
        if space:
            return " "
        closes = text[0] in _CLOSING or (
            text[0] == '"' and self._said.rpartition("\n")[2].count('"') % 2 == 1
        )
        return "" if closes or self._said[-1] in _OPENING else " "
