"""A game between its first and its last turn: paused, ended for tonight, taken up again, finished."""

from datetime import timedelta

import discord
import pytest

from engine.model.session import GuildSettings, Starter
from tests.cogs.stage import Evening, Stage, buttons, private, private_text, said


async def labels_after(evening: Evening, index: int = -1) -> list[tuple[str, bool]]:
    return buttons(evening.channel.history()[index])


async def test_everybody_at_the_table_can_pause_and_go_on(evening: Evening) -> None:
    """A doorbell is a doorbell; nobody asks the host first."""
    await evening.played()
    stranger = evening.guild.add_member(evening.env.create_user("eve"))

    refused = await stranger.slash(evening.channel, "game pause")
    await evening.bo.slash(evening.channel, "game pause")

    assert private_text(refused) == said("errors.not-allowed", who=said("discord.who.host"))
    assert evening.texts()[-1] == said("life.paused")
    assert (await evening.game()).status == "paused"
    await evening.ada.slash(evening.channel, "game resume")
    assert (await evening.game()).status == "playing"
    assert evening.texts()[-1].startswith(said("life.again.line"))
    assert (await labels_after(evening))[0][0].startswith("1. ")


async def test_the_evening_ends_with_what_came_of_it_for_all(evening: Evening) -> None:
    """Whoever reads it in a week knows where they were."""
    await evening.played()
    await evening.ada.send(evening.channel, "> I knock")
    await evening.rested()

    await evening.bo.slash(evening.channel, "game break")

    text = evening.texts()[-1]
    assert text.startswith(said("life.rest.title", title="The Inn"))
    assert all(word in text for word in ("Turn 0 is told.", "Turn 1 is told.", "**Ada** (ann)", "I knock"))
    assert await labels_after(evening) == [("Continue", False), ("Previously on", False)]


async def test_continue_is_a_new_message_with_fresh_buttons_and_the_old_ones_close(evening: Evening) -> None:
    """People who come back find everything in one place, at the bottom."""
    await evening.played()
    story = evening.last()
    await evening.bo.slash(evening.channel, "game break")

    await evening.ada.click(evening.last(), label="Continue")

    again = evening.last()
    assert again.content.startswith(said("life.again.title", title="The Inn"))
    assert "**Bo** (bob)" in again.content
    assert not any(is_dead for _, is_dead in buttons(again))
    assert all(
        is_dead for _, is_dead in buttons(next(m for m in evening.channel.history() if m.id == story.id))
    )


async def test_a_button_of_the_continued_moment_counts_and_closes_with_it(evening: Evening) -> None:
    """The same choice, wherever it is pressed, and only once."""
    await evening.played()
    await evening.bo.slash(evening.channel, "game break")
    await evening.ada.click(evening.last(), label="Continue")
    again = evening.last()
    label = buttons(again)[0][0]

    await evening.ada.click(again, label=label)
    await evening.rested()

    assert evening.texts()[-1] == "Turn 1 is told."
    closed = buttons(next(m for m in evening.channel.history() if m.id == again.id))
    assert closed[0] == (f"✓ {label}", True)
    assert all(is_dead for _, is_dead in closed)


async def test_a_second_continue_says_that_the_story_runs(evening: Evening) -> None:
    """Two people press at the same moment."""
    await evening.played()
    await evening.bo.slash(evening.channel, "game break")
    offer = evening.last()
    await evening.ada.click(offer, label="Continue")

    result = await evening.bo.click(offer, label="Continue")

    assert said("discord.game-is.playing") in private_text(result)


async def test_who_is_not_at_the_table_does_not_wake_it(evening: Evening) -> None:
    """It is their evening."""
    await evening.played()
    await evening.bo.slash(evening.channel, "game break")
    stranger = evening.guild.add_member(evening.env.create_user("eve"))

    result = await stranger.click(evening.last(), label="Continue")

    assert private_text(result) == said("errors.not-at-table")
    assert (await evening.game()).status == "asleep"


async def test_who_is_away_stands_in_the_message_that_goes_on(evening: Evening) -> None:
    """Nobody waits for somebody who said that they would not come."""
    await evening.played()
    await evening.bo.slash(evening.channel, "party", away_until="2026-01-09")
    await evening.bo.slash(evening.channel, "game break")

    await evening.ada.click(evening.last(), label="Continue")

    assert "**Bo** (bob), away until <t:1767960000:D>" in evening.last().content


async def test_previously_on_begins_at_ones_own_last_action_and_is_private(evening: Evening) -> None:
    """Whoever looked away reads what they missed, and no more."""
    await evening.played()
    for player, words in (
        (evening.bo, "> I sit down"),
        (evening.ada, "> I knock"),
        (evening.ada, "> I sing"),
    ):
        await player.send(evening.channel, words)
        await evening.rested()
    await evening.bo.slash(evening.channel, "game break")

    result = await evening.ada.click(evening.last(), label="Previously on")

    text = private_text(result)
    assert "Turn 3 is told." in text
    assert "Turn 1 is told." not in text
    own = await evening.bo.slash(evening.channel, "game recap")
    assert all(f"Turn {number} is told." in private_text(own) for number in (1, 2, 3))


async def test_a_sleeping_table_offers_to_continue_once(evening: Evening, stage: Stage) -> None:
    """Four quiet hours end an evening by themselves; a joke on Tuesday starts nothing."""
    await evening.played()
    stage.clock.pass_by(timedelta(hours=5))
    assert [s.status for s in await stage.desk.games.doze()] == ["asleep"]

    await evening.ada.send(evening.channel, "> a joke")
    await evening.ada.send(evening.channel, "> another")
    await evening.env.settle()

    offers = [m for m in evening.channel.history() if ("Previously on", False) in buttons(m)]
    assert len(offers) == 1
    assert (await evening.head()).number == 0


