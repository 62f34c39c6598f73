"""What may enter the inbox, and how actions become a turn's."""

from typing import Any

import pytest

from engine.errors import AlreadyActed, EmptyAction, GameNotPlaying, NotAtTable, OldMoment, TableFull
from engine.model.action import Action, MergedAction, ToolCall
from engine.table.inbox import WORDS_KEPT, admitted, merged
from tests.engine.games_for_tests import action, playing_session, turn

GAME = playing_session("ann", "ben")


def test_an_action_is_kept_with_the_character_whom_its_player_moves() -> None:
    """A surface need not know who plays whom."""
    kept = admitted(action("ann", "  I listen. \n", character_id=""), GAME, None, [])

    assert kept == action("ann", "I listen.", character_id="pc-ann")


def test_a_very_long_message_is_cut_to_what_discord_allows() -> None:
    """One player cannot fill the model's memory alone."""
    assert len(admitted(action("ann", "a" * 9999), GAME, None, []).content) == WORDS_KEPT


@pytest.mark.parametrize("nothing", ["", "   ", "\n\t", "\u200b\u200b", "\u0000", "\u3164\u2800", "\ufe0f"])
def test_words_that_nobody_can_see_are_no_action(nothing: str) -> None:
    """An empty message does not take a turn."""
    with pytest.raises(EmptyAction):
        admitted(action("ann", nothing), GAME, None, [])


def test_only_those_at_the_table_act() -> None:
    """A passer-by's chatter is not part of the story."""
    with pytest.raises(NotAtTable):
        admitted(action("stranger", "I burn it down."), GAME, None, [])


@pytest.mark.parametrize("status", ["gathering", "paused", "asleep", "finished"])
def test_a_game_that_does_not_play_takes_no_actions(status: Any) -> None:
    """Nothing happens behind the table's back."""
    with pytest.raises(GameNotPlaying) as caught:
        admitted(action("ann", "I go."), GAME.model_copy(update={"status": status}), None, [])

    assert caught.value.blanks == {"status": status}


def test_a_button_of_a_turn_that_is_over_does_nothing() -> None:
    """An old button has a defined end."""
    with pytest.raises(OldMoment):
        admitted(action("ann", "Go", pressed_turn_id="older"), GAME, None, [])


def test_buttons_count_as_soon_as_their_turn_is_told() -> None:
    """Nobody waits for the bookkeeping."""
    current = turn(id="now", status="narrated")
    session = GAME.model_copy(update={"current_turn_id": "now"})
    press = action("ann", "Go", pressed_turn_id="now")

    assert admitted(press, session, current, []).pressed_turn_id == "now"
    with pytest.raises(OldMoment):
        admitted(press, session, current.model_copy(update={"status": "resolved"}), [])


def test_each_players_first_press_counts() -> None:
    """Two may press; one may not press twice."""
    first = action("ann", "Go", pressed_turn_id="t0")

    second = admitted(action("ben", "Go", source_id="2", pressed_turn_id="t0"), GAME, None, [first])
    assert second.player_id == "ben"
    with pytest.raises(AlreadyActed):
        admitted(action("ann", "Stay", source_id="3", pressed_turn_id="t0"), GAME, None, [first])


def test_a_ninth_player_is_told_that_eight_already_wait() -> None:
    """A turn stays readable."""
    names = [f"p{n}" for n in range(9)]
    game = playing_session(*names)
    waiting = [action(name, "I act.", source_id=name) for name in names[:8]]

    with pytest.raises(TableFull):
        admitted(action("p8", "Me too."), game, None, waiting)
    assert admitted(action("p0", "And more.", source_id="x"), game, None, waiting).player_id == "p0"


def test_several_messages_of_one_player_are_one_action() -> None:
    """People write as they think."""
    actions: list[Action] = [
        action("ann", "I open", source_id="1"),
        action("ben", "I wait", source_id="2"),
        action("ann", "the door", source_id="3"),
    ]

    assert merged(actions) == (
        MergedAction(
            source_ids=("1", "3"), player_id="ann", player_name="ann", character_id="pc-ann",
            type="action", content="I open\nthe door",
        ),
        MergedAction(
            source_ids=("2",), player_id="ben", player_name="ben", character_id="pc-ben",
            type="action", content="I wait",
        ),
    )  # fmt: skip


def test_what_was_pressed_keeps_its_call_when_words_are_added() -> None:
    """Talking while pressing does not undo the press."""
    call = ToolCall(tool="roll-dice", args={"die": "d20"})
    pressed = action("ann", "Climb", source_id="2", type="choice", selected_suggestion_id="e1")

    (one,) = merged([action("ann", "Carefully.", source_id="1"), pressed.model_copy(update={"call": call})])

    assert (one.type, one.selected_suggestion_id, one.call) == ("choice", "e1", call)
    assert one.content == "Carefully.\nClimb"
