"""Rules of asking a player before their character is acted upon."""

import discord

from tests.cogs.stage import Evening, Stage, buttons, posts, private_text, said


async def pushed(evening: Evening) -> discord.Message:
    """Ada wants to push Bo; the question to Bo."""
    await evening.played()
    await evening.ada.send(evening.channel, "> I push Bo into the yard")
    await evening.env.settle()
    return next(m for m in evening.channel.history() if f"<@{evening.bo.id}>" in m.content)


async def test_the_player_is_called_and_nobody_else(evening: Evening) -> None:
    """A question that nobody sees is answered by its time."""
    question = await pushed(evening)

    [request] = [p.json for p in posts(evening) if f"<@{evening.bo.id}>" in p.json.get("content", "")]
    assert request["allowed_mentions"]["users"] == [str(evening.bo.id)] or request["allowed_mentions"][
        "users"
    ] == [evening.bo.id]
    assert not request["allowed_mentions"].get("parse")
    assert "I push Bo into the yard" in question.content
    assert "<t:" in question.content
    assert buttons(question) == [("Yes", False), ("No", False)]
    assert (await evening.head()).number == 0


async def test_with_a_yes_it_happens(evening: Evening) -> None:
    """Friends may push each other if both like it."""
    question = await pushed(evening)

    result = await evening.bo.click(question, label="Yes")
    await evening.rested()

    assert private_text(result) == said("acting.consent.said.yes")
    assert (await evening.head()).actions[0].consent == "given"
    [after] = [m for m in evening.channel.history() if m.id == question.id]
    assert (after.content, buttons(after)) == (said("acting.consent.given", whom="Bo"), [])


async def test_with_a_no_it_does_not_and_the_table_reads_so(evening: Evening) -> None:
    """A no needs no reason."""
    question = await pushed(evening)

    await evening.bo.click(question, label="No")
    await evening.rested()

    assert (await evening.head()).number == 0
    assert said("acting.consent.declined", who="Ada", whom="Bo") in evening.texts()
    [after] = [m for m in evening.channel.history() if m.id == question.id]
    assert buttons(after) == []


async def test_nobody_answers_for_somebody_else(evening: Evening) -> None:
    """Neither who acts, nor the host."""
    question = await pushed(evening)

    answers = [await who.click(question, label="Yes") for who in (evening.ada, evening.host)]

    assert all("the player who was asked" in private_text(answer) for answer in answers)
    assert (await evening.head()).number == 0


async def test_yes_can_be_typed_by_whoever_is_asked(evening: Evening) -> None:
    """Everything can be typed; the yes of another is talk."""
    await pushed(evening)
    await evening.ada.send(evening.channel, "yes")
    await evening.env.settle()
    assert (await evening.head()).number == 0

    await evening.bo.send(evening.channel, "Yes!")
    await evening.rested()

    assert (await evening.head()).actions[0].consent == "given"


async def test_a_question_survives_a_restart_and_is_asked_once(evening: Evening) -> None:
    """The process dies while somebody thinks."""
    question = await pushed(evening)

    await evening.restart()
    await evening.bo.click(question, label="Yes")
    await evening.rested()

    assert (await evening.head()).actions[0].consent == "given"
    assert sum(f"<@{evening.bo.id}>" in p.json.get("content", "") for p in posts(evening)) == 1


async def test_nothing_is_left_of_the_wait_after_a_no(evening: Evening, stage: Stage) -> None:
    """A line that still says “waiting” would keep everybody waiting."""
    question = await pushed(evening)
    await evening.bo.click(question, label="No")
    await evening.rested()
    start = len(posts(evening))

    await evening.time_passes()

    assert not [p for p in posts(evening)[start:] if p.json.get("content", "").startswith("-# ")]
    assert stage.announcer.notices.is_quiet(await evening.game())
