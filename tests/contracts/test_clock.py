"""What every clock keeps to, the real one and the one that tests move."""

import asyncio
from collections.abc import Callable
from datetime import timedelta

import pytest

from bot.adapters.system import SystemClock
from engine.ports import Clock
from tests.fakes.clock import LONG_AGO, FakeClock

CLOCKS: list[Callable[[], Clock]] = [SystemClock, lambda: FakeClock(instant=True)]


@pytest.fixture(params=CLOCKS, ids=["system", "fake"])
def clock(request: pytest.FixtureRequest) -> Clock:
    made: Clock = request.param()
    return made


def test_now_is_aware_and_in_utc(clock: Clock) -> None:
    """A game moved to a server elsewhere keeps its hours."""
    now = clock.now()

    assert now.utcoffset() == timedelta(0)


async def test_a_sleep_lasts_as_long_as_it_says(clock: Clock) -> None:
    """A turn gathers for its seconds, not for less."""
    before = clock.monotonic()

    await clock.sleep(0.01)

    assert clock.monotonic() - before >= 0.0099


@pytest.mark.parametrize("seconds", [0.0, -1.0])
async def test_a_sleep_of_nothing_lets_others_run(clock: Clock, seconds: float) -> None:
    """A table that has nothing to wait for does not hold up another."""
    others: list[str] = []
    other = asyncio.create_task(_write(others))

    await clock.sleep(seconds)

    await other
    assert others == ["ran"]


def test_monotonic_never_goes_back(clock: Clock) -> None:
    """A deadline is never reckoned twice."""
    moments = [clock.monotonic() for _ in range(100)]

    assert moments == sorted(moments)


async def test_the_fake_clock_stands_until_it_is_moved() -> None:
    """A test decides when a wait is over."""
    clock = FakeClock()
    waiting = asyncio.create_task(clock.sleep(4))

    await clock.advance(3.9)
    before = waiting.done()
    await clock.advance(0.1)

    assert (before, waiting.done()) == (False, True)
    assert clock.now() == LONG_AGO + timedelta(seconds=4)


async def test_the_fake_clock_wakes_each_sleeper_at_its_own_moment() -> None:
    """Waits that follow each other take as long together as they would in real time."""
    clock = FakeClock()
    woken: list[tuple[str, float]] = []

    async def doze(name: str, *naps: float) -> None:
        for nap in naps:
            await clock.sleep(nap)
            woken.append((name, clock.monotonic()))

    tasks = [asyncio.create_task(doze("a", 1, 1, 1)), asyncio.create_task(doze("b", 2.5))]
    await clock.advance(3)

    assert woken == [("a", 1.0), ("a", 2.0), ("b", 2.5), ("a", 3.0)]
    assert all(task.done() for task in tasks)


async def test_a_cancelled_sleeper_of_the_fake_clock_is_forgotten() -> None:
    """A wait that was given up leaves nothing behind."""
    clock = FakeClock()
    waiting = asyncio.create_task(clock.sleep(4))
    await clock.advance(1)

    waiting.cancel()
    await clock.advance(10)

    assert (waiting.cancelled(), clock.sleeping) == (True, 0)


async def _write(others: list[str]) -> None:
    others.append("ran")
