"""A turn while it is being told: the moment it has come to, and what has been said so far."""

from dataclasses import dataclass, replace

from engine.model.update import CharacterResponse
from engine.moves.moment import Moment
from engine.offline.grammar import Grammar
from engine.offline.heard import Heard, Slots
from engine.offline.voice import Voice


@dataclass(frozen=True)
class Tale:
    """The turn so far. understood: one line for each action. waits: of each action, whether it only waits."""

    moment: Moment
    voice: Voice
    grammar: Grammar
    heard: Heard
    told: tuple[str, ...] = ()
    understood: tuple[str, ...] = ()
    responses: tuple[CharacterResponse, ...] = ()
    waits: tuple[bool, ...] = ()
    has_moved: bool = False

    def telling(self, *paragraphs: Slots) -> "Tale":
        """With these told as freshly as can be; one that the table has just heard is left out."""
        tale = self
        for slots in paragraphs:
            text = tale.heard.paragraph(slots)
            if text not in tale.heard.paragraphs:
                tale = replace(tale, told=(*tale.told, text), heard=tale.heard.and_now(text))
        return tale

    def ending_with(self, lines: tuple[str, ...]) -> "Tale":
        """With the freshest of these lines at the end of the last paragraph."""
        *before, last = self.told or ("",)
        heard = replace(self.heard, paragraphs=self.heard.paragraphs - {last})
        text = heard.paragraph(((last,), lines) if last else (lines,))
        return replace(self, told=(*before, text), heard=heard.and_now(text))
