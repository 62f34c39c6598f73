"""The terminal's moves beside plain words: the same as at a table in Discord."""

from engine.model.update import StateUpdate
from tests.bot.terminal_for_tests import Evening
from tests.fakes.game_master import ScriptedMaster


def told(*stories: str) -> Evening:
    return Evening(model=ScriptedMaster([(story,) for story in stories], [(StateUpdate(),)] * len(stories)))


async def test_a_look_around_asks_no_model_and_begins_no_turn() -> None:
    """Looking costs nothing."""
    evening = told("Rain.")

    shown = await evening.play("1", ":look")

    assert "The hall" in shown
    assert "**" not in shown
    assert "turn 1" not in await evening.play(":state")


async def test_passing_and_moving_on_make_turns_without_a_deed() -> None:
    """When one does not know what to do, the world does."""
    shown = await told("Rain.", "It drips.", "It pours.").play("1", ":pass", ":continue")

    assert shown.index("It drips.") < shown.index("It pours.")


async def test_wishes_are_set_shown_and_taken_back() -> None:
    """Whoever plays alone is their own DM."""
    shown = await told("Rain.").play(
        "1", ":steer", ":steer tone sad", ":steer focus Zed", ":steer focus Ada", ":steer tone"
    )

    assert "Nothing steers the story" in shown
    assert "Tone sad" in shown
    assert "Nobody here is called “Zed”" in shown
    assert "In the light Ada" in shown
    assert "That no longer steers the story." in shown


async def test_versions_are_listed_and_an_earlier_one_counts_again() -> None:
    """The first telling was the better one."""
    evening = told("Rain.", "It sings.", "It shouts.")

    shown = await evening.play("1", "I wait.", ":versions", ":retry", ":versions", ":versions 1")

    assert "This moment was told once." in shown
    assert "1. It sings." in shown
    assert "2. (counts) It shouts." in shown
    assert shown.rindex("That version counts now.") < shown.rindex("It sings.")


async def test_dice_can_be_rolled_beside_the_story() -> None:
    """A table in a terminal has dice too; what cannot be read is pointed at, and no turn begins."""
    shown = await Evening(model=ScriptedMaster([("Rain.",)])).play(
        "1", ":roll 2d1+1 luck", ":roll 2d6 + x", ":status"
    )

    lines = shown.splitlines()
    assert any(line.endswith("rolls 2d1 (1, 1) + 1 = 3 (luck)") for line in lines)
    place = lines.index("2d6 + x")
    assert lines[place + 1] == "      ^"
    assert any(line.startswith("The dice are bound by ") for line in lines)
