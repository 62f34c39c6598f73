"""Looking around costs no turn and no model."""

from engine.changes import fold
from engine.model.changes.situation import FlagSet, SceneDescribed, SceneSet
from engine.model.session import Session
from engine.told.looking import Look, Way, look
from tests.engine.briefs import CELLAR_INN
from tests.engine.games_for_tests import playing_session


def game(*changes: SceneSet | FlagSet | SceneDescribed) -> Session:
    playing = playing_session("ann")
    state = fold(playing.head_state, changes)
    return playing.model_copy(update={"adventure": CELLAR_INN, "head_state": state})


def test_a_look_names_things_people_and_ways_and_says_which_are_shut() -> None:
    """Everything that can be played with, in one private answer."""
    assert look(game()) == Look(
        scene="The hall",
        text="You stand in the hall.",
        now="",
        things=("the key", "the lamp"),
        carried=(),
        people=(("Mags", "innkeeper"),),
        ways=(Way("To the yard", "The yard", True), Way("Down", "The cellar", False)),
        back=None,
    )


def test_what_was_taken_is_not_seen_again_and_what_it_opens_is_open() -> None:
    """The look follows the state, not the first description."""
    seen = look(game(FlagSet(key="has_key", value=True), SceneDescribed(text="The lamp burns blue.")))

    assert seen.things == ("the lamp",)
    assert seen.now == "The lamp burns blue."
    assert [way.is_open for way in seen.ways] == [True, True]


def test_off_the_map_the_way_back_is_named() -> None:
    """Nobody gets lost for good."""
    seen = look(game(SceneSet(scene_id=None), SceneDescribed(text="A road in the fog.")))

    assert (seen.scene, seen.text, seen.back) == (None, "A road in the fog.", "The hall")
