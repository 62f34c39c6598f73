"""What happened so far: right without a model, and short enough to be read."""

from datetime import timedelta

from engine.changes import fold
from engine.model.action import MergedAction
from engine.model.changes.seats import SeatAway, SeatTaken
from engine.model.changes.situation import SceneSet, ThreadOpened, TimelineAppended
from engine.model.turn import Turn
from engine.told.catching_up import CatchUp, catch_up
from engine.told.journal import Evening, evenings
from engine.told.recap import LINES, recap
from tests.engine.games_for_tests import playing_session, session, turn
from tests.fakes.clock import LONG_AGO


def told(number: int, *events: str, by: str = "ann", narrative: str = "It rains.") -> Turn:
    return turn(
        id=f"t{number}",
        number=number,
        narrative=narrative,
        actions=(
            MergedAction(
                source_ids=(str(number),),
                player_id=by,
                player_name=by,
                character_id=f"pc-{by}",
                type="action",
                content=f"I do {number}.",
            ),
        ),
        changes=tuple(TimelineAppended(text=text) for text in events),
    )


def test_a_recap_says_where_the_party_is_what_happened_and_what_is_open() -> None:
    """A table that comes back after a week can go on."""
    game = playing_session("ann", "bob")
    changes = (
        SceneSet(scene_id="yard"),
        ThreadOpened(text="Who dug the well?"),
        SeatAway(player_id="bob", away_until=""),
    )
    game = game.model_copy(update={"head_state": fold(game.head_state, changes)})

    found = recap(game, [told(1, "Ann took the key."), told(2, "The cellar is open.", by="bob")])

    assert found.scene == "The yard"
    assert found.events == ("Ann took the key.", "The cellar is open.")
    assert [(m.character.name, m.doing, m.is_away) for m in found.party] == [
        ("ann", "I do 1.", False),
        ("bob", "I do 2.", True),
    ]
    assert found.threads[-1] == "Who dug the well?"


def test_a_private_recap_begins_at_the_askers_own_last_action() -> None:
    """Whoever looked away for ten minutes reads what they missed, and no more."""
    turns = [told(1, "One."), told(2, "Two.", by="bob"), told(3, "Three.", by="bob")]

    assert recap(playing_session("ann", "bob"), turns, "bob").events == ("Three.",)
    assert recap(playing_session("ann", "bob"), turns, "ann").events == ("One.", "Two.", "Three.")
    assert recap(playing_session("ann", "bob"), turns, "cy").since == 1


def test_a_turn_of_which_nothing_was_written_down_is_told_by_its_first_words() -> None:
    """No turn is missing from a recap."""
    long = "The lamp goes out. " + "Rain falls on the roof, and nobody speaks for a while. " * 8

    (event,) = recap(session(), [told(1, narrative=long)]).events

    assert event.startswith("The lamp goes out.")
    assert event.endswith(".")
    assert len(event) <= 200


def test_a_recap_of_a_long_story_holds_its_newest_events() -> None:
    """It is read at a glance."""
    turns = [told(n, f"Event {n}.") for n in range(1, 30)]

    assert recap(session(), turns).events == tuple(f"Event {n}." for n in range(30 - LINES, 30))


def test_the_journal_parts_the_story_by_evenings() -> None:
    """When was that, and what did we do?"""
    week = timedelta(days=7)
    first, second = told(1, "One."), told(2, "Two.")
    later = told(3, "Three.").model_copy(
        update={"began_at": LONG_AGO + week, "ended_at": LONG_AGO + week + timedelta(seconds=9)}
    )

    assert evenings([first, second, later]) == (
        Evening(LONG_AGO, LONG_AGO + timedelta(seconds=9), (1, 2), ("One.", "Two.")),
        Evening(LONG_AGO + week, LONG_AGO + week + timedelta(seconds=9), (3, 3), ("Three.",)),
    )


def test_a_late_joiner_learns_where_they_are_with_whom_and_what_is_asked() -> None:
    """Four lines and a first move: nobody reads back sixty messages."""
    game = playing_session("ann", "bob")
    changes = (SeatTaken(player_id="cy", player_name="cy", character_id="pc-bob"),)
    game = game.model_copy(update={"head_state": fold(game.head_state, changes)})

    assert catch_up(game, [told(1, "One."), told(2, "Two."), told(3, "Three.")], "cy") == CatchUp(
        scene="The hall",
        lately=("Two.", "Three."),
        company=("ann", "Mags"),
        thread="Who lit the lamp?",
        first_move="",
    )
