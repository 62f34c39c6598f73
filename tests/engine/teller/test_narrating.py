"""A narrative that breaks off goes on from where it stopped, and what it took is kept."""

import pytest

from engine.errors import ModelError, ModelTooSlow, ModelUnreachable, NothingSaid, StreamBroke
from engine.model_request import Message
from engine.teller.narrating import CONTINUATIONS, FEW
from tests.engine.model_table import STORY, Table
from tests.fakes.language_model import Reply

BEGUN = "The rain falls. A door"
REST = "creaks in the wind."
WHOLE = f"{BEGUN} {REST}"
BROKEN = Reply(f"{BEGUN} cre", error=StreamBroke(f"{BEGUN} cre"))
CUT = Reply(f"{BEGUN} cre", done_reason="length")
LONG = "A long road. " * 60


def spent(table: Table) -> list[str]:
    """How each request ended."""
    return [telling.usage.done_reason for telling in table.told if telling.usage]


@pytest.mark.parametrize(
    "more", [REST, f"{BEGUN} {REST}", f"A door {REST}", f"… {REST}", f"Narrator: {REST}"]
)
async def test_a_story_that_breaks_goes_on_from_where_it_stopped(more: str) -> None:
    """A lost connection costs seconds, not the end of a scene, and nothing is heard twice."""
    table = Table(BROKEN, Reply(more))

    assert await table.narrate() == WHOLE

    first, second = table.model.requests
    assert second.messages == (*first.messages, Message("assistant", BEGUN), Message("user", "task-go-on"))
    assert (second.purpose, second.num_ctx, first.seed == second.seed) == ("narrate", first.num_ctx, False)
    assert FEW <= second.num_predict < first.num_predict
    assert spent(table) == ["broken", "stop"]
    assert table.told[-1].seen == first.messages[1].content


async def test_a_story_whose_tokens_are_spent_is_given_a_few_more_to_end_its_sentence() -> None:
    """A model that talks too much ends like one that does not."""
    table = Table(CUT, Reply(REST))

    assert await table.narrate() == WHOLE

    assert table.model.requests[1].num_predict == FEW
    assert spent(table) == ["length", "stop"]


@pytest.mark.parametrize(
    "reply",
    [Reply("The rain falls.", done_reason="length"), Reply(LONG, error=StreamBroke(LONG))],
    ids=["cut", "broken when most was told"],
)
async def test_a_story_that_stops_where_a_sentence_ends_is_told(reply: Reply) -> None:
    """Nobody waits for a rest that nobody misses."""
    table = Table(reply)

    assert await table.narrate() == str(reply.text).strip()


async def test_a_story_that_broke_after_one_sentence_goes_on() -> None:
    """One line is not yet the answer to what somebody did."""
    table = Table(Reply("The rain falls.", error=StreamBroke("The rain falls.")), Reply("A door creaks."))

    assert await table.narrate() == STORY


async def test_a_story_is_gone_on_with_twice_at_most_and_then_ends_at_a_sentence() -> None:
    """A model that never comes to an end is given one."""
    parts = ("It goes o", "on. Then it wi", "winds left. Or ri", "never")
    table = Table(*(Reply(part, done_reason="length") for part in parts))

    story = await table.narrate()

    assert len(table.model.requests) == 1 + CONTINUATIONS
    assert story == "It goes on. Then it winds left."
    assert spent(table) == ["length"] * 3


@pytest.mark.parametrize(
    "useless",
    [
        Reply("The rain falls. A gate opens and Mira comes in.", times=None),
        Reply('{"narrative": "x"}', times=None),
        Reply("", times=None),
        Reply(error=ModelUnreachable(), times=None),
        Reply(error=ModelTooSlow(which="first token", seconds=60)),
    ],
    ids=["begun anew", "data", "nothing", "gone", "too slow"],
)
async def test_a_rest_that_is_none_is_thrown_away(useless: Reply) -> None:
    """The table hears one story; it ends where its last sentence does."""
    cut, broken = Table(CUT, useless), Table(BROKEN, useless)

    story = await cut.narrate()
    with pytest.raises(StreamBroke) as caught:
        await broken.narrate()

    assert story.startswith("The rain falls. A door")
    assert story.endswith("…")
    assert "Mira" not in story
    assert caught.value.text == BEGUN


