"""What a host or a DM decides holds from the next turn on, and for nobody else's game."""

import pytest

from engine.errors import BadSetting, NotAllowed
from engine.model.state import Steering
from engine.requests import Person
from tests.engine.table_for_tests import HOST, Table

BOB = Person("bob", "bob")


async def test_a_setting_holds_at_once_while_nothing_is_told() -> None:
    """Shorter, please: the next turn is."""
    table = Table()
    await table.play("ann", "bob")

    changed = await table.games.change(table.game_id, HOST, {"style": "short", "delivery": "whole"})

    assert not changed.is_later
    assert (await table.game()).settings == changed.session.settings
    assert changed.session.settings.style == "short"
    with pytest.raises(NotAllowed):
        await table.games.change(table.game_id, BOB, {"style": "long"})
    with pytest.raises(BadSetting):
        await table.games.change(table.game_id, HOST, {"style": "epic"})


async def test_a_turn_under_way_is_told_as_it_began() -> None:
    """Half a turn in one voice and half in another would be neither."""
    table = Table()
    await table.play("ann", narrator="human")
    waiting = await table.game()

    changed = await table.games.change(table.game_id, HOST, {"style": "short"})
    more = await table.games.change(table.game_id, HOST, {"gather": "9"})

    assert changed.is_later
    assert more.is_later
    assert more.session.settings == waiting.settings
    assert more.session.next_settings is not None
    assert (more.session.next_settings.style, more.session.next_settings.gather_s) == ("short", 9.0)


async def test_what_was_set_for_later_holds_in_the_next_turn() -> None:
    """And nothing of it is left over."""
    table = Table()
    await table.play("ann")
    session = await table.game()
    later = session.settings.model_copy(update={"style": "long"})
    await table.store.change_session(session.model_copy(update={"next_settings": later}))

    game = await table.act("ann", "I knock.")

    assert (game.settings.style, game.next_settings) == ("long", None)


async def test_a_host_steers_the_story_and_takes_it_back() -> None:
    """Tone, direction, who is in the light, and a note to the narrator."""
    table = Table()
    await table.play("ann", "bob")

    for part, wish in (
        ("tone", "tense"),
        ("direction", "down into the cellar"),
        ("focus", "Ada, mags, Nobody"),
        ("note", "The lamp\nlistens."),
    ):
        await table.games.steer(table.game_id, HOST, part, wish, f"steer-{part}")  # type: ignore[arg-type]  # one of the four words

    assert (await table.game()).head_state.steering == Steering(
        desired_tone="tense",
        preferred_direction="down into the cellar",
        focus_characters=("mags", "ada"),
        note="The lamp\nlistens.",
    )
    game = await table.games.steer(table.game_id, HOST, "tone", "", "steer-off")
    assert game.head_state.steering.desired_tone is None
    with pytest.raises(NotAllowed):
        await table.games.steer(table.game_id, BOB, "tone", "silly", "steer-bob")


async def test_only_host_and_dm_take_turns_back() -> None:
    """What the table has lived through is not one player's to take away."""
    table = Table()
    await table.play("ann", "bob")
    await table.act("bob", "I knock.")

    with pytest.raises(NotAllowed):
        await table.games.undo(table.game_id, BOB)
