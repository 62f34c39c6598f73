"""The size of what a model is asked: window, tokens and deadlines."""

from dataclasses import replace

import pytest

from engine.asking.pace import Overrides
from engine.asking.requests import Limits
from engine.errors import PromptTooLong
from engine.model_request import Deadlines, ModelFacts
from tests.engine.briefs import brief
from tests.engine.model_table import STORY, WRITTEN, Table
from tests.fakes.language_model import Reply


@pytest.mark.parametrize(
    ("facts", "limits", "num_ctx"),
    [
        (ModelFacts("gemma2:9b", None, None, can_think=False), Limits(), 8192),
        (ModelFacts("gemma2:9b", 8192, 4096, can_think=False), Limits(), 4096),
        (ModelFacts("gemma2:9b", 32768, 1024, can_think=False), Limits(num_ctx=6000), 6000),
        (ModelFacts("gemma2:9b", 32768, None, can_think=True), Limits(num_ctx=4096), 5120),
    ],
)
async def test_every_request_of_a_model_has_the_same_window(
    facts: ModelFacts, limits: Limits, num_ctx: int
) -> None:
    """Another window would make the server load the model again, in the middle of a turn."""
    table = Table(
        Reply(STORY, purpose="narrate"), Reply(WRITTEN, purpose="record"), facts=facts, limits=limits
    )

    await table.gm.prepare(brief())
    await table.narrate()
    await table.record()

    assert {request.num_ctx for request in table.model.requests} == {num_ctx}


async def test_a_small_window_gets_a_small_form() -> None:
    """Even the longest record fits the 250 tokens that a small window has for it."""
    facts = ModelFacts("gemma2:9b", 4096, None, can_think=False)
    table = Table(Reply(STORY, purpose="narrate"), Reply(WRITTEN, purpose="record"), facts=facts)

    await table.narrate()
    await table.record()

    assert [request.num_predict for request in table.model.requests] == [220, 250]


async def test_a_slow_machine_is_asked_for_less_from_the_next_turn_on() -> None:
    """A slow table plays shorter, not later."""
    slow = Reply(times=None, output_tokens=100, output_s=20.0)
    table = Table(replace(slow, text=STORY, purpose="narrate"), replace(slow, text=WRITTEN, purpose="record"))

    for _ in range(2):
        await table.narrate()
        await table.record()

    assert [request.num_predict for request in table.model.requests] == [350, 400, 240, 150]


async def test_a_cold_model_gets_time_to_load_and_a_warm_one_is_not_waited_for() -> None:
    """Minutes for a first answer are normal; minutes for a second one are a fault."""
    table = Table(Reply(STORY, times=None, prompt_s=1.0, prompt_tokens=500))

    await table.narrate()
    await table.narrate()

    cold, warm = (request.deadlines.first_token_s for request in table.model.requests)
    assert cold > 150 > 60 == warm


async def test_an_admins_deadlines_are_used_as_they_are() -> None:
    """GLYPHMASTER_FIRST_TOKEN_S and its siblings."""
    table = Table(Reply(STORY), limits=Limits(overrides=Overrides(1.5, 2.5, 3.5)))

    await table.narrate()

    assert table.model.requests[0].deadlines == Deadlines(1.5, 2.5, 3.5)


async def test_the_expected_time_follows_from_what_was_measured() -> None:
    """The table is told how long a story takes once anybody knows."""
    table = Table(Reply(STORY, prompt_tokens=400, prompt_s=4.0, output_tokens=100, output_s=10.0))
    before = table.gm.expected_s(brief().settings)

    await table.narrate()

    after = table.gm.expected_s(brief().settings)
    assert before is None
    assert after is not None
    assert 15 < after < 40


async def test_a_prompt_that_is_refused_as_too_long_is_told_shorter() -> None:
    """The same players' words, less of the past; later turns remember it."""
    table = Table(Reply(error=PromptTooLong()), Reply(STORY), Reply(STORY))

    assert await table.narrate() == STORY

    first, second = table.model.requests
    assert first.messages[0] == second.messages[0]
    assert first.num_ctx == second.num_ctx


async def test_a_prompt_that_stays_too_long_is_given_up() -> None:
    """No endless asking."""
    table = Table(Reply(error=PromptTooLong(), times=None))

    with pytest.raises(PromptTooLong):
        await table.narrate()

    assert len(table.model.requests) == 2


async def test_a_released_model_leaves_the_memory_and_is_waited_for_as_a_cold_one() -> None:
    """The first words after a night may have to wait until the model is loaded again."""
    table = Table(Reply(STORY, purpose="narrate", times=None))
    await table.narrate()
    await table.narrate()

    await table.gm.release("gemma2:9b")
    await table.narrate()

    _, warm, released, cold = table.model.requests
    assert (released.purpose, released.messages, released.keep_alive) == ("load", (), "0")
    assert cold.deadlines.first_token_s > warm.deadlines.first_token_s


async def test_a_model_that_an_admin_wants_kept_is_never_released() -> None:
    """Whoever has the memory for it keeps the quick start."""
    table = Table(limits=Limits(keep_alive_s=-1))

    await table.gm.release("gemma2:9b")

    assert table.model.requests == []
