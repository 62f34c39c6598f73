"""Rules of posting: a fault of Discord's costs a message at most, never a turn."""

from engine.events import Done
from engine.model.changes.situation import EndingReached
from tests.cogs.stage import Evening, Stage, posts, private_text, said


async def test_a_deleted_story_message_goes_on_in_a_new_one_once(evening: Evening, stage: Stage) -> None:
    """A moderator's slip must not silence the story."""
    story = ["It rains. ", "It pours. ", "It ends."]
    await evening.played()
    stage.model.narratives.append(story)
    evening.env.inject_error("PATCH", "/channels/*/messages/*", status=404, code=10008)

    await evening.ada.send(evening.channel, "> I wait")
    await evening.rested()

    assert evening.texts()[-1] == "It rains. It pours. It ends."
    assert (await evening.head()).number == 1


async def test_a_server_error_of_discords_is_tried_again_with_the_same_nonce(
    evening: Evening, stage: Stage
) -> None:
    """discord.py does not repeat a 503, and a repeated message must not stand there twice."""
    await evening.opened()
    await evening.ada.slash(evening.channel, "join", character="ada")
    stage.clock.quick_s = 2.0
    evening.env.inject_error("POST", "/channels/*/messages", status=503)

    await evening.host.slash(evening.channel, "game begin")
    await evening.rested()

    nonces = [r.json.get("nonce") for r in posts(evening)]
    assert evening.texts()[-1] == "Turn 0 is told."
    assert nonces.count(f"{(await evening.head()).id}.0") == 2


async def test_every_part_of_a_story_has_its_nonce_and_pings_nobody(evening: Evening, stage: Stage) -> None:
    """So that a repeated request is one message, and a story cannot wake a server."""
    stage.model.narratives.append(["@everyone hears it. " + "The rain does not stop. " * 100])

    await evening.played()

    sent = [r.json for r in posts(evening)]
    turn_id = (await evening.head()).id
    assert [f"{turn_id}.0", f"{turn_id}.1"] == [
        j["nonce"] for j in sent if str(j.get("nonce", "")).startswith(turn_id)
    ]
    assert all(j["enforce_nonce"] for j in sent)
    assert all(j["allowed_mentions"] == {"parse": []} for j in sent)


async def test_an_empty_story_still_becomes_a_message(evening: Evening, stage: Stage) -> None:
    """Every turn ends with something to read."""
    await evening.played()
    stage.model.narratives.append(["   "])

    await evening.ada.send(evening.channel, "> I wait")
    await evening.rested()

    assert evening.texts()[-1].strip() not in {"", "> I wait"}


async def test_a_reached_ending_is_announced(evening: Evening, stage: Stage) -> None:
    """The table should know that the book could be closed here."""
    await evening.played()
    session, turn = await evening.game(), await evening.head()
    ended = session.model_copy(
        update={"head_state": session.head_state.model_copy(update={"ending_id": "dawn"})}
    )

    await stage.announcer.announce(
        Done(ended, turn.model_copy(update={"changes": (EndingReached(ending_id="dawn"),)}))
    )

    assert "**Dawn**" in evening.texts()[-1]


async def test_a_server_that_wants_no_frames_gets_small_print(evening: Evening, stage: Stage) -> None:
    """Some readers and some servers cannot use embeds."""
    guild = await stage.desk.guild(evening.guild.id)
    await stage.store.save_guild(guild.model_copy(update={"plain": True}))

    await evening.played()

    message = evening.last()
    assert message.embeds == []
    assert message.content.startswith("Turn 0 is told.\n\n-# 1. ")


async def test_a_person_whom_discord_cut_off_is_told_that_it_was_discord(evening: Evening) -> None:
    """Not every failure is a bug of ours, and the next try may do."""
    await evening.played()
    evening.env.inject_error("PATCH", "/webhooks/*/messages/@original", status=503, times=3)

    result = await evening.ada.slash(evening.channel, "game status")

    assert private_text(result).startswith(said("errors.discord-failed"))
