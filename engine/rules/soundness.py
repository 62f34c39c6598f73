"""Whether a rulebook is whole: bands without gap or overlap, signs and occupations for every roll."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Protocol

from engine.model.rules.book import RuleBook

_PERCENT = 100


class Band(Protocol):
    """Totals from low to high, both included; null = no end on that side."""

    @property
    def low(self) -> int | None: ...

    @property
    def high(self) -> int | None: ...


def book_faults(book: RuleBook) -> tuple[str, ...]:
    """What is wrong, each with its place."""
    return tuple(_faults(book))


def band_faults(place: str, bands: Sequence[Band]) -> Iterator[str]:
    """Every whole number has exactly one band."""
    if bands[0].low is not None:
        yield f"{place}: the first band must have no low end, so that nothing falls below it."
    if bands[-1].high is not None:
        yield f"{place}: the last band must have no high end, so that nothing falls above it."
    for before, after in pairwise(bands):
        if before.high is None or after.low is None or after.low != before.high + 1:
            yield f"{place}: after {before.high} must come {(before.high or 0) + 1}, not {after.low}."


def _faults(book: RuleBook) -> Iterator[str]:
    for table in book.tables.values():
        yield from band_faults(f"tables.{table.id}", table.rows)
    for spell in book.spells.values():
        yield from band_faults(f"spells.{spell.id}", spell.results)
    if book.signs and sorted(sign.roll for sign in book.signs) != list(range(1, len(book.signs) + 1)):
        yield "signs: every number of the die must have one sign."
    covered = [n for o in book.occupations for n in range(o.low, o.high + 1)]
    if book.occupations and sorted(covered) != list(range(1, _PERCENT + 1)):
        yield "occupations: every number from 1 to 100 must have one."
    for occupation in book.occupations:
        if occupation.weapon not in book.items:
            yield f"occupations.{occupation.id}: there is no item {occupation.weapon!r}."
    for rules in book.classes.values():
        for weapon in rules.weapons:
            if weapon not in book.items:
                yield f"classes.{rules.id}: there is no item {weapon!r}."
        for row in rules.levels:
            if book.tables and row.crit_table not in book.tables:
                yield f"classes.{rules.id}: there is no table {row.crit_table!r}."
