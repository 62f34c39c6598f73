"""Makes a stream of words into a story fit to be read aloud: no fences, no stage names, nothing twice.

Nothing is held back longer than it takes to see what it is: words of the story go out as they come.
"""

import re
from collections.abc import AsyncGenerator, AsyncIterator
from dataclasses import dataclass

from engine.asking.pace import Pace
from engine.asking.retries import closed
from engine.errors import NothingSaid
from engine.gamemaster import Telling
from engine.model.usage import Usage
from engine.model_request import Chunk
from engine.reading.field_check import cleaned
from engine.reading.seam import Seam
from engine.reading.story import Story
from engine.words.neutral import is_blank

_TELLERS = (
    *("assistant", "model", "game master", "gamemaster", "gm", "dm", "narrator", "narrative", "narration"),
    *("spielleiter", "spielleitung", "erzähler", "erzählung", "narratore", "narrazione"),
)
"""Stage names before the story: they go, what follows them stays."""
_OTHERS = ("user", "system", "task", "aufgabe", "compito")
"""Somebody else's line before the story: all of it goes. After the story begins: it ends there."""
_STAGE_MARKS = " \t*_#[(<|>"
_LABEL = re.compile(
    rf"[{re.escape(_STAGE_MARKS)}]*({'|'.join((*_TELLERS, *_OTHERS))})[*_)|> ]*[:\]][*_)|> \t]*",
    re.IGNORECASE,
)
_SECTIONS = ("summary", "log", "context", "actions", "opening", "results")
_SECTION = rf"\[(?:end of |ende von |fine di )?(?:{'|'.join(_SECTIONS)})[\]:]"
"""A heading of our own prompt, read out loud."""
_PROMPT_LINE = re.compile(_SECTION, re.IGNORECASE)
_NEXT_TURN = re.compile(
    r"\n[ \t]*(?:[*_#\[(]*(?:user|assistant|system|task|aufgabe|compito)[*_) ]*[:\]]"
    rf"|<\|?(?:im_|start_of|end_of|eot)|{_SECTION})",
    re.IGNORECASE,
)
_NEXT_TURN_NAMES = (
    *("user", "assistant", "system", "task", "aufgabe", "compito", "|im_", "start_of", "end_of"),
    *(f"{before}{name}" for before in ("", "end of ", "ende von ", "fine di ") for name in _SECTIONS),
)
_DATA = re.compile(r'\{\s*["}{]|\[\s*[{\[\]"]')
_FENCE = "```"
_LONGEST_LABEL = 24
_HOLD_FROM = 0.6
"""Share of the allowed tokens after which only whole sentences go out, so that a cut leaves no fragment."""


@dataclass(frozen=True)
class Length:
    """How long an answer may become. num_predict: tokens after which the server cuts it."""

    num_predict: int
    pace: Pace
    only_sentences: bool = False

    def is_late(self, pieces: int, letters: int) -> bool:
        """Whether only whole sentences go out from here on, because the answer may be cut soon."""
        if self.only_sentences:
            return True
        return max(pieces, self.pace.tokens(letters)) > _HOLD_FROM * self.num_predict


async def told(
    chunks: AsyncIterator[Chunk], story: Story, length: Length, seam: Seam | None = None
) -> AsyncGenerator[Telling, None]:
    """The narrative in an answer, as it comes; the story keeps what has not gone out when the answer ends.

    The last piece has the usage (null if the rest was not worth waiting for). seam: where this answer goes on
    with what the story has so far. Raises NothingSaid if the answer has no prose (it is empty, data instead
    of a story, or only what was told before), and what the chunks raise.
    """
    strainer, before = Strainer(), story.text
    usage: Usage | None = None
    letters = pieces = 0

    def heard(text: str) -> str:
        text = seam.feed(text) if seam else text
        return story.add(text, only_sentences=length.is_late(pieces, letters)) if text else ""

    try:
        async for chunk in chunks:
            usage = chunk.usage or usage
            if not chunk.text:
                continue
            pieces, letters = pieces + 1, letters + len(chunk.text)
            if text := heard(strainer.more(chunk.text)):
                yield Telling(text=text)
            if strainer.is_over or (seam is not None and seam.found == "begins anew"):
                break
    finally:
        await closed(chunks)
    text = heard(strainer.rest())
    if seam is not None:
        text += story.add(seam.end(), only_sentences=length.is_late(pieces, letters))
        if seam.found == "says again":
            story.take_up(seam.said_again)
    if text:
        yield Telling(text=text)
    if is_blank(story.text) or story.text == before:
        raise NothingSaid
    yield Telling(usage=usage)


