"""Rules of the input setting, of whoever does not play, and of taking words out of the story."""

import pytest

from engine.model.session import Hearing
from tests.cogs.stage import Evening, buttons, private_text, said

MENU = "Not an action"


async def hears(evening: Evening, hearing: Hearing) -> None:
    session = await evening.game()
    settings = session.settings.model_copy(update={"hearing": hearing})
    await evening.stage.store.change_session(session.model_copy(update={"settings": settings}))


@pytest.mark.parametrize(
    ("hearing", "counts"),
    [("auto", [False, True]), ("marked", [False, True]), ("all", [True, True]), ("none", [False, False])],
)
async def test_a_game_hears_what_it_is_set_to_hear(
    evening: Evening, hearing: Hearing, counts: list[bool]
) -> None:
    """Each table decides how it plays."""
    await evening.played()
    await hears(evening, hearing)
    counted = []
    for words in ("I open the door", "> I open the door"):
        before = (await evening.head()).number
        await evening.ada.send(evening.channel, words)
        await evening.rested()
        counted.append((await evening.head()).number > before)

    assert counted == counts


async def test_an_edit_that_takes_the_mark_away_takes_the_action_back(evening: Evening) -> None:
    """Without its mark it is talk, as it would have been at once."""
    await evening.played()
    await evening.gathers_long()
    sent = await evening.ada.send(evening.channel, "> I scream")

    await evening.ada.edit(sent, "I scream for tea")
    await evening.time_passes()

    assert (await evening.head()).number == 0


async def test_a_heard_message_gets_an_eye(evening: Evening) -> None:
    """It only decorates: the line says the same in words."""
    await evening.played()

    sent = await evening.ada.send(evening.channel, "> I wait")
    await evening.rested()

    [message] = [m for m in evening.channel.history() if m.id == sent.id]
    assert [str(reaction.emoji) for reaction in message.reactions] == ["\N{EYE}\N{VARIATION SELECTOR-16}"]


async def test_who_has_not_joined_is_told_once_with_the_way_in(evening: Evening) -> None:
    """An ignored newcomer goes away; a nagged one, too."""
    await evening.played()
    cy = evening.guild.add_member(evening.env.create_user("cyd"))

    await cy.send(evening.channel, "> I kick the door")
    await evening.env.settle()
    offer = evening.last()
    await cy.send(evening.channel, "> I kick it again")
    await evening.env.settle()

    assert offer.content == said("acting.stranger.text", name="cyd", title="The Inn")
    assert buttons(offer) == [("Join", False)]
    assert evening.texts().count(offer.content) == 1


async def test_talk_of_somebody_who_has_not_joined_is_left_alone(evening: Evening) -> None:
    """A channel belongs to its people."""
    await evening.played()
    cy = evening.guild.add_member(evening.env.create_user("cyd"))
    before = evening.texts()

    await cy.send(evening.channel, "nice story")
    await cy.send(evening.channel, "((really))")
    await cy.send(evening.channel, "2")
    await evening.env.settle()

    assert evening.texts() == [*before, "nice story", "((really))", "2"]


async def test_a_watcher_is_not_asked_to_join(evening: Evening) -> None:
    """They have said what they want."""
    await evening.played()
    cy = evening.guild.add_member(evening.env.create_user("cyd"))
    gathering = next(m for m in evening.channel.history() if m.content.startswith("## "))
    await cy.click(gathering, label="Watch")

    await cy.send(evening.channel, "> go on!")
    await evening.env.settle()

    assert evening.texts()[-1] == "> go on!"


async def test_not_an_action_takes_a_message_out_in_time(evening: Evening) -> None:
    """“That was meant for you, not for the story.”"""
    await evening.played()
    await evening.gathers_long()
    sent = await evening.ada.send(evening.channel, "> pizza?")

    result = await evening.ada.context_menu(evening.channel, MENU, sent)
    await evening.time_passes()

    assert private_text(result) == said("acting.not-an-action.withdrawn")
    assert (await evening.head()).number == 0


async def test_not_an_action_forgets_the_words_that_a_turn_has_taken(evening: Evening) -> None:
    """What happened stays; what was said is gone from every prompt."""
    await evening.played()
    sent = await evening.ada.send(evening.channel, "> my phone number is 555")
    await evening.rested()

    result = await evening.ada.context_menu(evening.channel, MENU, sent)

    assert private_text(result) == said("acting.not-an-action.taken")
    forgotten = await evening.stage.store.forgotten((await evening.game()).id)
    assert [f.source_id for f in forgotten] == [str(sent.id)]


async def test_not_an_action_of_talk_says_so_and_others_may_not(evening: Evening) -> None:
    """Nobody takes away another's words, except who directs."""
    await evening.played()
    talk = await evening.ada.send(evening.channel, "tea?")

    never = await evening.ada.context_menu(evening.channel, MENU, talk)
    refused = await evening.bo.context_menu(evening.channel, MENU, talk)
    directed = await evening.host.context_menu(evening.channel, MENU, talk)

    assert private_text(never) == said("acting.not-an-action.never")
    assert "whoever wrote the message" in private_text(refused)
    assert private_text(directed) == said("acting.not-an-action.never")
