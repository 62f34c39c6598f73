"""How a promise that was measured is written down: what was promised, how often tried, how often broken."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeAlias

Scale: TypeAlias = Literal["full", "short"]
"""full: as promised, for the bench. short: the same in a second or two, for the suite."""


@dataclass(frozen=True)
class Outcome:
    """One line of the table. where: which parts were real. faults: what went wrong, the first few."""

    promise: str
    what: str
    where: str
    tries: int
    failures: int
    figures: str = ""
    faults: tuple[str, ...] = ()

    @property
    def is_kept(self) -> bool:
        """A promise that was not tried at all is not kept either."""
        return self.failures == 0 and self.tries > 0


Measure: TypeAlias = Callable[[Scale, Path], Awaitable[Outcome]]
"""Measures one promise; the folder is its own, empty, and gone afterwards."""


def table(outcomes: Sequence[Outcome]) -> str:
    """As a markdown table, so that it can stand in the README as it is."""
    lines = ["| | promise | measured on | tries | failures | |", "|---|---|---|---|---|---|"]
    lines += [
        f"| {o.promise} | {o.what} | {o.where} | {o.tries:,} | {o.failures:,} | {o.figures} |"
        for o in outcomes
    ]
    return "\n".join(lines)
