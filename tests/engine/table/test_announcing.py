"""Surfaces are told in order, and never make a turn wait."""

from dataclasses import replace

from engine.events import Done, Event, Narrated, Told, Undone
from engine.table.announcing import AGAIN_S, Announcing
from tests.engine.games_for_tests import session, turn
from tests.fakes.announcer import RecordingAnnouncer
from tests.fakes.clock import FakeClock

SESSION, TURN = session(), turn()


def announcing(surface: RecordingAnnouncer, shown: list[str]) -> Announcing:
    async def on_shown(turn_id: str) -> None:
        shown.append(turn_id)

    return Announcing(surface, FakeClock(instant=True), 0.05, on_shown)


async def told(surface: RecordingAnnouncer, *events: Event) -> list[str]:
    shown: list[str] = []
    queue = announcing(surface, shown)
    for event in events:
        queue.tell(event)
    await queue.shown(SESSION.id)
    return shown


async def test_a_newer_text_takes_the_place_of_one_that_nobody_has_seen() -> None:
    """A slow Discord shows the newest words, not all the old ones first."""
    surface = RecordingAnnouncer()
    texts = [Told(SESSION, TURN, "It"), Told(SESSION, TURN, "It rains"), Told(SESSION, TURN, "It rains.")]

    await told(surface, *texts, Narrated(SESSION, TURN, ()))

    assert surface.events == [texts[-1], Narrated(SESSION, TURN, ())]


async def test_a_surface_that_fails_is_told_what_comes_next() -> None:
    """A lost post is not a lost turn."""
    surface = RecordingAnnouncer()
    surface.failing.add("Narrated")

    shown = await told(surface, Narrated(SESSION, TURN, ()), Done(SESSION, TURN))

    assert surface.names() == ["Narrated", "Done"]
    assert shown == [TURN.id]


async def test_a_turn_whose_end_could_not_be_shown_is_not_counted_as_shown() -> None:
    """The next start shows it again."""
    surface = RecordingAnnouncer()
    surface.failing.add("Done")

    assert await told(surface, Done(SESSION, TURN)) == []


async def test_a_surface_that_hangs_is_left_behind_after_its_limit() -> None:
    """Every wait has a limit."""
    surface = RecordingAnnouncer()
    surface.stuck.add("Narrated")

    shown = await told(surface, Narrated(SESSION, TURN, ()), Done(SESSION, TURN))

    assert shown == [TURN.id]


async def test_games_do_not_wait_for_each_other() -> None:
    """A channel that Discord is slow with does not hold up the others."""
    surface, shown = RecordingAnnouncer(), list[str]()
    surface.stuck.add("Narrated")
    queue = announcing(surface, shown)
    other = replace(Done(SESSION, TURN), session=SESSION.model_copy(update={"id": "other"}))

    queue.tell(Narrated(SESSION, TURN, ()))
    queue.tell(other)
    await queue.shown("other")

    assert surface.events == [Narrated(SESSION, TURN, ()), other]
    await queue.close(0.01)


async def test_a_surface_that_was_away_is_told_again_how_the_turn_ended() -> None:
    """An outage of Discord's must not swallow a story until somebody restarts the process."""
    surface = RecordingAnnouncer()
    surface.away = {"Narrated": 1, "Done": 3}

    shown = await told(surface, Narrated(SESSION, TURN, ()), Done(SESSION, TURN))

    assert surface.names() == ["Narrated", *["Done"] * 4]
    assert shown == [TURN.id]


async def test_a_surface_that_stays_away_is_left_alone_in_the_end() -> None:
    """The next start shows what is owed."""
    surface = RecordingAnnouncer()
    surface.away = {"Done": 99}

    shown = await told(surface, Done(SESSION, TURN))

    assert len(surface.events) == 1 + len(AGAIN_S)
    assert shown == []


async def test_after_an_undo_the_turn_before_is_the_one_that_is_shown() -> None:
    """Its buttons are those that count."""
    back = SESSION.model_copy(update={"head_turn_id": "before"})

    assert await told(RecordingAnnouncer(), Undone(back, (TURN,))) == ["before"]
