"""Makes a stream of words into a story fit to be read aloud: no fences, no stage names, whole sentences.

Nothing is held back longer than it takes to see what it is: words of the story go out as they come.
"""

import re
from collections.abc import AsyncGenerator, AsyncIterator

from engine.asking.pace import Pace
from engine.asking.retries import closed
from engine.errors import NothingSaid
from engine.gamemaster import Telling
from engine.model.usage import Usage
from engine.model_request import Chunk
from engine.reading.field_check import cleaned
from engine.words.neutral import is_blank
from engine.words.sentences import whole_sentences

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


async def told(chunks: AsyncIterator[Chunk], num_predict: int, pace: Pace) -> AsyncGenerator[Telling, None]:
    """The narrative in an answer; the last piece has the usage (null if the rest was not worth waiting for).

    num_predict: tokens after which the server cuts the answer.
    Raises NothingSaid if the answer has no prose (it is empty, or data instead of a story).
    """
    strainer = _Strainer()
    usage: Usage | None = None
    letters = pieces = 0
    try:
        async for chunk in chunks:
            usage = chunk.usage or usage
            if not chunk.text:
                continue
            pieces, letters = pieces + 1, letters + len(chunk.text)
            is_late = max(pieces, pace.tokens(letters)) > _HOLD_FROM * num_predict
            if text := strainer.more(chunk.text, only_sentences=is_late):
                yield Telling(text=text)
            if strainer.is_over:
                break
    finally:
        await closed(chunks)
    if text := strainer.rest(is_cut=usage is not None and usage.done_reason == "length"):
        yield Telling(text=text)
    if is_blank(strainer.said):
        raise NothingSaid
    yield Telling(usage=usage)


class _Strainer:
    """Takes text as it comes and gives what may be shown. said: all that was given."""

    def __init__(self) -> None:
        self.said = ""
        self.is_over = False
        self._held = ""
        self._is_begun = False
        self._is_fenced = False

    def more(self, piece: str, *, only_sentences: bool) -> str:
        """What may be shown now. Raises NothingSaid for data instead of a story."""
        self._held += cleaned(piece)
        if not self._is_begun and not self._begins():
            return ""
        self._end_at_next_turn()
        ready = self._held[: _safe_until(self._held)]
        if only_sentences:
            whole = whole_sentences(self.said + ready)
            ready = whole[len(self.said) :]
        return self._given(ready)

    def rest(self, *, is_cut: bool) -> str:
        """What is left at the end. is_cut: the last sentence may be a fragment; it goes, or trails off."""
        if not self._is_begun and _PROMPT_LINE.match(self._held):
            self._held = ""
        elif not self._is_begun and (label := _LABEL.match(self._held)):
            self._held = "" if label[1].casefold() in _OTHERS else self._held[label.end() :]
        self._end_at_next_turn()
        held = self._held.rstrip("` \t\n")
        if not is_cut or not (self.said + held).strip():
            return self._given(held)
        whole = whole_sentences(self.said + held)
        if whole and len(whole) >= len(self.said.rstrip()):
            return self._given(whole[len(self.said) :])
        return self._given(held + "…")

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

    def _given(self, text: str) -> str:
        self._held = self._held[len(text) :]
        self.said += text
        return text


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
