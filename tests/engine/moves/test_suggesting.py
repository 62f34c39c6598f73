"""The engine's own next moves: there is always one, and one can finish by pressing."""

from collections import Counter

import pytest

from engine.changes import fold
from engine.model.change import Change
from engine.model.changes.situation import EndingReached, FlagSet, SceneSet
from engine.model.noun import Language
from engine.model.state import GameState
from engine.model.suggestion import Suggestion
from engine.moves.suggesting import engine_suggestions
from engine.table.opening import opening_state
from tests.engine.offline.evening import Evening
from tests.engine.offline.lamp_house import lamp_house
from tests.fakes.library import shipped_locales

HOUSE = lamp_house()


def suggested(*changes: Change, number: int = 1, language: Language = "en") -> tuple[Suggestion, ...]:
    state = fold(opening_state(HOUSE), changes)
    return engine_suggestions(HOUSE, state, shipped_locales()[language], number)


def labels(*changes: Change, number: int = 1) -> list[str]:
    return [suggestion.label for suggestion in suggested(*changes, number=number)]


def test_what_moves_the_story_is_offered_first() -> None:
    """A player without an idea gets one."""
    assert labels() == [
        "Ask Odda about the bell", "Take the key", "Out into the rain", "Talk to Odda",
    ]  # fmt: skip


def test_what_has_been_done_is_offered_no_more() -> None:
    """A button that changes nothing is a dead end."""
    done = [FlagSet(key="has_key", value=True)]

    assert "Take the key" not in labels(*done)


def test_a_closed_way_is_not_offered_and_an_open_one_is() -> None:
    """Nobody should press their way into a locked door."""
    assert "Down the cellar stairs" not in labels()
    assert "Down the cellar stairs" in labels(FlagSet(key="has_key", value=True))


@pytest.mark.parametrize("number", range(7))
@pytest.mark.parametrize("scene", ["hall", "cellar", "garden", None])
@pytest.mark.parametrize("language", ["en", "de", "it"])
def test_there_are_three_to_five_different_ones_that_fit_a_button(
    number: int, scene: str | None, language: Language
) -> None:
    """Wherever the party stands, there is something to press."""
    offered = suggested(SceneSet(scene_id=scene), number=number, language=language)

    assert 3 <= len(offered) <= 5
    assert [s.id for s in offered] == [f"e{i}" for i in range(1, len(offered) + 1)]
    assert len({s.label.casefold() for s in offered}) == len(offered)
    assert all(0 < len(s.label) <= 34 for s in offered)


def test_the_same_moment_gives_the_same_suggestions() -> None:
    """After a restart the buttons mean what they meant."""
    assert suggested(number=5) == suggested(number=5)


def test_what_does_not_fit_now_is_offered_the_next_turn() -> None:
    """Nothing is hidden for good by something else."""
    seen = {
        label for number in range(6) for label in labels(FlagSet(key="has_key", value=True), number=number)
    }

    assert {"Ask Odda about the bell", "Talk to Odda", "Down the cellar stairs", "Out into the rain"} <= seen


def test_after_the_end_the_suggestions_are_quiet_ones() -> None:
    """The story is over; the evening need not be."""
    assert labels(EndingReached(ending_id="dry")) == [
        "Stay a little longer", "Think back to how it began", "Say goodbye",
    ]  # fmt: skip


def test_before_the_opening_is_told_its_scene_counts() -> None:
    """The first buttons belong to the first scene."""
    empty = engine_suggestions(HOUSE, GameState(), shipped_locales()["en"], 0)

    assert "Take the key" in [suggestion.label for suggestion in empty]


def test_a_long_name_is_cut_at_a_word() -> None:
    """A button on a phone shows 34 characters."""
    long = HOUSE.cast[0].model_copy(update={"name": "Odda Wilhelmina Theodosia of the Lamp House"})
    house = HOUSE.model_copy(update={"cast": (long,)})

    offered = engine_suggestions(house, opening_state(house), shipped_locales()["en"], 1)

    assert offered[-1].label == "Talk to Odda Wilhelmina Theodosia…"


async def test_somebody_who_only_presses_finishes_the_adventure() -> None:
    """On a phone nobody wants to type."""
    evening, pressed = Evening(HOUSE), Counter[str]()
    await evening.begin()

    while evening.state.ending_id is None and len(evening.turns) < 30:
        choice = min(evening.state.suggestions, key=lambda suggestion: pressed[suggestion.label])
        pressed[choice.label] += 1
        await evening.choose(choice)

    assert evening.state.ending_id == "dry"
