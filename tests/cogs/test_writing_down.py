"""Rules of a turn that could not be written down: the DM sees it, and can have it done at once."""

from dataclasses import replace
from datetime import timedelta

import discord
import pytest

from engine.errors import ModelUnreachable, StreamBroke, Unreadable
from engine.model.update import StateUpdate, SuggestedMove
from engine.parts import WhoTells
from tests.cogs.stage import EPOCH, Evening, Stage, buttons, private_text, said

BUTTON = said("discord.write-down")


async def unrecorded(evening: Evening) -> discord.Message:
    """The message of a turn whose record nobody could read."""
    await evening.played()
    evening.stage.model.updates.append([Unreadable("not an object")])
    await evening.ada.send(evening.channel, "> I wait")
    await evening.rested()
    return evening.last()


def footer(message: discord.Message) -> str:
    """What stands below everything."""
    return (message.embeds[0].footer.text or "") if message.embeds else ""


async def test_a_turn_that_is_not_written_down_says_so(evening: Evening) -> None:
    """The story stands; what it changed does not yet, and the DM should see that at once."""
    message = await unrecorded(evening)

    assert message.content == "Turn 1 is told."
    reference = (await evening.head()).reference or ""
    assert footer(message) == said("discord.footnote.unrecorded", reference=reference)
    assert buttons(message)[-1] == (BUTTON, False)


async def test_the_host_has_it_written_down_at_once(evening: Evening, stage: Stage) -> None:
    """The mark goes, and the moves come that had been missing."""
    message = await unrecorded(evening)
    move = SuggestedMove(label="Ring the bell", text="You ring the bell by the door.")
    stage.model.updates.append([StateUpdate(suggestions=(move,))])

    result = await evening.host.click(message, label=BUTTON)
    await evening.rested()

    assert private_text(result) == said("discord.written-down")
    assert (await evening.head()).is_recorded
    now = evening.last()
    assert (now.id, footer(now)) == (message.id, "")
    assert "1. Ring the bell" in [label for label, _ in buttons(now)]
    assert BUTTON not in [label for label, _ in buttons(now)]


async def test_a_player_may_not_press_it(evening: Evening) -> None:
    """What counts is the DM's to direct."""
    message = await unrecorded(evening)

    result = await evening.ada.click(message, label=BUTTON)

    assert private_text(result).startswith(said("errors.not-allowed", who=said("discord.who.dm")))
    assert not (await evening.head()).is_recorded


async def test_what_still_cannot_be_read_keeps_its_mark(evening: Evening, stage: Stage) -> None:
    """Whoever pressed hears why, and may press again."""
    message = await unrecorded(evening)
    stage.model.updates.append([Unreadable("still not an object")])

    result = await evening.host.click(message, label=BUTTON)
    await evening.rested()

    assert private_text(result).startswith(said("errors.model-unreadable"))
    assert buttons(evening.last())[-1] == (BUTTON, False)


async def test_the_mark_of_an_older_turn_goes_once_it_is_written_down(evening: Evening) -> None:
    """It is read again before the next turn, and then nothing is owed any more."""
    message = await unrecorded(evening)

    await evening.ada.send(evening.channel, "> I open the door")
    await evening.rested()

    old = next(m for m in evening.channel.history() if m.id == message.id)
    assert footer(old) == ""
    assert all(is_dead for _, is_dead in buttons(old))


async def test_a_late_press_of_it_is_an_old_moment(evening: Evening) -> None:
    """The story has moved on, and so has its record."""
    message = await unrecorded(evening)
    await evening.ada.send(evening.channel, "> I open the door")
    await evening.rested()
    old = await evening.with_button(f"gm:write:{(await evening.head()).parent_id}")
    assert old.id != message.id

    result = await evening.host.click(old, label="1. Old")

    assert private_text(result) == said("errors.old-moment")
    assert all(
        is_dead for _, is_dead in buttons(next(m for m in evening.channel.history() if m.id == old.id))
    )


async def test_a_story_that_broke_off_and_is_not_written_down_says_both(
    evening: Evening, stage: Stage
) -> None:
    """Each has another remedy: tell it again, or write it down."""
    await evening.played()
    stage.model.narratives.append(["It rains. ", StreamBroke("It rains. ")])
    stage.model.updates.append([Unreadable("not an object")])

    await evening.ada.send(evening.channel, "> I wait")
    await evening.rested()

    assert [label for label, _ in buttons(evening.last())][-2:] == [said("discord.try-again"), BUTTON]
    assert footer(evening.last()).startswith(said("discord.footnote.broke-off-too"))


async def test_a_story_that_came_to_its_end_is_never_said_to_have_broken_off(
    evening: Evening, stage: Stage
) -> None:
    """Only its record had failed, and that has been put right."""
    message = await unrecorded(evening)

    await evening.host.click(message, label=BUTTON)
    await evening.rested()

    assert said("discord.try-again") not in [label for label, _ in buttons(evening.last())]


async def test_status_says_what_is_not_written_down(evening: Evening) -> None:
    """Who comes late sees what is owed."""
    await unrecorded(evening)

    result = await evening.bo.slash(evening.channel, "game status")

    assert said("discord.owed.unrecorded") in private_text(result)


async def test_status_says_how_many_moves_wait_for_the_next_turn(evening: Evening) -> None:
    """Nobody should have to ask whether they were heard."""
    await evening.played()
    await evening.gathers_long()
    await evening.ada.send(evening.channel, "> I wait")
    await evening.bo.send(evening.channel, "> I wait, too")

    result = await evening.bo.slash(evening.channel, "game status")

    assert said("discord.owed.actions", count=2) in private_text(result)


async def test_status_says_that_the_dm_is_waited_for(evening: Evening) -> None:
    """A silent table has a reason."""
    await evening.played()
    session = await evening.game()
    settings = session.settings.model_copy(update={"narrator": "human"})
    await evening.stage.store.change_session(session.model_copy(update={"settings": settings}))
    await evening.ada.send(evening.channel, "> I wait")
    await evening.rested()

    result = await evening.bo.slash(evening.channel, "game status")

    assert said("discord.waiting.narration.text") in private_text(result)


@pytest.mark.parametrize("reason", ["model-unreachable", "model-too-slow"])
async def test_status_says_since_when_the_model_is_away(evening: Evening, stage: Stage, reason: str) -> None:
    """In the reader's own time, and with who tells meanwhile."""
    await evening.played()
    since = EPOCH - timedelta(minutes=5)
    away = WhoTells("offline", since, reason)
    stage.client.desk = replace(stage.desk, telling=lambda: away)
    await stage.client.reload_extension("cogs.game")

    result = await evening.bo.slash(evening.channel, "game status")

    moment = int(since.timestamp())
    told = said(f"discord.telling.{reason}", model="small:1b", since=f"<t:{moment}:t> (<t:{moment}:R>)")
    assert told in private_text(result)


async def test_a_model_that_is_away_has_a_footnote_and_another_chance(evening: Evening, stage: Stage) -> None:
    """The same turn, told again by the model once it is back: a sibling, with the same dice."""
    await evening.played()
    stage.model.narratives.append([ModelUnreachable()])
    await evening.ada.send(evening.channel, "> I wait")
    await evening.rested()
    first = await evening.head()

    await evening.ada.click(evening.last(), label=said("discord.try-again"))
    await evening.rested()

    again = await evening.head()
    assert (again.parent_id, again.seed, again.resolution) == (first.parent_id, first.seed, first.resolution)
    assert (first.told_by, again.told_by) == ("offline", "model")
