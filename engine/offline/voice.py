"""How the offline game master speaks: the locale's lines, turned so that each turn begins with another."""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.model.noun import Scalar
from engine.ports import Locale
from engine.prompting import said


@dataclass(frozen=True)
class Voice:
    """The lines of one turn. number: the turn's depth, by which variants take turns."""

    locale: Locale
    number: int

    def say(self, key: str, **blanks: Scalar) -> str:
        """A sentence below `offline.`."""
        return self.locale.say(f"offline.{key}", **blanks)

    def lines(self, key: str, **blanks: Scalar) -> tuple[str, ...]:
        """The variants of a line below `offline.`, filled, beginning with this turn's."""
        return self.turned(tuple(said(line, blanks) for line in self.locale.lines(f"offline.{key}")))

    def turned(self, lines: Sequence[str]) -> tuple[str, ...]:
        """Lines that can be told in any order, beginning with this turn's."""
        start = self.number % len(lines) if lines else 0
        return (*lines[start:], *lines[:start])

    def listed(self, names: Sequence[str]) -> str:
        """Names in a row, the last joined in the language's own way."""
        if len(names) < 2:
            return "".join(names)
        return self.say("list", first=", ".join(names[:-1]), last=names[-1])
