"""Rules of fetching a model, from Discord."""

from datetime import timedelta

import pytest
from simcord.results import InteractionResult

from cogs import ids
from cogs.desk import Desk
from cogs.following import FOLLOWED_S
from engine.errors import ModelError, ModelRefused, ModelTooSlow
from engine.fetching import LibraryUnreachable, NoRoomForModel, NoSuchModel
from engine.model_request import Fetched
from tests.cogs.models_for_tests import GB, later, seconds_pass, with_models
from tests.cogs.stage import Evening, Stage, private, private_text, said


@pytest.fixture(autouse=True)
def models_are_there(stage: Stage) -> None:
    with_models(stage)


def owned_by_host(evening: Evening) -> None:
    evening.stage.client.owner_id = evening.host.id


async def pull(evening: Evening, model: str = "new:3b") -> InteractionResult:
    return await evening.host.slash(evening.channel, "config model-pull", model=model)


async def test_only_whoever_owns_the_bot_fetches_models(evening: Evening, stage: Stage) -> None:
    """It is their disk and their line, not the server admin's."""
    result = await pull(evening)

    assert private_text(result) == said("errors.not-allowed", who=said("discord.who.owner"))
    assert stage.care.pulled == []


async def test_a_fetching_shows_how_far_it_is_and_ends_with_what_to_do_next(
    evening: Evening, stage: Stage
) -> None:
    """Five gigabytes are a long wait without a figure."""
    owned_by_host(evening)
    stage.care.steps = [Fetched("manifest"), Fetched("pulling", 1 * GB, 4 * GB)]

    result = await pull(evening)
    under_way = await later(evening, result)
    stage.care.may_end = True
    over = await later(evening, result)

    assert under_way == said("models.fetch.comes", model="new:3b", percent=25, done="1.0", total="4.0")
    assert over == said("models.fetch.done", model="new:3b")
    assert private(result).components == []


@pytest.mark.parametrize(
    "error", [NoSuchModel(model="new:3b"), NoRoomForModel(model="new:3b"), LibraryUnreachable(model="new:3b")]
)
async def test_a_fetching_that_fails_says_why_in_a_sentence(
    evening: Evening, stage: Stage, error: ModelError
) -> None:
    """A typo, a full disk and a missing cable are put right in different places."""
    owned_by_host(evening)
    stage.care.error = error
    stage.care.may_end = True

    answer = await later(evening, await pull(evening))

    reason = said(f"errors.{error.key}", model="new:3b")
    assert answer == said("models.fetch.failed", model="new:3b", reason=reason)


@pytest.mark.parametrize(
    ("error", "key"),
    [(ModelTooSlow(which="idle", seconds=120.0), "silent"), (ModelRefused(reason="odd"), "refused")],
)
async def test_a_fetching_that_fails_otherwise_says_so_in_words_about_fetching(
    evening: Evening, stage: Stage, error: ModelError, key: str
) -> None:
    """A storyteller that is too slow is another matter."""
    owned_by_host(evening)
    stage.care.error, stage.care.may_end = error, True

    answer = await later(evening, await pull(evening))

    reason = said(f"models.fetch.{key}")
    assert answer == said("models.fetch.failed", model="new:3b", reason=reason)


async def test_the_button_of_an_earlier_fetching_stops_no_other(evening: Evening, stage: Stage) -> None:
    """Old messages stay in the channel."""
    owned_by_host(evening)
    stage.care.steps = [Fetched("pulling", 1 * GB, 4 * GB)]
    await pull(evening, "other:7b")
    old = await evening.with_button(ids.fetch_stop("new:3b"))

    pressed = await evening.host.click(old, label="1. Old")

    assert private_text(pressed) == said("errors.old-moment")
    assert stage.care.ended == []


async def test_one_model_is_fetched_at_a_time(evening: Evening, stage: Stage) -> None:
    """Two would only both be slower; asking for the same one shows it."""
    owned_by_host(evening)
    stage.care.steps = [Fetched("pulling", 1 * GB, 4 * GB)]
    await pull(evening)

    other = private_text(await pull(evening, "other:7b"))
    same = await later(evening, await pull(evening))

    assert other == said("errors.fetch-running", model="new:3b")
    assert same.startswith("**new:3b**")
    assert stage.care.pulled == ["new:3b"]


async def test_a_button_stops_the_fetching(evening: Evening, stage: Stage) -> None:
    """The wrong name costs no evening."""
    owned_by_host(evening)
    stage.care.steps = [Fetched("pulling", 1 * GB, 4 * GB)]
    result = await pull(evening)
    await later(evening, result)

    pressed = await evening.host.click(private(result), label=said("models.fetch.stop"))

    assert private_text(pressed) == said("models.fetch.stopped", model="new:3b")
    assert await later(evening, result) == said("models.fetch.stopped", model="new:3b")
    assert stage.care.ended == ["new:3b"]


async def test_a_fetching_that_outlives_its_answer_is_shown_by_the_check(
    evening: Evening, stage: Stage
) -> None:
    """The pull goes on; whoever wants to know asks once more."""
    owned_by_host(evening)
    stage.care.steps = [Fetched("pulling", 1 * GB, 4 * GB)]
    first = await pull(evening)
    stage.clock.pass_by(timedelta(seconds=FOLLOWED_S))
    at_its_end = await later(evening, first)
    stage.care.may_end = True
    await seconds_pass(evening)

    shown = await later(evening, await evening.host.slash(evening.channel, "config model-check"))

    assert at_its_end.splitlines()[-1] == said("models.fetch.goes-on")
    assert shown == said("models.fetch.done", model="new:3b")
    assert stage.care.checked == []


async def test_leaving_stops_what_is_under_way(evening: Evening, stage: Stage) -> None:
    """A process that ends leaves no task behind."""
    owned_by_host(evening)
    await pull(evening)

    await stage.client.unload_extension("cogs.config")

    assert stage.care.ended == ["new:3b"]
    desk: Desk = stage.desk
    assert desk.jobs.fetching is not None
    assert desk.jobs.fetching.job.payload.text == said("models.fetch.stopped", model="new:3b")