async def test_a_button_of_a_sleeping_table_shows_the_way_on(evening: Evening) -> None:
    """On a phone the story's buttons are what one sees."""
    await evening.played()
    story = evening.last()
    await evening.bo.slash(evening.channel, "game break")

    result = await evening.ada.click(story, label=buttons(story)[0][0])

    assert said("discord.game-is.asleep") in private_text(result)
    offered = [item["label"] for row in private(result).components for item in row["components"]]
    assert offered == ["Continue", "Previously on"]


async def test_finish_asks_first_and_only_the_host_or_a_dm(evening: Evening) -> None:
    """A whole campaign is not lost by one slip of a thumb."""
    await evening.played()

    refused = await evening.ada.slash(evening.channel, "game finish")
    asked = await evening.host.slash(evening.channel, "game finish")

    assert private_text(refused) == said("errors.not-allowed", who=said("discord.who.host"))
    assert private_text(asked) == said("life.finish.ask", title="The Inn")
    assert (await evening.game()).status == "playing"
    await evening.host.click(private(asked), label="Yes, finish it")
    assert await evening.stage.store.session_in("discord", str(evening.channel.id)) is None
    assert evening.texts()[-1].startswith(said("discord.finished", title="The Inn"))


async def test_a_finished_game_is_listed_and_reopened_from_the_list(evening: Evening) -> None:
    """It ended too early, they say the week after."""
    await evening.played()
    game = await evening.game()
    asked = await evening.host.slash(evening.channel, "game finish")
    await evening.host.click(private(asked), label="Yes, finish it")

    seen = await evening.ada.slash(evening.channel, "game list")
    listed = await evening.host.slash(evening.channel, "game list")

    assert all(
        part in private_text(seen)
        for part in ("The Inn", said("discord.status.finished"), evening.channel.mention, "turns: 1", "<t:")
    )
    assert private(seen).components == []
    await evening.host.select(private(listed), values=[game.id])
    assert (await evening.game()).status == "asleep"
    assert evening.texts()[-1] == said("life.reopened.public", title="The Inn")
    await evening.ada.click(evening.last(), label="Continue")
    assert (await evening.game()).status == "playing"


async def test_nothing_is_reopened_over_another_game(evening: Evening) -> None:
    """Two stories in one channel would mix."""
    await evening.played()
    game = await evening.game()
    asked = await evening.host.slash(evening.channel, "game finish")
    await evening.host.click(private(asked), label="Yes, finish it")
    await evening.opened()
    listed = await evening.host.slash(evening.channel, "game list")

    result = await evening.host.select(private(listed), values=[game.id])

    assert private_text(result) == said("errors.channel-taken")


async def test_status_has_the_buttons_of_a_games_life(evening: Evening) -> None:
    """Everything can be done without remembering a command."""
    await evening.played()

    shown = await evening.bo.slash(evening.channel, "game status")
    labels = [item["label"] for row in private(shown).components for item in row["components"]]
    await evening.bo.click(private(shown), label="Pause")

    assert labels == ["Pause", "Previously on", "Party", "End the evening", "Finish the story"]
    assert (await evening.game()).status == "paused"


@pytest.mark.parametrize(("starts", "may"), [("everyone", True), ("host", False), ("dm", False)])
async def test_a_server_decides_who_opens_games(evening: Evening, starts: Starter, may: bool) -> None:
    """An admin who wants calm gets it; the host with Manage Server always may."""
    role = evening.guild.create_role("Hosts", permissions=discord.Permissions.none())
    guild = GuildSettings(
        guild_id=str(evening.guild.id), game=evening.stage.settings, starts=starts, host_role_id=str(role.id)
    )
    await evening.stage.store.save_guild(guild)

    result = await evening.ada.slash(evening.channel, "game new", adventure="inn")

    refused = said("errors.not-allowed", who=said("discord.who.starter"))
    assert (private_text(result) != refused) is may
    if not may:
        by_role = evening.guild.add_member(evening.env.create_user("rhea"), roles=[role])
        await by_role.slash(evening.channel, "game new", adventure="inn")
        await evening.host.slash(evening.channel, "game new", adventure="inn")
        assert (await evening.game()).host_id == str(by_role.id if starts == "host" else evening.host.id)


async def test_after_a_restart_the_buttons_of_rest_still_work(evening: Evening) -> None:
    """Weeks lie between two evenings, and updates of the bot."""
    await evening.played()
    await evening.bo.slash(evening.channel, "game break")
    offer = evening.last()
    await evening.restart()

    await evening.ada.click(offer, label="Continue")

    assert evening.last().content.startswith(said("life.again.title", title="The Inn"))


async def test_what_can_be_pressed_can_be_typed(evening: Evening) -> None:
    """Some clients have no commands and no buttons."""
    await evening.played()
    me = f"<@{evening.stage.client.user.id}>" if evening.stage.client.user else ""

    await evening.ada.send(evening.channel, f"{me} pause")
    await evening.env.settle()
    assert evening.texts()[-1] == said("life.paused")
    await evening.ada.send(evening.channel, f"{me} recap")
    await evening.env.settle()
    assert evening.texts()[-1].startswith(said("life.recap.title", title="The Inn"))
    await evening.ada.send(evening.channel, f"{me} resume")
    await evening.env.settle()

    assert (await evening.game()).status == "playing"
