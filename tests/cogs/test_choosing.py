"""Rules of choosing: buttons, and numbers that are typed."""

from cogs import ids
from engine.model.update import StateUpdate, SuggestedMove
from tests.cogs.stage import Evening, Stage, buttons, private_text, said


async def test_a_pressed_suggestion_is_the_players_action(evening: Evening) -> None:
    """The fastest way to play."""
    await evening.played()
    moment = await evening.head()

    result = await evening.ada.click(evening.last(), label=_first(evening))
    await evening.rested()

    turn = await evening.head()
    assert moment.suggestions[0].text in private_text(result)
    assert turn.actions[0].selected_suggestion_id == moment.suggestions[0].id
    assert turn.actions[0].type == "choice"


async def test_old_buttons_stay_but_are_dead_and_show_what_was_chosen(evening: Evening) -> None:
    """The channel stays readable: what was offered, and what was taken."""
    await evening.played()
    opening = evening.last()

    await evening.ada.click(opening, label=_first(evening))
    await evening.rested()

    old = next(m for m in evening.channel.history() if m.id == opening.id)
    assert all(is_dead for _, is_dead in buttons(old))
    assert buttons(old)[0][0].startswith("✓ 1. ")


async def test_a_second_press_gets_a_private_hint(evening: Evening, stage: Stage) -> None:
    """Two quick presses are one wish, not two turns."""
    await evening.played()
    await evening.gathers_long()
    message = evening.last()

    await evening.ada.click(message, label=_first(evening))
    result = await evening.ada.click(message, label=_first(evening))

    assert private_text(result) == said("errors.already-acted")
    assert len(await stage.store.inbox((await evening.game()).id)) == 1


async def test_several_players_press_while_the_table_gathers(evening: Evening) -> None:
    """A turn belongs to everybody who is quick enough."""
    await evening.played()
    await evening.gathers_long()
    message = evening.last()

    await evening.ada.click(message, label=_first(evening))
    await evening.bo.click(message, label=_first(evening))
    await evening.time_passes()

    assert [a.player_name for a in (await evening.head()).actions] == ["ann", "bob"]


async def test_a_press_on_an_older_turn_gets_a_private_hint(evening: Evening) -> None:
    """A button from yesterday must not move today's story."""
    await evening.played()
    session = await evening.game()
    old = ids.choice(session.head_turn_id or "", 0, (await evening.head()).suggestions[0].text)
    await evening.ada.send(evening.channel, "> I wait")
    await evening.rested()

    result = await evening.bo.click(await evening.with_button(old), custom_id=old)

    assert private_text(result) == said("errors.old-moment")
    assert (await evening.head()).number == 1


async def test_a_number_that_chooses_nothing_is_talk_where_people_talk(evening: Evening) -> None:
    """“How many are we?” “42.” That is no deed of anybody's."""
    await evening.played()

    for typed in ("42", "0"):
        await evening.ada.send(evening.channel, typed)
    await evening.env.settle()

    assert (await evening.head()).number == 0


async def test_a_typed_number_chooses_the_suggestion(evening: Evening) -> None:
    """Nobody needs a mouse to play."""
    await evening.played()
    moment = await evening.head()

    await evening.ada.send(evening.channel, "1")
    await evening.rested()

    turn = await evening.head()
    assert turn.actions[0].content == moment.suggestions[0].text
    assert turn.actions[0].selected_suggestion_id == moment.suggestions[0].id


async def test_the_models_suggestions_take_the_place_of_the_engines(evening: Evening, stage: Stage) -> None:
    """The buttons should follow the story that was just told."""
    move = SuggestedMove(type="action", label="Hug the lamp", text="I hug the lamp.", risk_level="high")
    stage.model.updates.extend(
        [(StateUpdate(), StateUpdate()), (StateUpdate(suggestions=(move,)), StateUpdate(suggestions=(move,)))]
    )
    await evening.played()

    await evening.ada.send(evening.channel, "> I wait")
    await evening.rested()

    message = evening.last()
    assert buttons(message)[0] == ("1. Hug the lamp", False)
    assert "1. I hug the lamp. *(high risk)*" in (message.embeds[0].description or "")


def _first(evening: Evening) -> str:
    message = evening.last()
    return buttons(message)[0][0]
