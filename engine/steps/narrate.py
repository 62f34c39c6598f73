"""Step two: the story of the turn, told as it comes; the story goes on whoever has to tell it."""

from collections.abc import Callable
from dataclasses import dataclass

import structlog

from engine.errors import ModelError, StreamBroke
from engine.gamemaster import Brief, GameMaster
from engine.model.turn import Teller, Turn
from engine.names import new_reference
from engine.parts import Parts
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


async def narrate(parts: Parts, brief: Brief, turn: Turn, show: Callable[[str], None]) -> Narration:
    """Tell the resolved turn; `show` gets the whole text so far.

    A model that fails before its first word is stood in for by the offline game master; one that breaks
    off later is ended at its last sentence. Raises ModelError only for an opening without a word: the game
    then gathers on.
    """
    master = parts.masters.teller(brief.settings.narrator)
    telling = _Telling(brief, turn, show)
    if master is parts.masters.offline:
        return await telling.by(master, "offline")
    try:
        return await telling.by(master, "model")
    except ModelError as error:
        # What a broken stream says it kept is shorter than what came: a loop or a thought is left out.
        told = whole_sentences(error.text if isinstance(error, StreamBroke) else telling.text)
        turn = turn.model_copy(update={"reference": new_reference(parts.entropy)})
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
            show(told)
            return Narration(turn, told, "model")
        instead = _Telling(brief, turn, show, hesitation(parts, brief) + "\n\n")
        return await instead.by(parts.masters.offline, "offline")


def hesitation(parts: Parts, brief: Brief) -> str:
    """A line in the fiction for the moment when the teller falters (REQ-227)."""
    lines = parts.library.locale(brief.settings.language).lines("offline.hesitation")
    return lines[brief.number % len(lines)]


class _Telling:
    """One try at telling: `text` is what has come, whatever becomes of the rest."""

    def __init__(self, brief: Brief, turn: Turn, show: Callable[[str], None], text: str = "") -> None:
        self._brief = brief
        self._turn = turn
        self._show = show
        self.text = text

    async def by(self, master: GameMaster, told_by: Teller) -> Narration:
        """Raises ModelError."""
        turn = self._turn
        async for piece in master.narrate(self._brief, turn.resolution):
            turn = turn.model_copy(
                update={
                    "seen": piece.seen or turn.seen,
                    "usage": turn.usage + ((piece.usage,) if piece.usage else ()),
                }
            )
            if piece.text:
                self.text += piece.text
                self._show(self.text)
        return Narration(turn, self.text.strip(), told_by)
