"""A real process that is killed in the middle of an await: the next one finishes what it began, once."""

from pathlib import Path

from tests.bench.reliability.killed_places import killed_at, whole_evening
from tests.bench.reliability.nursery import Nursery

PLACES = ([170], [420, 60])
"""In a draft; in the last turn and then in what goes on with that; the bench tries all."""


async def test_an_evening_that_was_killed_is_as_if_it_had_not_been(tmp_path: Path) -> None:
    """The same story on the screen, the same state in the database, whatever the moment."""
    nursery = await Nursery.opened()
    due = await whole_evening(nursery, tmp_path)

    found = [await killed_at(places, due, nursery, tmp_path) for places in PLACES]
    await nursery.close()

    assert found == ["", ""]
    assert due.left.places > 300
    assert due.left.faults == ()