async def test_a_sentence_that_is_said_again_in_other_words_is_heard_once() -> None:
    """What was heard of it trails off; the story goes on after it."""
    begun = Reply("The rain falls. A door in the wall o", done_reason="length")
    table = Table(begun, Reply("A door in the ceiling opens. Mira comes in."))

    assert await table.narrate() == "The rain falls. A door in the wall… Mira comes in."


async def test_a_sentence_that_nobody_heard_may_be_replaced() -> None:
    """Late in an answer only whole sentences go out, so that nothing has to trail off."""
    sentences = " ".join(f"Drop {number} falls on the roof." for number in range(30))
    begun = Reply([f"{sentences} ", "A door in the wall ", "opens and th"], done_reason="length")
    table = Table(begun, Reply("A door in the ceiling opens. Mira comes in."))

    assert await table.narrate() == f"{sentences} A door in the ceiling opens. Mira comes in."


async def test_a_rest_that_is_none_costs_one_request() -> None:
    """A rest is welcome, not needed."""
    table = Table(CUT, Reply(""), Reply("never"))

    await table.narrate()

    assert len(table.model.requests) == 2


@pytest.mark.parametrize("kept", ["The rain falls. ", "Assistant: The rain falls. "])
async def test_a_loop_is_not_gone_on_with(kept: str) -> None:
    """A model that goes round in circles would go on doing so."""
    loop = StreamBroke(kept, can_go_on=False, reason="a loop")
    table = Table(Reply([kept, "and on " * 9], error=loop), Reply("never"))

    with pytest.raises(StreamBroke) as caught:
        await table.narrate()

    assert (caught.value.text, len(table.model.requests)) == ("The rain falls.", 1)


async def test_a_loop_in_the_rest_leaves_what_came_before_it() -> None:
    """Only the circles are lost."""
    loop = StreamBroke("creaks. It", can_go_on=False, reason="a loop")
    table = Table(BROKEN, Reply(["creaks. It", " goes on and on" * 9], error=loop))

    with pytest.raises(StreamBroke) as caught:
        await table.narrate()

    assert caught.value.text == f"{BEGUN} creaks. It"


@pytest.mark.parametrize("which", ["idle", "total"])
async def test_a_model_that_is_too_slow_is_not_asked_for_more(which: str) -> None:
    """The server may still be busy with what it was asked first."""
    table = Table(Reply(BEGUN, error=ModelTooSlow(which=which, seconds=60)), Reply("never"))

    with pytest.raises(StreamBroke) as caught:
        await table.narrate()

    assert (caught.value.text, len(table.model.requests)) == (BEGUN, 1)


@pytest.mark.parametrize("useless", ['{"narrative": "It rains."}', "", "```\n```"])
async def test_a_story_of_no_use_is_asked_for_once_more_with_another_seed(useless: str) -> None:
    """Two requests, no waiting, and then somebody else tells; what both took is kept."""
    table = Table(Reply(useless, times=2), Reply("never"))

    with pytest.raises(NothingSaid):
        await table.narrate()

    seeds = {request.seed for request in table.model.requests}
    assert (len(seeds), sum(table.clock.slept)) == (2, 0)


async def test_what_failed_tries_took_is_kept() -> None:
    """ "Why?" shows every request of the turn."""
    table = Table(Reply('{"a": 1}'), Reply(STORY))

    await table.narrate()

    assert spent(table) == ["broken", "stop"]


async def test_a_host_that_is_away_is_not_asked_by_the_next_turn() -> None:
    """The first table waited for it; nobody after it does."""
    table = Table(Reply(error=ModelUnreachable(), times=3), Reply("never"))
    errors: list[ModelError] = []
    for _ in range(2):
        with pytest.raises(ModelUnreachable) as caught:
            await table.narrate()
        errors.append(caught.value)

    assert [error.can_retry for error in errors] == [False, False]
    assert (len(table.model.requests), len([s for s in table.clock.slept if s < 5])) == (3, 2)
    await table.gm.host.close()
