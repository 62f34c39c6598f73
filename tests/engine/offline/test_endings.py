"""How a story without a model presses on, and how it ends."""

from tests.engine.offline.evening import Evening, repeats


async def test_only_waiting_moves_the_clock_and_ends_badly(evening: Evening) -> None:
    """Time is an opponent: it never wins the game for anybody."""
    told = [await evening.say("wait") for _ in range(40)]

    assert evening.state.ending_id == "drowned"
    assert "Water comes under the door." in told[1]
    assert "The house goes down the river." in told[5]
    assert "Wet Feet" in told[5]
    assert repeats(evening.turns) == []


async def test_a_turn_in_which_somebody_acts_does_not_move_the_clock(three: Evening) -> None:
    """One who waits does not cost the others time."""
    await three.say("wait", "look at the desk", "wait")

    assert "waited" not in three.flags


async def test_the_clock_can_be_eased(evening: Evening) -> None:
    """Doing something against the water must help."""
    for _ in range(3):
        await evening.say("wait")
    await evening.say("use the mop")

    assert evening.flags["waited"] == 2


async def test_a_good_ending_is_told_and_can_be_recognised(evening: Evening) -> None:
    """The end is told in full, once, and the game knows that it came."""
    for words in ("take the key", "go down to the cellar"):
        await evening.say(words)
    told = await evening.say("turn the wheel")

    assert "The wheel turns; the sluice shuts." in told
    assert "The river goes back to bed." in told
    assert told.endswith("The end: Dry Feet")
    assert evening.state.ending_id == "dry"


async def test_after_the_end_there_is_still_an_answer_and_nothing_changes(evening: Evening) -> None:
    """People linger after a story; it must not start to fall apart."""
    for words in ("take the key", "go down to the cellar", "turn the wheel"):
        await evening.say(words)
    flags = evening.flags
    for _ in range(12):
        await evening.say("go to the hall and wait")

    assert evening.flags == flags
    assert evening.state.situation.scene_id == "cellar"
    assert repeats(evening.turns) == []
