"""What the table has heard lately, so that nothing is told twice within ten turns."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import product

from engine.model.turn import Turn

Slots = tuple[tuple[str, ...], ...]
"""A paragraph to be: for each of its parts what could be told there, best first."""
COMBINATIONS_MOST = 400


@dataclass(frozen=True)
class Heard:
    """The newest narratives, oldest first, and what this turn has told already, last."""

    narratives: tuple[str, ...] = ()
    paragraphs: frozenset[str] = frozenset()

    @classmethod
    def of(cls, turns: Iterable[Turn]) -> "Heard":
        """What these turns told."""
        told = tuple(turn.narrative for turn in turns if turn.narrative)
        return cls((*told, ""), frozenset(p for text in told for p in split(text)))

    def and_now(self, paragraph: str) -> "Heard":
        """With another paragraph of this turn."""
        *before, now = self.narratives or ("",)
        return replace(
            self, narratives=(*before, f"{now}\n\n{paragraph}"), paragraphs=self.paragraphs | {paragraph}
        )

    def age(self, text: str) -> int:
        """In how many narratives ago it was told, 0 = this turn; a large number if never."""
        for age, narrative in enumerate(reversed(self.narratives)):
            if text in narrative:
                return age
        return len(self.narratives) + 1

    def freshest_first(self, candidates: Sequence[str]) -> tuple[str, ...]:
        """In the given order what was not told lately, then the longest ago."""
        return tuple(sorted(dict.fromkeys(candidates), key=self.age, reverse=True))

    def paragraph(self, slots: Slots) -> str:
        """The freshest paragraph that the slots allow; one not told lately, if there is any.

        The last part varies first, so that a paragraph keeps the beginning that answers the action.
        """
        ranked = [self.freshest_first(slot) for slot in slots if slot]
        best = " ".join(slot[0] for slot in ranked)
        for count, parts in enumerate(product(*ranked)):
            text = " ".join(parts)
            if text not in self.paragraphs:
                return text
            if count >= COMBINATIONS_MOST:
                break
        return best


def split(narrative: str) -> tuple[str, ...]:
    """The paragraphs of a narrative."""
    return tuple(p.strip() for p in narrative.split("\n\n") if p.strip())
