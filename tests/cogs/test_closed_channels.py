"""Rules of a channel that is closed to us: the story is kept, the host knows, nobody keeps knocking."""

import discord
import pytest

from cogs.tellings import unsent
from tests.cogs.stage import Evening, Stage, buttons, private_text, said

MESSAGES = "/channels/{channel}/messages"
LETTERS = "/users/@me/channels"
HOST = said("discord.unsent.host", channel="{channel}", title="The Inn")


def closes(evening: Evening, code: int = 50013, status: int = 403) -> None:
    """From now on nothing new may be written in the channel."""
    path = MESSAGES.format(channel=evening.channel.id)
    evening.env.inject_error("POST", path, status=status, code=code, times=None)


def closes_after_our_next_message(evening: Evening) -> None:
    """The right to write goes while a story is being told."""
    closes(evening)
    faults = evening.env.backend.faults
    fault = faults.pop()

    async def close(message: discord.Message) -> None:
        if message.author == evening.stage.client.user:
            evening.stage.client.remove_listener(close, "on_message")
            faults.append(fault)

    evening.stage.client.add_listener(close, "on_message")


def opens(evening: Evening) -> None:
    """Somebody has put it right."""
    evening.env.backend.faults.clear()


def asked(evening: Evening, start: int) -> list[str]:
    """Requests about the channel since then that a closed one refuses."""
    path = MESSAGES.format(channel=evening.channel.id)
    return [r.path for r in evening.env.http_requests[start:] if r.method == "POST" and r.path == path]


def letters(evening: Evening) -> list[str]:
    """What the host has been written."""
    return [m.content for m in evening.host.user.dm_channel.history()]


def told_host(evening: Evening) -> str:
    """What the host has to read."""
    return HOST.replace("{channel}", f"<#{evening.channel.id}>")


async def unsent_numbers(evening: Evening) -> list[int]:
    """Turns whose story is marked unsent."""
    return [turn.number for turn in await unsent(evening.stage.store, await evening.game())]


@pytest.mark.parametrize(("status", "code"), [(403, 50013), (403, 50001), (404, 10003), (403, 160005)])
async def test_a_story_that_may_not_be_posted_is_kept_and_marked(
    evening: Evening, status: int, code: int
) -> None:
    """A right that somebody took away by mistake must not cost the table its turn."""
    await evening.played()
    before = len(evening.env.http_requests)
    closes(evening, code, status)

    await evening.ada.send(evening.channel, "> I wait")
    await evening.rested()

    head = await evening.head()
    assert (head.number, head.status, head.narrative) == (1, "done", "Turn 1 is told.")
    assert await unsent_numbers(evening) == [1]
    assert len(asked(evening, before)) == 1


async def test_the_host_is_written_to_once(evening: Evening) -> None:
    """Whoever can put it right should know, and not be pestered."""
    await evening.played()
    closes(evening)

    for words in ("> I wait", "> I wait again"):
        await evening.ada.send(evening.channel, words)
        await evening.rested()

    assert letters(evening) == [told_host(evening)]


async def test_a_host_who_takes_no_letters_reads_it_at_the_next_command(evening: Evening) -> None:
    """Many people let no bots write to them; they still have to know."""
    await evening.played()
    before = len(evening.env.http_requests)
    closes(evening)
    evening.env.inject_error(
        "POST", f"/channels/{evening.host.user.dm_channel.id}/messages", status=403, code=50007
    )
    await evening.ada.send(evening.channel, "> I wait")
    await evening.rested()
    refused = len(asked(evening, before)) + 1

    result = await evening.host.slash(evening.channel, "game status")
    again = await evening.host.slash(evening.channel, "game status")

    assert [f.content for f in result.followups] == [told_host(evening)]
    assert list(again.followups) == []
    assert refused <= 2


async def test_what_could_not_be_posted_comes_before_the_next_story(evening: Evening) -> None:
    """The table reads the story in its order, as soon as it can."""
    await evening.played()
    closes(evening)
    await evening.ada.send(evening.channel, "> I wait")
    await evening.rested()
    opens(evening)

    await evening.ada.send(evening.channel, "> I open the door")
    await evening.rested()

    late, newest = [m for m in evening.channel.history() if m.author.bot][-2:]
    assert [late.content, newest.content] == ["Turn 1 is told.", "Turn 2 is told."]
    assert late.embeds[0].footer.text == said("discord.footnote.late")
    assert await unsent_numbers(evening) == []


async def test_the_next_process_sends_what_could_not_be_posted(evening: Evening) -> None:
    """The mark stands in the store; a restart does not lose it."""
    await evening.played()
    closes(evening)
    await evening.ada.send(evening.channel, "> I wait")
    await evening.rested()
    await evening.restart()
    opens(evening)

    await evening.ada.send(evening.channel, "> I open the door")
    await evening.rested()

    assert evening.texts()[-2:] == ["Turn 1 is told.", "Turn 2 is told."]
    assert await unsent_numbers(evening) == []


async def test_a_closed_channel_is_asked_once_a_turn(evening: Evening) -> None:
    """Ten thousand refused requests in ten minutes and Discord shuts us out everywhere."""
    await evening.played()
    closes(evening)
    before = len(evening.env.http_requests)

    for number in range(4):
        await evening.ada.send(evening.channel, f"> I wait {number}")
        await evening.rested()

    assert len(asked(evening, before)) == 4
    assert await unsent_numbers(evening) == [1, 2, 3, 4]


