"""Any text is rolled or refused with a declared error, at once; and dice fall as they should."""

import contextlib
from collections import Counter
from collections.abc import Callable
from itertools import product
from time import perf_counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.dice.errors import DiceError
from engine.dice.limits import LIMITS
from engine.dice.rolling import roll
from engine.draws import Draws

PIECES = st.sampled_from(
    [
        *"0123456789dw%+-*/(),^!#<>=hl ",
        "kh",
        "kl",
        "p",
        "rr",
        "ro",
        "ra",
        "e",
        "mi",
        "ma",
        "adv",
        "d20",
        "3d6",
        "für",
    ]
)
LETTERS = st.one_of(st.text(max_size=220), st.lists(PIECES, max_size=80).map("".join))


@given(LETTERS, st.integers(0, 2**63 - 1))
@settings(max_examples=400)
def test_any_text_is_rolled_or_refused_and_takes_bounded_work(text: str, seed: int) -> None:
    """Anybody may write anything into a channel: the table must not wait, and no exception may come of it."""
    draws = Draws(seed, "any")

    try:
        rolled = roll(text, draws)
    except DiceError as error:
        place = error.position
    else:
        place = 0
        assert (
            tuple((die.sides, die.value if die.shows is None else die.shows) for die in rolled.dice)
            == draws.fallen
        )
        assert abs(rolled.total) <= LIMITS.total
    assert 0 <= place <= len(text)
    assert len(draws.fallen) <= 3 * LIMITS.dice + LIMITS.again


@pytest.mark.parametrize(
    "text", ["(" * 200, "9" * 200, "-" * 199 + "1", "1d6!" * 50, "(1," * 66, "100d1000rr<1000", "#" * 200]
)
def test_nothing_is_slow(text: str) -> None:
    """A second of one player's joke is a second of everybody's table."""
    since = perf_counter()

    with contextlib.suppress(DiceError):
        roll(text, Draws(1, "slow"))

    assert perf_counter() - since < 0.5


ALL_WAYS: list[tuple[str, int, Callable[..., int]]] = [
    ("1d20", 1, lambda a: a),
    ("2d6", 2, lambda a, b: a + b),
    ("2d6kh1", 2, max),
    ("2d6kl1", 2, min),
    ("d6 adv", 2, max),
    ("3d4pl1", 3, lambda *dice: sum(dice) - min(dice)),
    ("2d4r1", 4, lambda a, b, c, d: (c if a == 1 else a) + ((d if a == 1 else c) if b == 1 else b)),
    ("2d6mi2", 2, lambda a, b: max(a, 2) + max(b, 2)),
    ("(d4, d4)kh1 * 2", 2, lambda a, b: 2 * max(a, b)),
]
SIDES = {"1d20": 20, "2d6": 6, "2d6kh1": 6, "2d6kl1": 6, "d6 adv": 6, "2d6mi2": 6}
ROLLS = 6000


@pytest.mark.parametrize(("expression", "count", "outcome"), ALL_WAYS, ids=[each[0] for each in ALL_WAYS])
def test_totals_come_as_often_as_counting_all_ways_says(
    expression: str, count: int, outcome: Callable[..., int]
) -> None:
    """Loaded dice would favour somebody; here the number of ways is counted one by one and compared.

    The seeds are fixed, so it falls the same way each time. The bound is far out: four deviations.
    """
    faces = range(1, SIDES.get(expression, 4) + 1)
    ways = Counter(outcome(*dice) for dice in product(faces, repeat=count))
    every = sum(ways.values())

    seen = Counter(roll(expression, Draws(seed, "fair")).total for seed in range(ROLLS))

    assert set(seen) <= set(ways)
    expected = {total: ROLLS * number / every for total, number in ways.items()}
    distance = sum((seen[total] - mean) ** 2 / mean for total, mean in expected.items())
    free = len(ways) - 1
    assert distance < free + 4 * (2 * free) ** 0.5
