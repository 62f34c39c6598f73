"""Rules of trying the models of a server, from Discord."""

from datetime import timedelta

import pytest

from cogs.following import FOLLOWED_S
from cogs.model_care import Found, Judged
from engine.errors import ModelUnreachable
from tests.cogs.models_for_tests import choose, later, seconds_pass, with_models
from tests.cogs.stage import Evening, Stage, private_text, said


@pytest.fixture(autouse=True)
def models_are_there(stage: Stage) -> None:
    with_models(stage)


async def test_a_check_shows_what_it_finds_and_ends_with_a_verdict(evening: Evening, stage: Stage) -> None:
    """Nobody looks at an empty answer for minutes, and nobody has to read figures."""
    stage.care.found = [Found("[ok] It is ready."), Found("[note] It forgets.", is_kept=True)]
    stage.care.judged = [Judged("small:1b", "good", 5, 12.2)]

    result = await evening.host.slash(evening.channel, "config model-check")
    under_way = await later(evening, result)
    stage.care.may_end = True
    over = await later(evening, result)

    assert under_way == "\n".join([said("models.check.begins"), "[ok] It is ready.", "[note] It forgets."])
    good = said("models.verdict.good", players=5, seconds=12)
    uses = "storytelling, rules, record"
    assert over.splitlines() == [
        said("models.check.done", when=over.partition("(tried ")[2].partition(")")[0]),
        said("models.verdict.line", model="small:1b", uses=uses, verdict=good),
        said("models.check.notes"),
        "[note] It forgets.",
        said("models.check.again"),
    ]
    assert stage.desk.jobs.judged == {"small:1b": Judged("small:1b", "good", 5, 12.2)}


@pytest.mark.parametrize(
    ("judged", "key"),
    [
        (Judged("small:1b", "good", 1, 20.0), "good-alone"),
        (Judged("small:1b", "slow", 0, 20.0), "slow"),
        (Judged("small:1b", "scripted", 0, 20.0), "scripted"),
        (Judged("small:1b", "scripted"), "scripted-unmeasured"),
        (Judged("small:1b", "unmeasured"), "unmeasured"),
        (Judged("small:1b", "unusable"), "unusable"),
    ],
)
async def test_each_verdict_says_what_to_do(evening: Evening, stage: Stage, judged: Judged, key: str) -> None:
    """An admin is no engineer."""
    stage.care.judged = [judged]
    stage.care.may_end = True

    result = await evening.host.slash(evening.channel, "config model-check")

    assert said(f"models.verdict.{key}", seconds=20) in await later(evening, result)


async def test_a_model_that_does_not_tell_is_judged_for_what_it_does(evening: Evening, stage: Stage) -> None:
    """Nobody counts players for a bookkeeper."""
    await choose(evening, "record", "big:9b")
    stage.care.judged = [Judged("small:1b", "good", 5, 9.0), Judged("big:9b", "good", 5, 12.0)]
    stage.care.may_end = True

    result = await evening.host.slash(evening.channel, "config model-check")

    helper = said("models.verdict.good-helper")
    line = said("models.verdict.line", model="big:9b", uses="record", verdict=helper)
    assert (await later(evening, result)).splitlines()[2] == line


async def test_every_model_that_a_turn_asks_is_checked_once(evening: Evening, stage: Stage) -> None:
    """What nothing asks for costs no time."""
    await choose(evening, "rules", "big:9b")
    await choose(evening, "record", "big:9b")
    await choose(evening, "voices", "poet:12b")
    stage.care.may_end = True

    await evening.host.slash(evening.channel, "config model-check")

    assert [tuple(check.models) for check in stage.care.checked] == [("small:1b", "big:9b")]


async def test_a_model_server_that_is_away_is_named(evening: Evening, stage: Stage) -> None:
    """The commonest fault of all."""
    stage.care.error = ModelUnreachable()
    stage.care.may_end = True

    result = await evening.host.slash(evening.channel, "config model-check")

    reason = said("errors.model-unreachable")
    assert await later(evening, result) == said("models.check.failed", reason=reason)


async def test_a_check_that_outlives_its_answer_goes_on_and_is_shown_at_the_next_call(
    evening: Evening, stage: Stage
) -> None:
    """Discord lets an answer be changed for a quarter of an hour; slow machines take longer."""
    stage.care.judged = [Judged("small:1b", "slow", 0, 90.0)]
    first = await evening.host.slash(evening.channel, "config model-check")
    stage.clock.pass_by(timedelta(seconds=FOLLOWED_S))
    at_its_end = await later(evening, first)
    stage.care.may_end = True
    await seconds_pass(evening)

    second = await later(evening, await evening.host.slash(evening.channel, "config model-check"))
    await evening.host.slash(evening.channel, "config model-check")

    assert at_its_end.splitlines()[-1] == said("models.check.goes-on")
    assert said("models.verdict.slow", seconds=90) in second
    assert len(stage.care.checked) == 2


async def test_only_admins_check(evening: Evening, stage: Stage) -> None:
    """It keeps the machine busy for minutes."""
    config = next(c for c in await stage.client.tree.fetch_commands() if c.name == "config")
    evening.guild.set_command_permissions(config, {evening.ada: True})

    result = await evening.ada.slash(evening.channel, "config model-check")

    assert private_text(result) == said("errors.not-allowed", who=said("discord.who.admin"))
    assert stage.care.checked == []
