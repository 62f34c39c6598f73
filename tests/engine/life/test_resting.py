"""A game that rests starts nothing by itself, and comes back as it was."""

import pytest

from engine.errors import ChannelTaken, GameNotPlaying, NotAllowed, NotFinished
from engine.events import StatusChanged
from engine.requests import Person
from tests.engine.table_for_tests import HOST, Table

BOB, STRANGER, DM = Person("bob", "bob"), Person("eve", "Eve"), Person("dm", "Dee", may_direct=True)
HOURS = 3600.0
DAYS = 24 * HOURS


async def test_everybody_at_the_table_may_pause_and_nobody_else() -> None:
    """Whoever needs a break does not ask for leave."""
    table = Table()
    await table.play("ann", "bob")

    with pytest.raises(NotAllowed):
        await table.games.pause(table.game_id, STRANGER)
    assert (await table.games.pause(table.game_id, BOB)).status == "paused"
    with pytest.raises(GameNotPlaying):
        await table.send("ann", "I knock.")


async def test_after_four_hours_the_next_message_starts_nothing() -> None:
    """Somebody who remembers a joke on Tuesday does not begin an evening alone."""
    table = Table()
    await table.play("ann")
    await table.clock.advance(4 * HOURS)

    with pytest.raises(GameNotPlaying) as refused:
        await table.send("ann", "I knock.")

    assert refused.value.blanks == {"status": "asleep"}
    assert (await table.game()).status == "asleep"
    assert await table.told() == ["Turn 0 is told."]


async def test_a_table_at_which_people_act_does_not_fall_asleep() -> None:
    """A long evening is one evening."""
    table = Table()
    await table.play("ann")
    for _ in range(3):
        await table.clock.advance(3.9 * HOURS)
        await table.act("ann", "I wait.")

    assert (await table.game()).status == "playing"


async def test_idle_tables_are_put_to_sleep_and_their_surfaces_hear_of_it() -> None:
    """Continue stands in the channel before anybody asks for it."""
    table = Table()
    await table.play("ann")
    assert await table.games.doze() == ()
    await table.clock.advance(4 * HOURS)
    table.surface.events.clear()

    fallen = await table.games.doze()
    await table.turns.announcing.shown(table.game_id)

    assert [game.status for game in fallen] == ["asleep"]
    assert table.surface.events == [StatusChanged(await table.game())]


async def test_a_table_that_waits_for_its_dm_does_not_fall_asleep() -> None:
    """What was begun is not put away half told."""
    table = Table()
    table.clock.instant = False
    await table.gather("ann", narrator="human")
    await table.games.begin(table.game_id, HOST)
    await table.turns.settled(table.game_id)
    changed = (await table.game()).model_copy(update={"status": "playing"})
    await table.store.change_session(changed)
    await table.clock.advance(300)

    assert await table.games.doze() == ()


async def test_a_woken_table_plays_on_and_its_four_hours_begin_anew() -> None:
    """Continue means continue."""
    table = Table()
    await table.play("ann")
    await table.clock.advance(30 * DAYS)
    await table.games.doze()

    await table.games.wake(table.game_id)
    await table.act("ann", "I knock.")

    assert await table.told() == ["Turn 0 is told.", "Turn 1 is told."]


async def test_a_finished_story_can_be_taken_up_again_within_a_month() -> None:
    """People change their minds; the channel was free meanwhile."""
    table = Table()
    await table.play("ann")
    await table.games.finish(table.game_id, HOST)
    await table.clock.advance(29 * DAYS)

    with pytest.raises(NotAllowed):
        await table.games.reopen(table.game_id, BOB)
    game = await table.games.reopen(table.game_id, DM)

    assert (game.status, game.finished_at) == ("asleep", None)
    assert await table.told() == ["Turn 0 is told."]


async def test_a_story_is_not_taken_up_again_after_too_long_or_over_another() -> None:
    """Two stories in one room would be none."""
    table = Table()
    await table.play("ann")
    first = table.game_id
    with pytest.raises(NotFinished):
        await table.games.reopen(first, HOST)
    await table.games.finish(first, HOST)
    await table.gather("bob")

    with pytest.raises(ChannelTaken):
        await table.games.reopen(first, HOST)
    await table.games.finish(table.game_id, HOST)
    await table.clock.advance(31 * DAYS)
    with pytest.raises(NotFinished):
        await table.games.reopen(first, HOST)


async def test_a_gathering_that_was_called_off_gathers_again() -> None:
    """It had not begun, so there is nothing to continue."""
    table = Table()
    await table.gather("ann")
    await table.games.finish(table.game_id, HOST)

    assert (await table.games.reopen(table.game_id, HOST)).status == "gathering"