def kept_of(answer: str, story: Story, seam: Seam | None = None) -> str:
    """The story with this much of an answer that broke off, as `told` would have told it."""
    strainer = Strainer()
    try:
        text = strainer.more(answer) + strainer.rest()
    except NothingSaid:
        text = ""
    if seam is not None:
        text = seam.feed(text) + seam.end()
    return story.text + text


class Strainer:
    """Takes an answer as it comes and gives what is story. is_over: what follows is not."""

    def __init__(self) -> None:
        self.is_over = False
        self._held = ""
        self._is_begun = False
        self._is_fenced = False

    def more(self, piece: str) -> str:
        """What is certain now. Raises NothingSaid for data instead of a story."""
        self._held += cleaned(piece)
        if not self._is_begun and not self._begins():
            return ""
        self._end_at_next_turn()
        ready = self._held[: _safe_until(self._held)]
        self._held = self._held[len(ready) :]
        return ready

    def rest(self) -> str:
        """What is left at the end."""
        if not self._is_begun and _PROMPT_LINE.match(self._held):
            self._held = ""
        elif not self._is_begun and (label := _LABEL.match(self._held)):
            self._held = "" if label[1].casefold() in _OTHERS else self._held[label.end() :]
        self._end_at_next_turn()
        held, self._held = self._held.rstrip("` \t\n"), ""
        return held

    def _begins(self) -> bool:
        """Drop what stands before the story. False while it cannot be told yet what it is."""
        while True:
            self._held = self._held.lstrip("\ufeff \t\n")
            if _DATA.match(self._held):
                raise NothingSaid
            label = _LABEL.match(self._held)
            if label and label[1].casefold() in _TELLERS:
                story = self._held[label.end() :]
            elif label or _PROMPT_LINE.match(self._held) or self._held.startswith(_FENCE):
                self._is_fenced |= self._held.startswith(_FENCE)
                story = self._held.partition("\n")[2]
            else:
                self._is_begun = not _may_be_stage(self._held)
                return self._is_begun
            if not story:
                return False
            self._held = story

    def _end_at_next_turn(self) -> None:
        """A model that goes on by playing everybody else is not listened to any longer."""
        ends = [m.start() for m in [_NEXT_TURN.search(self._held)] if m]
        if self._is_fenced and _FENCE in self._held:
            ends.append(self._held.index(_FENCE))
        if ends:
            self._held, self.is_over = self._held[: min(ends)], True


def _may_be_stage(text: str) -> bool:
    """Whether this beginning may still turn out to be a stage name, a fence or data."""
    bare = text.lstrip(_STAGE_MARKS).casefold()
    if not bare or text.strip() in ("`", "``", "{", "["):
        return True
    name = bare.rstrip("*_)|> ")
    names = (*_TELLERS, *_OTHERS, *(_NEXT_TURN_NAMES if text.startswith("[") else ()))
    return len(text) < _LONGEST_LABEL and any(n.startswith(name) for n in names)


def _safe_until(text: str) -> int:
    """Where the part ends that is story whatever comes: before blanks, fences and possible next turns."""
    before, line, last = text.rpartition("\n")
    if line:
        bare = last.lstrip(" \t*_#[(<").casefold().rstrip("*_) ")
        if any(name.startswith(bare) for name in _NEXT_TURN_NAMES):
            text = before
    return len(text.rstrip("` \t\n"))
