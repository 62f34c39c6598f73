"""Rules of playing in a channel: messages, commands and buttons become turns."""

import asyncio

import discord

from cogs.listening import ListeningCog
from engine.errors import ModelUnreachable
from tests.cogs.stage import Evening, Stage, buttons, posts, private, private_text


async def test_a_marked_message_makes_a_turn(evening: Evening) -> None:
    """Playing is as easy as writing."""
    await evening.played()

    await evening.ada.send(evening.channel, "> I open the door")
    await evening.rested()

    turn = await evening.head()
    assert evening.texts()[-1] == "Turn 1 is told."
    assert [(a.player_name, a.content) for a in turn.actions] == [("ann", "I open the door")]


async def test_unmarked_talk_in_a_common_channel_is_left_alone(evening: Evening) -> None:
    """The channel belongs to its people first."""
    await evening.played()

    await evening.ada.send(evening.channel, "who wants tea?")
    await evening.env.settle()

    assert (await evening.head()).number == 0


async def test_in_a_thread_made_for_the_game_every_message_counts(evening: Evening) -> None:
    """There nobody should have to think of marks."""
    await evening.host.slash(evening.channel, "game new", adventure="inn", thread="yes")
    evening.channel = evening.channel.threads[0]
    await evening.ada.slash(evening.channel, "join", character="ada")
    await evening.host.slash(evening.channel, "game begin")
    await evening.rested()

    await evening.ada.send(evening.channel, "I open the door")
    await evening.rested()

    assert (await evening.head()).actions[0].content == "I open the door"


async def test_whoever_has_no_character_is_not_heard(evening: Evening) -> None:
    """Onlookers may write what they like."""
    await evening.played()

    await evening.host.send(evening.channel, "> I burn it all down")
    await evening.env.settle()

    assert (await evening.head()).number == 0


async def test_act_is_an_action_that_the_others_see(evening: Evening) -> None:
    """A command is invisible to the table, so its words are shown."""
    await evening.played()

    result = await evening.ada.slash(evening.channel, "act", text="I open the door")
    await evening.rested()

    assert private_text(result) == "Heard."
    assert "**Ada**: I open the door" in evening.texts()
    assert evening.texts()[-1] == "Turn 1 is told."


async def test_an_edit_before_the_turn_begins_changes_the_action(evening: Evening) -> None:
    """A typo can be put right in time."""
    await evening.played()
    await evening.gathers_long()
    sent = await evening.ada.send(evening.channel, "> I opne the door")

    await evening.ada.edit(sent, "> I open the door")
    await evening.time_passes()

    assert (await evening.head()).actions[0].content == "I open the door"


async def test_a_deleted_message_is_taken_back(evening: Evening) -> None:
    """Changing one's mind costs nothing before the turn begins."""
    await evening.played()
    await evening.gathers_long()
    sent = await evening.ada.send(evening.channel, "> I scream")

    await evening.ada.delete(sent)
    await evening.time_passes()

    assert (await evening.head()).number == 0


async def test_a_deletion_never_overtakes_its_message(evening: Evening, stage: Stage) -> None:
    """Discord sends both at once when somebody is quick; the order in which they happened counts."""
    await evening.played()
    await evening.gathers_long()
    await evening.leaves()
    sent = await evening.ada.send(evening.channel, "> I scream")
    cog = ListeningCog(stage.client, stage.desk, stage.announcer.notices, stage.announcer.posting)
    place = {"id": sent.id, "channel_id": evening.channel.id, "guild_id": evening.guild.id}
    deletion = discord.RawMessageDeleteEvent(place)  # type: ignore[arg-type]  # ids as numbers do

    await asyncio.gather(cog.hear(sent), cog.hear_deletion(deletion))

    assert await stage.store.inbox((await evening.game()).id) == ()


async def test_a_message_that_becomes_talk_is_taken_back(evening: Evening) -> None:
    """Brackets put around words take them out of the story."""
    await evening.played()
    await evening.gathers_long()
    sent = await evening.ada.send(evening.channel, "> brb")

    await evening.ada.edit(sent, "((brb))")
    await evening.time_passes()

    assert (await evening.head()).number == 0


