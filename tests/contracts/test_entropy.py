"""What every source of chance keeps to, the real one and those that tests write."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.adapters.system import SystemEntropy
from engine.ports import Entropy
from tests.fakes.entropy import ScriptedEntropy, SeededEntropy

SOURCES: list[Callable[[], Entropy]] = [SystemEntropy, SeededEntropy, ScriptedEntropy]
each_source = pytest.mark.parametrize("make", SOURCES, ids=["system", "seeded", "scripted"])


@each_source
@given(count=st.integers(1, 2000))
def test_bits_are_never_more_than_asked_for(make: Callable[[], Entropy], count: int) -> None:
    """A turn id always fits its sixteen letters."""
    number = make().bits(count)

    assert 0 <= number < 1 << count


@each_source
@given(ends=st.tuples(st.floats(-1e6, 1e6), st.floats(-1e6, 1e6)))
def test_uniform_stays_between_its_ends(make: Callable[[], Entropy], ends: tuple[float, float]) -> None:
    """A wait is never longer than its limit."""
    low, high = sorted(ends)

    assert low <= make().uniform(low, high) <= high


@each_source
def test_draws_differ(make: Callable[[], Entropy]) -> None:
    """Two turns never have the same id."""
    entropy = make()

    drawn = {entropy.bits(80) for _ in range(1000)}

    assert len(drawn) == 1000


@each_source
def test_every_bit_is_used(make: Callable[[], Entropy]) -> None:
    """No die has a side that it never shows."""
    entropy = make()
    seen_set = seen_clear = 0

    for _ in range(200):
        number = entropy.bits(80)
        seen_set |= number
        seen_clear |= ~number & (1 << 80) - 1

    assert seen_set == seen_clear == (1 << 80) - 1


def test_the_same_seed_gives_the_same_chance() -> None:
    """A failing test fails again."""
    one, other, another = SeededEntropy(7), SeededEntropy(7), SeededEntropy(8)

    assert [one.bits(64), one.uniform(0, 1)] == [other.bits(64), other.uniform(0, 1)]
    assert SeededEntropy(7).bits(64) != another.bits(64)


def test_a_script_is_followed_and_then_chance_goes_on() -> None:
    """A test writes only the dice that it is about."""
    entropy = ScriptedEntropy(bits=[3, 5], parts=[0.5])

    assert [entropy.bits(4), entropy.bits(4), entropy.uniform(2, 4)] == [3, 5, 3.0]
    assert 0 <= entropy.bits(4) < 16


def test_a_script_that_does_not_fit_is_a_mistake_of_the_test() -> None:
    """A seven on a six-sided die shows at once."""
    entropy = ScriptedEntropy(bits=[16])

    with pytest.raises(AssertionError, match="not a number of 4 bits"):
        entropy.bits(4)
