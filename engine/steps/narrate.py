"""Step two: the story of the turn, told as it comes; the story goes on whoever has to tell it."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Self

import structlog

from engine.errors import ModelError, StreamBroke
from engine.gamemaster import Brief, GameMaster
from engine.model.turn import Teller, Turn
from engine.names import new_reference
from engine.parts import Parts
from engine.steps.timing import FirstWord
from engine.words.neutral import is_blank
from engine.words.sentences import whole_sentences

log = structlog.get_logger()


@dataclass(frozen=True)
class Narration:
    """A whole narrative, who told it, and the turn with what it cost. reference: of a fault on the way."""

    turn: Turn
    text: str
    told_by: Teller

    def as_told(self) -> Turn:
        """The turn with this narrative."""
        return self.turn.model_copy(
            update={"status": "narrated", "narrative": self.text, "told_by": self.told_by}
        )

    def timed_by(self, words: FirstWord) -> Self:
        """The narration with how long it took."""
        return replace(self, turn=words.on(self.turn))


async def narrate(parts: Parts, brief: Brief, turn: Turn, show: Callable[[str], None]) -> Narration:
    """Tell the resolved turn; `show` gets the whole text so far.

    A model that fails before its first word is stood in for by the offline game master; one that breaks
    off later is ended at its last sentence, and with the facts. Raises ModelError only for an opening without
    a word: the game then gathers on.
    """
    master = parts.masters.teller(brief.settings.narrator)
    telling = _Telling(brief, turn, show)
    if master is parts.masters.offline:
        return _in_words(await telling.by(master, "offline"), brief, parts, show)
    try:
        return await telling.by_model(master)
    except ModelError as error:
        # What a broken stream says it kept is shorter than what came: a loop or a thought is left out.
        told = whole_sentences(error.text if isinstance(error, StreamBroke) else telling.text).strip()
        turn = telling.turn.model_copy(update={"reference": new_reference(parts.entropy)})
        log.warning(
            "narration_failed",
            reference=turn.reference,
            session=brief.session_id,
            step="narrate",
            cause=repr(error),
            words_kept=len(told.split()),
        )
        if not told and turn.is_opening:
            raise
        if told:
            whole = "\n\n".join((told, *_facts(parts, brief, turn)))
            show(whole)
            return Narration(turn, whole, "model")
        instead = _Telling(brief, turn, show, _hesitation(parts, brief))
        return _in_words(await instead.by(parts.masters.offline, "offline"), brief, parts, show)


def _facts(parts: Parts, brief: Brief, turn: Turn) -> tuple[str, ...]:
    """What was settled, in a paragraph of its own: a story that broke off may not have come to it."""
    locale = parts.library.locale(brief.settings.language)
    said = []
    for fact in turn.resolution.facts:
        if not fact.secret:
            try:
                said.append(locale.say(f"facts.{fact.code}", **fact.args))
            except KeyError:  # a fact that no language has a sentence for must not stop the table
                log.error("fact_without_sentence", code=fact.code)
    return (" ".join(said),) if said else ()


def _hesitation(parts: Parts, brief: Brief) -> str:
    """A line in the fiction for the moment when the teller falters; not again while somebody stands in."""
    before = brief.recent[-1] if brief.recent else None
    if before is not None and before.told_by == "offline" and before.reference is not None:
        return ""
    return _line(parts, brief) + "\n\n"


def _line(parts: Parts, brief: Brief) -> str:
    lines = parts.library.locale(brief.settings.language).lines("offline.hesitation")
    return lines[brief.number % len(lines)]


def _in_words(narration: Narration, brief: Brief, parts: Parts, show: Callable[[str], None]) -> Narration:
    """Never a turn without words, whatever an adventure's data leaves out."""
    if not is_blank(narration.text):
        return narration
    text = _line(parts, brief)
    show(text)
    return replace(narration, text=text)


class _Telling:
    """One try at telling: `text` is what has come, `turn` what it cost, whatever becomes of the rest."""

    def __init__(self, brief: Brief, turn: Turn, show: Callable[[str], None], text: str = "") -> None:
        self._brief = brief
        self._show = show
        self.turn = turn
        self.text = text

    async def by_model(self, master: GameMaster) -> Narration:
        """As `by`, and once more where nothing of what came may stay. Raises ModelError."""
        try:
            return await self.by(master, "model")
        except StreamBroke as error:
            if error.text.strip() or error.can_go_on:
                raise
            # A thought was taken for words; now that this is known of the model, it will not be again.
            log.info("narrative_taken_back", session=self._brief.session_id, cause=repr(error))
            self.text = ""
            return await self.by(master, "model")

    async def by(self, master: GameMaster, told_by: Teller) -> Narration:
        """Raises ModelError."""
        async for piece in master.narrate(self._brief, self.turn.resolution):
            self.turn = self.turn.model_copy(
                update={
                    "seen": piece.seen or self.turn.seen,
                    "usage": self.turn.usage + ((piece.usage,) if piece.usage else ()),
                }
            )
            if piece.text:
                self.text += piece.text
                self._show(self.text)
        return Narration(self.turn, self.text.strip(), told_by)
