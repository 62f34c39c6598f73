"""What a record may change, and what it may not."""

import pytest

from engine.changes import fold
from engine.gamemaster import Brief
from engine.model.change import Change
from engine.model.changes.cast import CharacterAdded, KnowledgeGained, MoodSet, RelationshipSet
from engine.model.changes.kind import Origin
from engine.model.changes.situation import (
    FlagSet,
    SceneDescribed,
    SceneSet,
    ThreadClosed,
    ThreadOpened,
    TimelineAppended,
)
from engine.model.character import Character
from engine.model.suggestion import Suggestion
from engine.model.update import (
    CharacterResponse,
    CharacterUpdate,
    NewCharacter,
    SituationUpdate,
    StateUpdate,
    SuggestedMove,
    ThreadChanges,
)
from engine.moves.newcomers import NEWCOMERS_A_GAME, PREFIX
from engine.reading.recording import Recorded, changes_of
from tests.engine.briefs import brief, elsewhere


def model(change: Change) -> Change:
    return change.model_copy(update={"origin": "model"})


def situation(told: Brief | None = None, origin: Origin = "model", **parts: object) -> Recorded:
    update = StateUpdate(updated_situation=SituationUpdate.model_validate(parts))
    return changes_of(update, told or brief(), origin=origin)


def people(*updates: CharacterUpdate) -> Recorded:
    return changes_of(StateUpdate(updated_characters=updates), brief(), origin="model")


def moves(*suggested: SuggestedMove) -> Recorded:
    return changes_of(StateUpdate(suggestions=suggested), brief(), origin="model")


def test_a_record_becomes_changes_in_the_order_in_which_they_are_folded() -> None:
    """The story and the state say the same after a turn."""
    update = StateUpdate(
        updated_situation=SituationUpdate(
            scene_id="yard",
            current_scene="Rain\nin the yard.",
            new_timeline_entries=("They went out.",),
            open_threads_changes=ThreadChanges(added=("Who rang?",), removed=("who lit  the LAMP?",)),
            world_state_flags={"storm": True, "has_key": True},
            new_characters=(NewCharacter(name="Old Töm", role="groom"),),
        ),
        updated_characters=(
            CharacterUpdate(
                character_id="mags",
                current_mood="wary",
                knowledge_gained=("They left.",),
                relationship_changes={"pc-ann": "owes her"},
            ),
        ),
        responses=(CharacterResponse(character_id="Mags", type="speech", content="Go, then."),),
    )

    recorded = changes_of(update, brief(), origin="model")

    tom = Character(
        id="npc-old-tom", name="Old Töm", role="groom", is_user_character=False, place="yard", acted_on=3
    )
    expected: tuple[Change, ...] = (
        FlagSet(key="storm", value=True),
        FlagSet(key="has_key", value=True),
        SceneSet(scene_id="yard"),
        SceneDescribed(text="Rain in the yard."),
        TimelineAppended(text="They went out."),
        ThreadClosed(text="Who lit the lamp?"),
        ThreadOpened(text="Who rang?"),
        CharacterAdded(character=tom),
        MoodSet(character_id="mags", mood="wary"),
        KnowledgeGained(character_id="mags", text="They left."),
        RelationshipSet(character_id="mags", other_id="pc-ann", text="owes her"),
    )
    assert recorded == Recorded(tuple(model(c) for c in expected), named=("mags",))


def test_an_empty_record_changes_nothing() -> None:
    """Null means unchanged."""
    assert changes_of(StateUpdate(), brief(), origin="model") == Recorded(())


def test_a_mood_that_stays_is_no_change() -> None:
    """What is said to have changed under a story has changed."""
    told = elsewhere(brief(), MoodSet(character_id="mags", mood="wary"))
    update = StateUpdate(updated_characters=(CharacterUpdate(character_id="mags", current_mood="wary"),))

    assert changes_of(update, told, origin="model").changes == ()


@pytest.mark.parametrize(
    ("wanted", "reached"),
    [
        ("yard", "yard"), ("YARD", "yard"), ("the Yard", "yard"), ("cellar", "hall"), ("well", "hall"),
        ("hall", "hall"), ("the reedy pond's", "hall"), ("", "hall"), ("off_map", None),
    ],
)  # fmt: skip
def test_the_party_goes_only_where_a_way_is_open(wanted: str, reached: str | None) -> None:
    """The number of places does not grow because a model invents one, and no door opens by itself."""
    told = brief()

    recorded = situation(told, scene_id=wanted)

    assert fold(told.state, recorded.changes).situation.scene_id == reached


@pytest.mark.parametrize("wanted", ["cellar", "well"])
def test_a_way_that_the_same_turn_opens_may_be_gone(wanted: str) -> None:
    """Taking the key and going down is one story."""
    told = brief()

    recorded = situation(told, scene_id=wanted, world_state_flags={"has_key": True})

    assert fold(told.state, recorded.changes).situation.scene_id == wanted


def test_off_the_map_only_places_that_are_known_are_found_again() -> None:
    """Wandering off is no short cut to the end."""
    told = elsewhere(brief(), SceneSet(scene_id="yard"), SceneSet(scene_id=None))

    assert situation(told, scene_id="yard").changes == (model(SceneSet(scene_id="yard")),)
    assert situation(told, scene_id="well").changes == ()
    assert situation(told, scene_id="off_map") == Recorded(())


