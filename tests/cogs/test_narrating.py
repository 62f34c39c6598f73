"""Rules of who tells: changed at any time, told by command or by a plain message."""

from tests.cogs.stage import Evening, Stage, buttons, private, private_text, said

MODEL = said("discord.narrator.ai")


async def test_a_draft_that_waits_is_posted_when_the_model_may_tell_by_itself(evening: Evening) -> None:
    """A DM who has to leave does not leave the table waiting."""
    await evening.played(narrator="draft")

    result = await evening.host.slash(evening.channel, "narrator", kind="ai")
    await evening.rested()

    assert private_text(result) == said("telling.narrator.now", narrator=MODEL)
    assert "Turn 0 is told." in evening.texts()
    assert (await evening.game()).settings.narrator == "ai"


async def test_players_do_not_choose_who_tells(evening: Evening) -> None:
    """That is the host's and the DM's."""
    await evening.played()

    result = await evening.ada.slash(evening.channel, "narrator", kind="scripted")

    assert private_text(result) == said("errors.not-allowed", who=said("discord.who.host"))


async def test_a_dm_tells_by_command(evening: Evening) -> None:
    """Whoever knows the words needs no form."""
    await evening.played(narrator="human")

    result = await evening.host.slash(evening.channel, "narrate", text="The lamp is cold.")
    await evening.rested()

    assert private_text(result) == said("telling.narrate.done")
    assert evening.texts()[-1] == "The lamp is cold."
    assert (await evening.head()).told_by == "human"


async def test_a_dms_plain_message_is_the_story_and_stands_there_once(evening: Evening) -> None:
    """A DM just writes, as at any table; the moves follow below."""
    await evening.played(narrator="human")

    await evening.host.send(evening.channel, "The lamp is cold, and nobody speaks.")
    await evening.rested()

    assert (await evening.head()).narrative == "The lamp is cold, and nobody speaks."
    assert evening.texts()[-2:] == ["The lamp is cold, and nobody speaks.", said("telling.told-above")]
    assert buttons(evening.last())


async def test_what_a_dm_says_beside_the_story_is_no_story(evening: Evening) -> None:
    """A DM may chat while they think."""
    await evening.played(narrator="human")

    await evening.host.send(evening.channel, "(just a moment)")
    await evening.ada.send(evening.channel, "I would like to tell, too.")
    await evening.rested()

    assert (await evening.game()).head_turn_id is None


async def test_words_that_nothing_waits_for_are_refused_kindly(evening: Evening) -> None:
    """A story told at the wrong time would be lost without a word otherwise."""
    await evening.played()

    result = await evening.host.slash(evening.channel, "narrate", text="Too early.")

    assert private_text(result) == said("telling.narrate.nothing")


async def test_a_dm_reads_drafts_in_their_own_channel(evening: Evening, stage: Stage) -> None:
    """No form and no button at the table: the desk is where the DM works."""
    desk = evening.guild.create_text_channel("desk")
    guild = await stage.desk.guild(evening.guild.id)
    await stage.store.save_guild(guild.model_copy(update={"dm_channel_id": str(desk.id)}))
    await evening.played(narrator="draft")
    [draft] = desk.history()
    assert draft.embeds[0].description == "Turn 0 is told."

    await evening.host.click(draft, label=said("discord.button.post"))
    await evening.rested()

    assert evening.texts()[-1] == "Turn 0 is told."
    assert list(desk.history()) == []


async def test_a_draft_longer_than_a_card_is_read_to_its_end(evening: Evening, stage: Stage) -> None:
    """A DM must not post what they could not read."""
    stage.model.narratives.append(["It rains on and on. " * 250 + "The end."])
    await evening.played(narrator="draft")

    desk = await evening.host.click(evening.last(), label="For the DM: read the draft")

    pages = [private(desk).content, *(page.content for page in desk.followups)]
    assert pages[-1].endswith("The end.")
    assert sum(page.count("It rains") for page in pages) == 250
