"""Rules of a turn that waits for its DM."""

from tests.cogs.stage import Evening, Stage, buttons, private, private_text, said


async def test_a_draft_is_seen_by_the_dm_alone_until_it_is_posted(evening: Evening, stage: Stage) -> None:
    """Narrator `draft` means that nothing unread reaches the table."""
    stage.model.narratives.append(["The lamp winks."])
    await evening.played(narrator="draft")
    asked = evening.last()
    assert "The lamp winks." not in " ".join(evening.texts())
    assert buttons(asked) == [("For the DM: read the draft", False)]

    desk = await evening.host.click(asked, label="For the DM: read the draft")
    assert private(desk).embeds[0].description == "The lamp winks."
    await evening.host.click(private(desk), label="Post")
    await evening.rested()

    assert evening.texts()[-1] == "The lamp winks."
    assert asked.id not in [m.id for m in evening.channel.history()]


async def test_players_may_not_open_the_draft(evening: Evening) -> None:
    """The DM's desk is the DM's."""
    await evening.played(narrator="draft")

    result = await evening.ada.click(evening.last(), label="For the DM: read the draft")

    assert private_text(result) == said("errors.not-allowed", who=said("discord.who.dm"))


async def test_an_edited_draft_is_the_story(evening: Evening) -> None:
    """A DM corrects one word and keeps the rest."""
    await evening.played(narrator="draft")
    desk = await evening.host.click(evening.last(), label="For the DM: read the draft")
    form = await evening.host.click(private(desk), label="Edit")
    assert form.modal is not None
    assert "Turn 0 is told." in str(form.modal)

    await evening.host.submit_modal(form, {"text": "Turn zero is told."})
    await evening.rested()

    assert evening.texts()[-1] == "Turn zero is told."


async def test_again_brings_another_draft(evening: Evening, stage: Stage) -> None:
    """The first idea is not always the best."""
    stage.model.narratives.extend([["First."], ["Second."]])
    await evening.played(narrator="draft")
    desk = await evening.host.click(evening.last(), label="For the DM: read the draft")

    await evening.host.click(private(desk), label="Again")
    await evening.rested()
    desk = await evening.host.click(evening.last(), label="For the DM: read the draft")

    assert private(desk).embeds[0].description == "Second."


async def test_a_draft_is_answered_once(evening: Evening) -> None:
    """Two DMs at one desk must not tell two stories."""
    await evening.played(narrator="draft")
    desk = await evening.host.click(evening.last(), label="For the DM: read the draft")
    await evening.host.click(private(desk), label="Post")
    await evening.rested()

    result = await evening.host.click(private(desk), label="Post")

    assert private_text(result) == said("errors.request-over")


async def test_a_human_narrator_tells_in_their_own_words(evening: Evening) -> None:
    """Under narrator `human` the model never speaks."""
    await evening.played(narrator="human")
    desk = await evening.host.click(evening.last(), label="For the DM: tell it")
    form = await evening.host.click(private(desk), label="Write it myself")

    await evening.host.submit_modal(form, {"text": "It was a dark and stormy night."})
    await evening.rested()

    assert evening.texts()[-1] == "It was a dark and stormy night."


async def test_a_waiting_turn_survives_a_restart(evening: Evening) -> None:
    """A DM may answer tomorrow."""
    await evening.played(narrator="draft")
    asked = evening.last()

    await evening.restart()
    desk = await evening.host.click(asked, label="For the DM: read the draft")
    await evening.host.click(private(desk), label="Post")
    await evening.rested()

    assert evening.texts()[-1] == "Turn 0 is told."


async def test_whoever_tells_the_opening_has_the_adventures_own_beside_it(evening: Evening) -> None:
    """A DM should not have to remember how the adventure begins."""
    await evening.played(narrator="human")

    desk = await evening.host.click(evening.last(), label="For the DM: tell it")

    assert private_text(desk) == said("discord.draft.opening")
    assert private(desk).embeds[0].description == (await evening.game()).adventure.opening.text
