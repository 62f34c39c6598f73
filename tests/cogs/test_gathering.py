"""Rules of an open table: who may sit down, and how a story begins."""

from engine.errors import ModelMissing
from tests.cogs.stage import Evening, Stage, buttons, private, private_text, said


async def test_a_new_game_is_one_message_that_says_what_will_be_played(evening: Evening) -> None:
    """People decide by pitch, tone, length and warnings whether this is their evening."""
    result = await evening.host.slash(evening.channel, "game new", adventure="inn")

    message = evening.last()
    assert "The Inn" in private_text(result)
    assert all(word in message.content for word in ("The Inn", "It rains.", "quiet", "short", "nobody yet"))
    assert buttons(message) == [("Join", False), ("Watch", False), ("Begin", False)]


async def test_joining_shows_on_the_gathering_message(evening: Evening) -> None:
    """Everybody sees who is in without asking."""
    await evening.opened()

    result = await evening.ada.slash(evening.channel, "join", character="ada")

    assert "You are **Ada**" in private_text(result)
    assert "ann as Ada" in evening.texts()[0]


async def test_the_join_button_offers_three_ways_in_private(evening: Evening) -> None:
    """A newcomer can take a hero, make one, or be surprised, without anybody looking on."""
    await evening.opened()

    offer = await evening.ada.click(evening.last(), label="Join")

    menu, *rest = [item for row in private(offer).components for item in row["components"]]
    assert [option["value"] for option in menu["options"]] == ["ada", "bo", "cy"]
    assert [button["label"] for button in rest] == ["Make my own", "Surprise me"]


async def test_a_ready_character_is_taken_from_the_menu(evening: Evening) -> None:
    """One press is enough to play."""
    await evening.opened()
    offer = await evening.ada.click(evening.last(), label="Join")

    await evening.ada.select(private(offer), values=["bo"])

    assert "ann as Bo" in evening.texts()[0]


async def test_ones_own_character_comes_from_a_form(evening: Evening) -> None:
    """Whoever has an idea of their own can play it."""
    await evening.opened()
    offer = await evening.ada.click(evening.last(), label="Join")
    form = await evening.ada.click(private(offer), label="Make my own")

    result = await evening.ada.submit_modal(form, {"name": "Zia", "role": "A cook", "goal": ""})

    assert "You are **Zia**, A cook" in private_text(result)
    assert "ann as Zia" in evening.texts()[0]


async def test_surprise_me_gives_a_free_character(evening: Evening) -> None:
    """For those who cannot decide."""
    await evening.opened()
    offer = await evening.ada.click(evening.last(), label="Join")

    await evening.ada.click(private(offer), label="Surprise me")

    assert "ann as " in evening.texts()[0]


async def test_watching_takes_no_character(evening: Evening) -> None:
    """Some people only want to read along."""
    await evening.opened()

    await evening.ada.click(evening.last(), label="Watch")

    assert "ann (watching)" in evening.texts()[0]
    assert (await evening.game()).head_state.party() == ()


async def test_only_the_host_or_a_dm_begins(evening: Evening) -> None:
    """The story must not start while the host is still inviting people."""
    await evening.opened()
    await evening.ada.slash(evening.channel, "join", character="ada")

    result = await evening.ada.click(evening.last(), label="Begin")

    assert private_text(result) == said("errors.not-allowed", who=said("discord.who.host"))
    assert (await evening.game()).status == "gathering"


async def test_beginning_tells_the_opening_in_the_channel(evening: Evening) -> None:
    """A narrative is a message of its own that stays when the command's answer is gone."""
    await evening.played()

    message = evening.last()
    assert message.content == "Turn 0 is told."
    assert buttons(message)[0][0].startswith("1. ")
    assert (await evening.game()).status == "playing"


async def test_begin_is_dead_once_the_story_runs_but_joining_is_not(evening: Evening) -> None:
    """Latecomers are welcome; a second beginning is not."""
    await evening.played()

    gathering = evening.channel.history()[0]
    assert buttons(gathering) == [("Join", False), ("Watch", False), ("Begin", True)]


async def test_a_missing_adventure_opens_nothing(evening: Evening) -> None:
    """A typo costs a sentence, not a channel."""
    result = await evening.host.slash(evening.channel, "game new", adventure="nope")

    assert private_text(result) == said("errors.no-such-adventure", name="nope")
    assert evening.texts() == []


async def test_a_second_game_in_a_channel_is_refused(evening: Evening) -> None:
    """Two stories in one channel would mix."""
    await evening.opened()

    result = await evening.host.slash(evening.channel, "game new", adventure="inn")

    assert private_text(result) == said("errors.channel-taken")


async def test_a_thread_is_made_for_the_game_when_asked(evening: Evening) -> None:
    """A long story does not have to flood the channel."""
    result = await evening.host.slash(evening.channel, "game new", adventure="inn", thread="yes")

    thread = evening.channel.threads[0]
    assert thread.name == "The Inn"
    assert "The Inn" in thread.history()[0].content
    assert thread.mention in private_text(result)


async def test_after_the_opening_the_gathering_says_that_there_is_room_to_join(evening: Evening) -> None:
    """Whoever comes by later reads how the table stands, not how it once stood."""
    await evening.played()

    assert evening.texts()[0].endswith(said("discord.gathering.is.playing"))
    assert buttons(evening.channel.history()[0]) == [("Join", False), ("Watch", False), ("Begin", True)]


async def test_an_opening_that_could_not_be_told_can_be_begun_without_the_model(
    evening: Evening, stage: Stage
) -> None:
    """An evening must not end before it begins."""
    stage.model.narratives.append([ModelMissing(model="small:1b")])
    await evening.played()
    message = evening.last()
    assert buttons(message) == [("Begin without the model", False)]

    await evening.host.click(message, label="Begin without the model")
    await evening.rested()

    assert evening.texts()[-1] == "Turn 0 is told."
    assert (await evening.game()).settings.narrator == "scripted"
