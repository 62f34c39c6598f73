"""A story while it is told: only whole words go out, and whatever happens it ends like a story."""

import re
from dataclasses import dataclass

from engine.words.sentences import ends_whole, sentence_starts, whole_sentences

_LAST_WORD = re.compile(r"\s*\S*\Z")
_LONGEST_WORD = 40
"""What is longer is no word that has to be waited for, unless it has no letter: that may be a loop."""


@dataclass
class Story:
    """said: what has gone out, which cannot be taken back. held: what has come and has not gone out."""

    said: str = ""
    held: str = ""

    @property
    def text(self) -> str:
        """All of it."""
        return self.said + self.held

    @property
    def is_whole(self) -> bool:
        """Whether it ends where a sentence does."""
        return ends_whole(self.text)

    def fork(self) -> "Story":
        """Another one that has come as far."""
        return Story(self.said, self.held)

    def add(self, text: str, *, only_sentences: bool) -> str:
        """What may go out now that this has come. The last word waits until it is known to be one."""
        self.held += text
        ready = self.held
        last = _LAST_WORD.search(ready)
        if last and (len(last.group()) <= _LONGEST_WORD or not any(map(str.isalnum, last.group()))):
            ready = ready[: last.start()]
        if only_sentences:
            ready = whole_sentences(self.said + ready)[len(self.said) :]
        return self._give(ready)

    def break_off(self) -> None:
        """Nothing more comes of this answer: a word at the end that nobody has heard may be half of one."""
        if not self.is_whole and (last := _LAST_WORD.search(self.held)):
            self.held = self.held[: last.start()]

    def take_up(self, again: str) -> None:
        """The sentence under way has been said again: it takes the place of what nobody has heard of it.

        Where some of it was heard, that trails off, and the story goes on after the sentence.
        """
        whole = whole_sentences(self.text)
        if len(whole) >= len(self.said.rstrip()):
            self.held = (whole + " " + again if whole else again)[len(self.said) :]
        else:
            rest = [at for at in sentence_starts(again) if at > 0]
            self.held += "…" + (" " + again[rest[0] :] if rest else "")

    def end(self, *, is_cut: bool) -> str:
        """What is left. is_cut: a fragment at the end goes, or trails off if some of it was heard."""
        self.held = self.held.rstrip()
        if not is_cut or not self.text.strip() or self.is_whole:
            return self._give(self.held)
        whole = whole_sentences(self.text)
        if whole and len(whole) >= len(self.said.rstrip()):
            return self._give(whole[len(self.said) :])
        self.held = self.held.rstrip(",;:-\u2013\u2014 ") + "…"
        return self._give(self.held)

    def _give(self, text: str) -> str:
        self.held = self.held[len(text) :]
        self.said += text
        return text
