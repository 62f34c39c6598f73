"""How a measurement is written down: what, how much, the limit, and whether it is kept."""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median, quantiles


@dataclass(frozen=True)
class Figure:
    """One line of the table. limit: as written in the table ("at most 15 ms"), or "" if none was set."""

    what: str
    value: str
    limit: str = ""
    is_kept: bool = True


def at_most(what: str, value: float, limit: float, unit: str) -> Figure:
    """A figure that must not be higher."""
    return Figure(what, _said(value, unit), f"at most {limit:g} {unit}", value <= limit)


def at_least(what: str, value: float, limit: float, unit: str) -> Figure:
    """A figure that must not be lower."""
    return Figure(what, _said(value, unit), f"at least {limit:g} {unit}", value >= limit)


def middle(values: Sequence[float]) -> float:
    """The median."""
    return median(values)


def p99(values: Sequence[float]) -> float:
    """The value that one in a hundred exceeds."""
    return quantiles(values, n=100, method="inclusive")[98]


def table(figures: Sequence[Figure]) -> str:
    """As a markdown table, so that it can stand in the README as it is."""
    lines = ["| what | measured | limit | |", "|---|---|---|---|"]
    lines += [f"| {f.what} | {f.value} | {f.limit} | {'ok' if f.is_kept else 'BROKEN'} |" for f in figures]
    return "\n".join(lines)


def _said(value: float, unit: str) -> str:
    digits = 1 if value >= 10 else 2
    return f"{value:.{digits}f} {unit}"