async def test_a_long_story_comes_in_several_messages_with_the_buttons_under_the_last(
    evening: Evening, stage: Stage
) -> None:
    """A message of Discord holds 2,000 letters; a story may not be cut off there."""
    story = "The rain does not stop tonight. " * 120
    stage.model.narratives.append([story[:1000], story[1000:]])

    await evening.played()

    parts = [m for m in evening.channel.history() if "rain" in m.content and "##" not in m.content]
    assert " ".join(m.content for m in parts) == story.strip()
    assert [bool(buttons(m)) for m in parts] == [False, True]


async def test_a_turn_that_the_model_could_not_tell_says_so_and_can_be_told_again(
    evening: Evening, stage: Stage
) -> None:
    """The table goes on, knows why, and has a way to a better story."""
    await evening.played()
    stage.model.narratives.append([ModelUnreachable()])
    await evening.ada.send(evening.channel, "> I wait")
    await evening.rested()
    message = evening.last()
    assert "The model could not tell this turn" in (message.embeds[0].footer.text or "")

    await evening.ada.click(message, label="Try again")
    await evening.rested()

    history = evening.channel.history()
    assert history[-1].content == "Turn 1 is told."
    assert "Told again below" in (next(m for m in history if m.id == message.id).embeds[0].footer.text or "")
    assert (await evening.head()).number == 1


async def test_undo_marks_what_no_longer_counts_and_gives_the_buttons_back(evening: Evening) -> None:
    """After an undo the table must see where it stands."""
    await evening.played()
    opening = evening.last()
    await evening.ada.send(evening.channel, "> I wait")
    await evening.rested()
    told = evening.last()

    await evening.host.slash(evening.channel, "undo")
    await evening.rested()

    history = {m.id: m for m in evening.channel.history()}
    assert "Taken back" in (history[told.id].embeds[0].footer.text or "")
    assert all(is_dead for _, is_dead in buttons(history[told.id]))
    assert not any(is_dead for _, is_dead in buttons(history[opening.id]))
    assert (await evening.head()).number == 0


async def test_an_evening_ends_and_is_continued_by_a_button(evening: Evening) -> None:
    """A message at night must not wake the whole table; a button does."""
    await evening.played()
    await evening.ada.slash(evening.channel, "game break")
    await evening.ada.send(evening.channel, "> still awake")
    await evening.env.settle()
    offer = evening.last()
    assert buttons(offer) == [("Continue", False), ("Previously on", False)]

    await evening.ada.click(offer, label="Continue")
    await evening.ada.send(evening.channel, "> good morning")
    await evening.rested()

    assert evening.texts()[-1] == "Turn 1 is told."


async def test_a_finished_story_frees_the_channel(evening: Evening) -> None:
    """The next group wants to play, too."""
    await evening.played()

    asked = await evening.host.slash(evening.channel, "game finish")
    await evening.host.click(private(asked), label="Yes, finish it")
    result = await evening.host.slash(evening.channel, "game new", adventure="inn")

    assert "is open" in private_text(result)
    assert any("is over. Thank you" in text for text in evening.texts())


async def test_status_says_where_the_game_stands(evening: Evening) -> None:
    """Who comes late wants to know what is going on."""
    await evening.played()

    result = await evening.bo.slash(evening.channel, "game status")

    assert all(word in private_text(result) for word in ("The Inn", "under way", "ann as Ada", "The hall"))


async def test_a_short_line_answers_at_once_and_goes_when_the_story_comes(evening: Evening) -> None:
    """A silent bot looks broken; a line left over looks messy."""
    await evening.played()
    await evening.gathers_long()
    await evening.ada.send(evening.channel, "> I wait")

    await evening.time_passes()

    posted = [request.json.get("content", "") for request in posts(evening)]
    assert any(text.startswith("-# ") for text in posted)
    assert not any(text.startswith("-# ") for text in evening.texts())
