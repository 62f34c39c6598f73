"""Rules of answering a press or a command: at once, once, by one owner, and never with nothing."""

import asyncio
import time

import pytest

from tests.cogs.stage import Evening, Stage, buttons, private_text, said

ACKNOWLEDGED = "/interactions/*/callback"
ANSWERED = "/webhooks/*/messages/@original"
BESIDE = "/webhooks/*/simcord_interaction_*"


def acknowledgements(evening: Evening, start: int) -> int:
    """How often we told Discord since then that a press has come through."""
    return sum(request.path.endswith("/callback") for request in evening.env.http_requests[start:])


def thinks(evening: Evening) -> bool:
    """Whether somebody still looks at “thinking …”."""
    return any(interaction.loading for interaction in evening.env.backend.interactions.values())


async def test_a_press_is_answered_by_exactly_one_owner(evening: Evening) -> None:
    """Two answers to one press are an error that people see."""
    await evening.played()
    start = len(evening.env.http_requests)

    await evening.ada.click(evening.last(), label=buttons(evening.last())[0][0])
    await evening.rested()

    assert acknowledgements(evening, start) == 1


@pytest.mark.parametrize("custom_id", ["gm:do:neverwas:0:0123abcd", "gm:of-another-version:7"])
async def test_an_unknown_press_is_answered_by_exactly_one_owner(evening: Evening, custom_id: str) -> None:
    """Old or strange, each button says what is the matter, once."""
    await evening.played()
    message = await evening.with_button(custom_id)
    start = len(evening.env.http_requests)

    result = await evening.ada.click(message, label="1. Old")

    assert acknowledgements(evening, start) == 1
    assert private_text(result) == said("errors.old-moment")


@pytest.mark.parametrize(("status", "code"), [(404, 10062), (503, 0)])
async def test_a_press_that_can_no_longer_be_answered_still_counts(
    evening: Evening, status: int, code: int
) -> None:
    """Its turn comes to the channel; only the private word is lost."""
    await evening.played()
    label = buttons(evening.last())[0][0]
    evening.env.inject_error("POST", ACKNOWLEDGED, status=status, code=code, times=3)

    await evening.ada.click(evening.last(), label=label)
    await evening.rested()

    assert evening.texts()[-1] == "Turn 1 is told."


async def test_an_acknowledgement_that_had_come_through_after_all_is_gone_on_with(evening: Evening) -> None:
    """The answer to ours was lost on the way, so we asked again and heard that it stands."""
    await evening.played()
    evening.env.inject_error("POST", ACKNOWLEDGED, status=400, code=40060)

    await evening.ada.click(evening.last(), label=buttons(evening.last())[0][0])
    await evening.rested()

    assert evening.texts()[-1] == "Turn 1 is told."


async def test_an_acknowledgement_is_tried_again_in_time(evening: Evening) -> None:
    """A hiccup of Discord's is not worth a failed interaction."""
    await evening.played()
    evening.env.inject_error("POST", ACKNOWLEDGED, status=503)

    result = await evening.ada.slash(evening.channel, "game status")

    assert "The Inn" in private_text(result)


@pytest.mark.parametrize("command", ["undo", "retry"])
async def test_what_must_not_happen_twice_does_not_happen_late(evening: Evening, command: str) -> None:
    """Whoever read that the bot did not respond types it again, and means it once."""
    await evening.played()
    await evening.ada.send(evening.channel, "> I wait")
    await evening.rested()
    before = await evening.head()
    evening.env.inject_error("POST", ACKNOWLEDGED, status=404, code=10062)

    await evening.ada.slash(evening.channel, command)
    await evening.rested()

    assert await evening.head() == before


async def test_words_said_by_command_reach_the_table_even_if_the_answer_came_too_late(
    evening: Evening,
) -> None:
    """The others must see what the turn is about."""
    await evening.played()
    evening.env.inject_error("POST", ACKNOWLEDGED, status=404, code=10062)

    await evening.ada.slash(evening.channel, "act", text="I open the door")
    await evening.rested()

    assert "**Ada**: I open the door" in evening.texts()
    assert evening.texts()[-1] == "Turn 1 is told."


async def test_a_line_for_everybody_survives_its_token(evening: Evening) -> None:
    """After a quarter of an hour Discord takes nothing by that way; the channel is another."""
    await evening.played()
    evening.env.inject_error("POST", BESIDE, status=401, code=50027, times=None)

    await evening.ada.slash(evening.channel, "act", text="I open the door")
    await evening.rested()

    assert "**Ada**: I open the door" in evening.texts()


@pytest.mark.parametrize(("status", "code"), [(401, 50027), (404, 10015), (404, 10008)])
async def test_a_private_word_that_reaches_nobody_costs_nothing(
    evening: Evening, status: int, code: int
) -> None:
    """The person has closed it, or has waited too long; the game goes on."""
    await evening.played()
    evening.env.inject_error("PATCH", ANSWERED, status=status, code=code)

    await evening.ada.click(evening.last(), label=buttons(evening.last())[0][0])
    await evening.rested()

    assert evening.texts()[-1] == "Turn 1 is told."


async def test_an_answer_is_tried_again_before_the_person_hears_of_it(evening: Evening) -> None:
    """One 503 is no news."""
    await evening.played()
    evening.env.inject_error("PATCH", ANSWERED, status=503, times=2)

    result = await evening.ada.slash(evening.channel, "game status")

    assert "The Inn" in private_text(result)


async def test_a_command_that_fails_leaves_no_thinking_behind(evening: Evening, stage: Stage) -> None:
    """“Thinking …” for a quarter of an hour tells people that all is lost."""
    await evening.played()
    stage.store.fail("session_in")

    result = await evening.ada.slash(evening.channel, "game status")

    assert private_text(result).startswith(said("errors.store-failed"))
    assert not thinks(evening)


async def test_a_press_that_fails_leaves_no_thinking_behind(evening: Evening, stage: Stage) -> None:
    """And whoever pressed knows that it was not kept, so presses again."""
    await evening.played()
    stage.store.fail("put_action")

    result = await evening.ada.click(evening.last(), label=buttons(evening.last())[0][0])

    assert private_text(result).startswith(said("errors.store-failed"))
    assert not thinks(evening)


async def test_nobodys_press_waits_while_a_giant_story_is_cut(evening: Evening, stage: Stage) -> None:
    """One table's story must not make another table's buttons fail."""
    await evening.played()
    session, head = await evening.game(), await evening.head()
    giant = head.model_copy(update={"id": "giant", "narrative": "The rain does not stop. " * 20_000})
    lags: list[float] = []

    async def feel() -> None:
        while True:
            before = time.perf_counter()
            await asyncio.sleep(0.01)
            lags.append(time.perf_counter() - before)

    feeling = asyncio.create_task(feel())
    telling = asyncio.create_task(stage.announcer.tell_whole(session, giant))
    await asyncio.sleep(0.3)

    for task in (feeling, telling):
        task.cancel()
    await asyncio.gather(feeling, telling, return_exceptions=True)
    assert max(lags) < 0.25