async def test_an_undone_turn_is_not_sent_later(evening: Evening) -> None:
    """What no longer counts is nobody's business."""
    await evening.played()
    closes(evening)
    await evening.ada.send(evening.channel, "> I wait")
    await evening.rested()
    await evening.host.slash(evening.channel, "undo")
    await evening.rested()
    opens(evening)

    await evening.ada.send(evening.channel, "> I open the door")
    await evening.rested()

    assert [text for text in evening.texts() if text.startswith("Turn 1")] == ["Turn 1 is told."]


async def test_a_story_that_is_cut_off_in_the_middle_comes_whole(evening: Evening, stage: Stage) -> None:
    """What stands there stays; only what is missing follows."""
    await evening.played()
    half = "The rain does not stop tonight. " * 60
    stage.model.narratives.append([half, half])
    closes_after_our_next_message(evening)
    await evening.ada.send(evening.channel, "> I wait")
    await evening.rested()
    cut_off = [m.id for m in evening.channel.history() if "rain does" in m.content]
    opens(evening)

    await evening.ada.send(evening.channel, "> I open the door")
    await evening.rested()

    parts = [m for m in evening.channel.history() if "rain does" in m.content]
    assert (len(cut_off), parts[0].id) == (1, cut_off[0])
    assert " ".join(m.content for m in parts) == (half * 2).strip()


async def test_a_thread_that_sleeps_is_opened_once(evening: Evening) -> None:
    """Discord puts quiet threads away; the story wakes them."""
    await evening.host.slash(evening.channel, "game new", adventure="inn", thread="yes")
    evening.channel = evening.channel.threads[0]
    await evening.ada.slash(evening.channel, "join", character="ada")
    await evening.host.slash(evening.channel, "game begin")
    await evening.rested()
    path = MESSAGES.format(channel=evening.channel.id)
    evening.env.inject_error("POST", path, status=400, code=50083)

    await evening.ada.send(evening.channel, "I open the door")
    await evening.rested()

    opened = [
        r.json
        for r in evening.env.http_requests
        if r.method == "PATCH" and r.path == f"/channels/{evening.channel.id}"
    ]
    assert opened == [{"archived": False}]
    assert evening.texts()[-1] == "Turn 1 is told."
    assert await unsent_numbers(evening) == []


async def test_a_thread_that_may_not_be_opened_keeps_its_story(evening: Evening) -> None:
    """A moderator has locked it: that is an answer."""
    await evening.host.slash(evening.channel, "game new", adventure="inn", thread="yes")
    evening.channel = evening.channel.threads[0]
    await evening.ada.slash(evening.channel, "join", character="ada")
    await evening.host.slash(evening.channel, "game begin")
    await evening.rested()
    closes(evening, 50083, 400)
    evening.env.inject_error("PATCH", f"/channels/{evening.channel.id}", status=403, code=50013, times=None)

    await evening.ada.send(evening.channel, "I open the door")
    await evening.rested()

    assert (await evening.head()).number == 1
    assert await unsent_numbers(evening) == [1]


async def test_status_tells_what_could_not_be_posted(evening: Evening) -> None:
    """A private answer reaches people where no message does."""
    await evening.played()
    closes(evening)
    await evening.ada.send(evening.channel, "> I wait")
    await evening.rested()

    result = await evening.ada.slash(evening.channel, "game status")

    assert said("discord.owed.unsent", count=1) in private_text(result)


async def test_a_discord_that_is_away_longer_than_we_wait_loses_no_story(evening: Evening) -> None:
    """After an outage the table reads everything, in order."""
    await evening.played()
    closes(evening, 0, 503)
    evening.stage.clock.quick_s = 60.0
    await evening.ada.send(evening.channel, "> I wait")
    await evening.rested()
    opens(evening)

    await evening.ada.send(evening.channel, "> I open the door")
    await evening.rested()

    assert evening.texts()[-2:] == ["Turn 1 is told.", "Turn 2 is told."]
    assert await unsent_numbers(evening) == []


async def test_a_right_to_read_that_is_lacking_stops_no_story(evening: Evening) -> None:
    """What cannot be looked up is left as it is; the story needs no more than the right to write."""
    await evening.played()
    await evening.restart()
    evening.env.inject_error("GET", "/channels/*/messages/*", status=403, code=50013, times=None)

    await evening.ada.send(evening.channel, "> I wait")
    await evening.rested()

    assert evening.texts()[-1] == "Turn 1 is told."
    refused = [r for r in evening.env.http_requests if r.method == "GET" and "/messages/" in r.path]
    assert len(refused) == 1


async def test_buttons_are_disabled_even_where_nothing_new_may_be_written(evening: Evening) -> None:
    """Changing what stands there is another right."""
    await evening.played()
    opening = evening.last()
    closes(evening)

    await evening.ada.send(evening.channel, "> I wait")
    await evening.rested()

    old = next(m for m in evening.channel.history() if m.id == opening.id)
    assert all(is_dead for _, is_dead in buttons(old))
