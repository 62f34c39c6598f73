"""Rules of what is said to one player alone."""

from tests.cogs.stage import Evening, Stage, buttons, posts, private_text, said

SECRET = "The lamp knows your name."


async def noted(evening: Evening) -> None:
    await evening.played()
    await evening.host.slash(evening.channel, "dm note", player=evening.ada, text=SECRET)
    await evening.rested()


async def test_a_note_is_offered_in_the_channel_and_opened_by_its_player_alone(evening: Evening) -> None:
    """Everybody may know that there is a secret; nobody else may know which."""
    await noted(evening)
    offer = evening.last()
    [(label, _)] = buttons(offer)
    assert SECRET not in " ".join(evening.texts())

    others = private_text(await evening.bo.click(offer, label=label))
    own = private_text(await evening.ada.click(offer, label=label))

    assert SECRET not in others
    assert own == f"{said('telling.note.title')}\n{SECRET}"


async def test_the_offer_calls_its_player_and_nobody_else(evening: Evening) -> None:
    """A note that nobody notices is none."""
    await noted(evening)

    sent = posts(evening)[-1].json

    assert sent["allowed_mentions"] == {"parse": [], "users": [evening.ada.id]}


async def test_notes_are_read_again_by_command(evening: Evening) -> None:
    """The button scrolls away; what was said stays, also after a restart."""
    await noted(evening)
    await evening.restart()

    own = await evening.ada.slash(evening.channel, "notes")
    others = await evening.bo.slash(evening.channel, "notes")

    assert private_text(own).endswith(SECRET)
    assert private_text(others) == said("telling.note.none")


async def test_only_who_directs_writes_notes(evening: Evening) -> None:
    """A player who whispers as the game would be a cheat."""
    await evening.played()

    result = await evening.bo.slash(evening.channel, "dm note", player=evening.ada, text=SECRET)

    assert private_text(result) == said("errors.not-allowed", who=said("discord.who.dm"))


async def test_a_note_for_the_dm_lies_on_their_desk(evening: Evening, stage: Stage) -> None:
    """A DM has a channel of their own for such things."""
    desk = evening.guild.create_text_channel("desk")
    guild = await stage.desk.guild(evening.guild.id)
    await stage.store.save_guild(guild.model_copy(update={"dm_channel_id": str(desk.id)}))
    await evening.played()

    await stage.desk.turns.private_note((await evening.game()).id, str(evening.host.id), SECRET)
    await evening.rested()

    assert [SECRET in message.content for message in desk.history()] == [True]
