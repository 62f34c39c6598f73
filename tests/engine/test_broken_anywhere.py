"""Wherever a table waits for the outside world, that may fail, die or be stopped: the evening is the same."""

import pytest

from tests.bench.reliability.fault_points import Broken, Fault, evening_broken_at
from tests.fakes.store import MemoryStore

READS = ("session", "turn", "inbox", "branch", "forgotten", "request_of", "log", "children", "events_after")
"""A look into the store that fails is tried at fewer places than what changes something."""


async def evening(place: int = -1, fault: Fault = "raise") -> Broken:
    return await evening_broken_at(place, fault, MemoryStore())


def chosen(places: tuple[str, ...], fault: Fault) -> list[int]:
    """A few of all kinds, and more of those where something changes; the bench tries them all."""
    if fault != "raise":
        return list(range(3 if fault == "crash" else 11, len(places), 17))
    changing = [n for n, name in enumerate(places) if name.rpartition(".")[2] not in READS]
    return sorted({*changing[::5], *range(0, len(places), 31)})


@pytest.mark.parametrize("fault", ["raise", "crash", "stop"])
async def test_an_evening_that_was_broken_anywhere_is_as_if_it_had_not_been(fault: Fault) -> None:
    """Opening, turn, draft, retelling, undo: nothing is lost, doubled, half told or left standing."""
    due = await evening()

    found = {n: (await evening(n, fault)).differs_from(due) for n in chosen(due.places, fault)}

    assert {n: (due.places[n], wrong) for n, wrong in found.items() if wrong} == {}
    assert due.seen.is_at_rest
    assert due.seen.adds_up
    assert '"pushed":4' in due.seen.state
    assert len(due.places) > 300