@pytest.mark.parametrize("name", ["mags", "MAGS", " Mags ", "pc-ann", "ANN"])
def test_a_person_is_known_by_id_or_name(name: str) -> None:
    """A model that writes a name instead of an id is understood."""
    assert people(CharacterUpdate(character_id=name, current_mood="wary")).changes


@pytest.mark.parametrize("name", ["mag", "npc-mags", "", "everyone", "ann bob"])
def test_a_typo_makes_nobody(name: str) -> None:
    """Unknown ids are dropped, and the log says so."""
    recorded = people(CharacterUpdate(character_id=name, current_mood="wary"))

    assert recorded.changes == ()
    assert recorded.warnings == (f"nobody is called {name!r}",)


def test_two_of_the_same_name_are_not_guessed_between() -> None:
    """Better no mood than the wrong person's."""
    twin = Character(id="npc-mags", name="Mags", role="twin", is_user_character=False)
    told = brief(CharacterAdded(character=twin.model_copy(update={"id": "npc-a", "name": "Twin"})))
    told = elsewhere(told, CharacterAdded(character=twin.model_copy(update={"id": "npc-b", "name": "Twin"})))

    update = StateUpdate(updated_characters=(CharacterUpdate(character_id="Twin", current_mood="sad"),))

    assert changes_of(update, told, origin="model").changes == ()


def test_nobody_but_its_player_acts_for_a_players_character() -> None:
    """The narrator never speaks for a player's character."""
    update = StateUpdate(
        responses=(CharacterResponse(character_id="pc-ann", type="speech", content="I yield."),)
    )

    recorded = changes_of(update, brief(), origin="model")

    assert (recorded.named, len(recorded.warnings)) == ((), 1)


def test_newcomers_are_named_counted_and_never_doubled() -> None:
    """One new face a turn, twelve a game, and nobody twice."""
    told = brief()
    two = (NewCharacter(name="Tom", role="groom"), NewCharacter(name="Una", role="cook"))
    came = situation(told, new_characters=two)
    told = elsewhere(told, *came.changes)

    again = situation(told, new_characters=(NewCharacter(name=" tom", role="king"),))
    namesake = situation(told, new_characters=(NewCharacter(name="Tom!", role="smith"),))

    assert [c.character.id for c in came.changes if isinstance(c, CharacterAdded)] == ["npc-tom"]
    assert again.changes == ()
    assert [c.character.id for c in namesake.changes if isinstance(c, CharacterAdded)] == ["npc-tom-2"]


@pytest.mark.parametrize("name", ["", " ", "\u200b", "???", "1", "…"])
def test_nobody_without_a_name_comes_in(name: str) -> None:
    """A cast of question marks is no cast."""
    assert situation(new_characters=(NewCharacter(name=name, role="guest"),)).changes == ()


def test_the_thirteenth_newcomer_stays_outside() -> None:
    """A crowd is not a cast."""
    crowd = [
        Character(id=f"{PREFIX}{i}", name=f"N{i}", role="", is_user_character=False)
        for i in range(NEWCOMERS_A_GAME)
    ]
    told = brief(*(CharacterAdded(character=c) for c in crowd))

    assert situation(told, new_characters=(NewCharacter(name="Tom", role="groom"),)).changes == ()


def test_suggestions_fit_their_buttons_and_stand_once() -> None:
    """Four buttons, each with its own words, each for somebody who is there."""
    long = "Climb the ivy to the highest window of all"

    recorded = moves(
        SuggestedMove(type="explore", label=f" {long} ", text="", risk_level="high", for_character="Ann"),
        SuggestedMove(label="Knock", text="Knock  at\nthe door.", for_character="mags"),
        SuggestedMove(label="KNOCK", text="knock at the DOOR."),
        SuggestedMove(label="", text="Wait."),
        SuggestedMove(label=" ", text=""),
        SuggestedMove(label="Sing", text="Sing."),
        SuggestedMove(label="Run", text="Run."),
    )

    first = Suggestion(
        id="m1", type="explore", label="Climb the ivy to the highest wind…", text=long, risk_level="high",
        for_character="pc-ann",
    )  # fmt: skip
    others = [("Knock", "Knock at the door."), ("Wait.", "Wait."), ("Sing", "Sing.")]
    assert recorded.suggestions == (
        first,
        *(
            Suggestion(id=f"m{n}", type="action", label=label, text=text, risk_level="medium")
            for n, (label, text) in enumerate(others, start=2)
        ),
    )
    assert recorded.changes == ()


def test_two_moves_of_one_name_are_told_apart_by_their_texts() -> None:
    """A small model calls everything "open"; the table still has a choice."""
    recorded = moves(
        SuggestedMove(label="Open", text="Open the door."),
        SuggestedMove(label="Open", text="Open the chest."),
    )

    assert [s.label for s in recorded.suggestions] == ["Open", "Open the chest."]


def test_our_own_game_master_may_do_what_the_adventure_says() -> None:
    """Its updates come from the data: any flag, any scene, texts as they are written."""
    flags = {"waited": 3, "dawn": True, "has_key": None, "Any key": "[x]"}
    told = brief(FlagSet(key="has_key", value=True))

    recorded = situation(told, "system", scene_id="well", world_state_flags=flags, current_scene="<A> [lamp]")

    assert recorded == Recorded(
        (
            *(FlagSet(key=k, value=v) for k, v in flags.items()),
            SceneSet(scene_id="well"),
            SceneDescribed(text="<A> [lamp]"),
        )
    )
