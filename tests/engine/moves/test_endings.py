"""How the game knows that a story has ended, and what presses towards it."""

import pytest

from engine.changes import fold
from engine.model.change import Change
from engine.model.changes.situation import EndingReached, FlagSet, SceneSet
from engine.model.noun import Flag
from engine.model.state import GameState
from engine.moves.endings import pressing, reached, waited
from engine.table.opening import opening_state
from tests.engine.offline.lamp_house import lamp_house

HOUSE = lamp_house()


def after(*changes: Change) -> GameState:
    return fold(opening_state(HOUSE), changes)


def test_an_ending_needs_its_flags_and_its_place() -> None:
    """Shutting the sluice in a dream on the terrace ends nothing."""
    shut = FlagSet(key="shut", value=True)

    assert reached(HOUSE, after()) is None
    assert reached(HOUSE, after(shut)) is None
    assert reached(HOUSE, after(shut, SceneSet(scene_id="cellar"))) == HOUSE.endings[0]


def test_the_first_ending_that_holds_is_the_one() -> None:
    """Who shuts the sluice at the last moment has won."""
    both = (FlagSet(key="shut", value=True), FlagSet(key="drowned", value=True), SceneSet(scene_id="cellar"))

    assert reached(HOUSE, after(*both)) == HOUSE.endings[0]


def test_a_story_ends_only_once() -> None:
    """After the end no second end is told."""
    state = after(FlagSet(key="drowned", value=True), EndingReached(ending_id="dry"))

    assert reached(HOUSE, state) is None
    assert pressing(HOUSE, state) == ()


@pytest.mark.parametrize(
    ("stand", "pressures"),
    [
        (0, ()),
        (2, ("The water is ankle-deep.",)),
        (9, ("The water is knee-deep.", "The house is lost.")),
    ],
)
def test_what_presses_follows_the_clock(stand: int, pressures: tuple[str, ...]) -> None:
    """The narrator, whoever it is, knows how high the water stands."""
    assert pressing(HOUSE, after(FlagSet(key="waited", value=stand))) == pressures


@pytest.mark.parametrize("nonsense", [True, "late", -3])
def test_nonsense_on_the_clock_counts_as_nothing(nonsense: Flag) -> None:
    """A model may write anything into a flag."""
    assert waited(after(FlagSet(key="waited", value=nonsense))) == 0
