"""The state card: one glance says what a turn changed, and gives no secret away."""

from engine.changes import fold
from engine.model.change import Change
from engine.model.changes.cast import CharacterAdded, KnowledgeGained, MoodSet, RelationshipSet
from engine.model.changes.situation import (
    EndingReached,
    FlagSet,
    PressuresSet,
    SceneSet,
    ThreadClosed,
    ThreadOpened,
    TimelineAppended,
)
from engine.model.character import Character
from engine.model.fact import Fact
from engine.model.turn import Resolution
from engine.told.changed import changed
from tests.engine.games_for_tests import playing_session, turn


def card(*changes: Change) -> tuple[Fact, ...]:
    game = playing_session("ann", "bob")
    game = game.model_copy(update={"head_state": fold(game.head_state, changes)})
    return changed(game, turn(changes=changes))


def test_what_concerns_the_whole_table_comes_before_what_concerns_one_of_them() -> None:
    """A line on a phone holds two or three things: they have to be the right ones."""
    lines = card(
        MoodSet(character_id="mags", mood="wary"),
        RelationshipSet(character_id="mags", other_id="pc-ann", text="owes her"),
        KnowledgeGained(character_id="pc-ann", text="the lamp hears"),
        ThreadOpened(text="Who dug the well?"),
        ThreadClosed(text="Who lit the lamp?"),
        PressuresSet(texts=("It rains.", "The road floods.")),
        CharacterAdded(character=Character(id="otto", name="Otto", role="a carter", is_user_character=False)),
        SceneSet(scene_id="yard"),
        EndingReached(ending_id="dawn"),
    )

    assert lines == (
        Fact(code="ending", args={"text": "Dawn"}),
        Fact(code="scene", args={"text": "The yard"}),
        Fact(code="pressure", args={"text": "The road floods."}),
        Fact(code="settled", args={"text": "Who lit the lamp?"}),
        Fact(code="thread", args={"text": "Who dug the well?"}),
        Fact(code="enters", args={"who": "Otto", "text": "a carter"}),
        Fact(code="bond", args={"who": "Mags", "whom": "ann", "text": "owes her"}),
        Fact(code="mood", args={"who": "Mags", "text": "wary"}),
        Fact(code="knows", args={"who": "ann", "text": "the lamp hears"}),
    )


def test_what_only_the_narrator_knows_is_not_on_the_card() -> None:
    """World flags are its notes, and what an NPC has learned is a secret."""
    assert (
        card(
            FlagSet(key="lamp_lied", value=True),
            KnowledgeGained(character_id="mags", text="Ann took the key"),
            TimelineAppended(text="Ann took the key."),
        )
        == ()
    )


def test_a_turn_that_changed_nothing_has_no_card() -> None:
    """Small talk is not reported."""
    assert card() == ()


def test_what_the_tools_changed_is_on_the_card_as_well() -> None:
    """Dice move the party as words do."""
    moved = SceneSet(scene_id="yard")
    told = turn(resolution=Resolution(changes=(moved,)))

    assert changed(playing_session("ann"), told) == (Fact(code="scene", args={"text": "The yard"}),)


def test_what_changed_twice_in_a_turn_is_told_once() -> None:
    """The last word counts."""
    assert card(SceneSet(scene_id=None), SceneSet(scene_id=None)) == (Fact(code="off-map"),)
