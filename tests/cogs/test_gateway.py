"""Rules of the gateway: what comes twice counts once, what is withheld is said, who is first is first."""

import asyncio
from collections import Counter

import discord
import pytest
from simcord.actors import MemberActor

from tests.cogs.stage import Evening, Stage, buttons, said


def listeners(stage: Stage) -> Counter[str]:
    """How many of ours wait for each kind of event."""
    return Counter({name: len(waiting) for name, waiting in stage.client.extra_events.items()})


def background(*names: str) -> Counter[str]:
    """Tasks with these names that are alive."""
    return Counter(task.get_name() for task in asyncio.all_tasks() if task.get_name() in names)


async def test_a_resumed_session_replays_nothing_twice(evening: Evening, stage: Stage) -> None:
    """The gateway sends again what it is not sure about; a move made once is made once."""
    await evening.played()
    sent = []
    for words in ("> I open the door", "> I look around"):
        sent.append(await evening.ada.send(evening.channel, words))
        await evening.rested()

    await evening.receives(*sent)

    assert (await evening.head()).number == 2


async def test_a_message_replayed_after_it_was_refused_is_not_answered_again(
    evening: Evening, stage: Stage
) -> None:
    """An apology twice is a riddle."""
    await evening.played()
    stage.store.fail("put_action")
    sent = await evening.ada.send(evening.channel, "> I open the door")
    await evening.env.settle()
    before = evening.texts()

    await evening.receives(sent)

    assert evening.texts() == before


async def test_a_new_login_registers_nothing_a_second_time(evening: Evening, stage: Stage) -> None:
    """Two of us in one process would answer everything twice."""
    await evening.played()
    before = listeners(stage), background("models")

    stage.client.dispatch("resumed")
    await evening.login_again()
    await evening.login_again()

    assert (listeners(stage), background("models")) == before
    assert background("models") == {"models": 1}


async def test_after_a_new_login_a_move_makes_one_turn(evening: Evening) -> None:
    """Whatever came by both ways counts once."""
    await evening.played()
    await evening.login_again()

    await evening.ada.send(evening.channel, "> I open the door")
    await evening.login_again()

    assert (await evening.head()).number == 1


async def test_withheld_words_are_said_to_be_missing_once_and_ask_no_model(
    evening: Evening, stage: Stage
) -> None:
    """Without the switch in Discord's portal messages arrive empty, and silence would be a riddle."""
    await evening.played()
    asked = len(stage.model.narrated)
    messages = [await withheld(evening, evening.ada) for _ in range(3)]

    await evening.receives(*messages)

    assert evening.texts().count(said("discord.deaf")) == 1
    assert ((await evening.head()).number, len(stage.model.narrated)) == (0, asked)


@pytest.mark.parametrize("who", ["host", "bo"])
async def test_a_message_without_words_is_withheld_only_if_it_holds_nothing_else(
    evening: Evening, who: str
) -> None:
    """A picture has no words either, and an onlooker's message is nobody's business."""
    await evening.played()
    message = await withheld(evening, getattr(evening, who))
    if who == "bo":
        message.embeds = [discord.Embed(title="a map")]

    await evening.receives(message)

    assert said("discord.deaf") not in evening.texts()


async def test_two_who_write_at_once_are_told_one_after_the_other(evening: Evening, stage: Stage) -> None:
    """There is one key: the second story knows who has it."""
    await evening.played()
    first = await unheard(evening, evening.ada, "> I grab the key")
    second = await unheard(evening, evening.bo, "> I grab the key, too")

    await evening.receives(first, second)

    branch = await stage.store.branch((await evening.game()).head_turn_id, 9)
    told = {brief.number: [turn.id for turn in brief.recent] for brief in stage.model.narrated}
    acted = [action.player_name for turn in branch for action in turn.actions]
    assert acted == ["ann", "bob"]
    assert told[branch[-1].number] == [turn.id for turn in branch[:-1]]


async def test_a_press_keeps_its_place_while_it_is_acknowledged(evening: Evening, stage: Stage) -> None:
    """Whoever acts a moment later is later, however long Discord takes."""
    await evening.played()
    await evening.gathers_long()
    opening, label = evening.last(), buttons(evening.last())[0][0]
    typed = await unheard(evening, evening.ada, "> I grab the key")
    evening.env.inject_error("POST", "/interactions/*/callback", status=503)
    evening.arrives_with_the_next_press(typed)

    await evening.bo.click(opening, label=label)
    await evening.time_passes()

    assert [action.player_name for action in (await evening.head()).actions] == ["bob", "ann"]


async def unheard(evening: Evening, who: MemberActor, words: str) -> discord.Message:
    """A message that has not come to us yet."""
    await evening.leaves()
    sent = await who.send(evening.channel, words)
    await evening.stage.client.load_extension("cogs.listening")
    return sent


async def withheld(evening: Evening, who: MemberActor) -> discord.Message:
    """A message as it arrives without the right to read it."""
    sent = await unheard(evening, who, "> I open the door")
    sent.content = ""
    return sent
