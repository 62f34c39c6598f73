"""Rules of which model does what on a server: chosen, tried and fetched from Discord."""

from datetime import timedelta

import pytest
from simcord.results import InteractionResult

from cogs import ids
from cogs.desk import Desk
from cogs.following import FOLLOWED_S
from cogs.model_care import Found, Judged, Room
from engine.errors import (
    LibraryUnreachable,
    ModelError,
    ModelRefused,
    ModelTooSlow,
    ModelUnreachable,
    NoRoomForModel,
    NoSuchModel,
)
from engine.model.session import GameSettings
from engine.model.uses import ModelUses
from engine.model_request import Fetched, ModelFacts
from tests.cogs.stage import Evening, Stage, private, private_text, said

GB = 1_000_000_000
MOMENT_S = 20.0
"""Longer than the simulated Discord waits for us by itself, and short beside a quarter of an hour."""
NAMES = ("big:9b", "poet:12b", "small:1b")


@pytest.fixture(autouse=True)
def models_are_there(stage: Stage) -> None:
    stage.language_model.facts = [ModelFacts(name, 8192, None, can_think=False) for name in NAMES]
    stage.clock.long_s = MOMENT_S


async def choose(evening: Evening, use: str, model: str) -> str:
    return private_text(await evening.host.slash(evening.channel, "config model", use=use, model=model))


async def settings(evening: Evening) -> GameSettings:
    return (await evening.stage.desk.guild(evening.guild.id)).game


def lines(*keys: str, **blanks: str | int) -> str:
    return "\n".join(said(f"models.{key}", **blanks) for key in keys)


async def later(evening: Evening, result: InteractionResult) -> str:
    """What the private answer says a few seconds afterwards."""
    await seconds_pass(evening)
    return private_text(result)


async def seconds_pass(evening: Evening) -> None:
    for _ in range(3):
        await evening.env.advance_time(MOMENT_S + 1)
        await evening.env.settle()


# --- choosing ------------------------------------------------------------------------------------


async def test_a_model_is_chosen_for_everything_in_the_next_games(evening: Evening) -> None:
    """Running games keep theirs: nobody's storyteller changes in mid-sentence."""
    await choose(evening, "rules", "poet:12b")

    answer = await choose(evening, "everything", "big:9b")
    await evening.opened()

    assert answer == lines("changed.everything", "changed.games", model="big:9b")
    assert (await evening.game()).settings.model == "big:9b"
    assert (await evening.game()).settings.uses == ModelUses()


async def test_one_use_gets_a_model_of_its_own(evening: Evening) -> None:
    """A large model for the story, a small one for the bookkeeping."""
    answer = await choose(evening, "storytelling", "poet:12b")

    assert (await settings(evening)).uses == ModelUses(storytelling="poet:12b")
    assert answer.splitlines()[:3] == [
        said("models.changed.one", use="storytelling", model="poet:12b"),
        said("models.changed.games"),
        said("models.changed.rest", model="small:1b"),
    ]


async def test_one_use_goes_back_to_the_model_of_everything_else(evening: Evening) -> None:
    """An experiment ends without typing a name again."""
    await choose(evening, "record", "big:9b")

    answer = await choose(evening, "record", "-")

    assert (await settings(evening)).uses == ModelUses()
    assert answer == "\n".join(
        [
            said("models.changed.same", use="record", model="small:1b"),
            said("models.changed.games"),
            said("models.changed.rest", model="small:1b"),
        ]
    )


@pytest.mark.parametrize("use", ["voices", "guesses", "search"])
async def test_a_use_that_no_game_has_yet_is_kept_and_says_so(evening: Evening, use: str) -> None:
    """Nobody waits for a change that cannot come."""
    answer = await choose(evening, use, "big:9b")

    assert said(f"models.for-later.{use}") in answer
    assert said("models.two.apart", models="small:1b, big:9b") not in answer
    assert getattr((await settings(evening)).uses, use) == "big:9b"


async def test_a_model_that_is_not_installed_is_refused_with_the_command_that_fetches_it(
    evening: Evening, stage: Stage
) -> None:
    """A typo found now is cheaper than a game that cannot begin."""
    answer = await choose(evening, "rules", "nope:1b")

    assert "ollama pull nope:1b" in answer
    assert await stage.store.guild(str(evening.guild.id)) is None


async def test_everything_cannot_be_the_same_as_everything(evening: Evening, stage: Stage) -> None:
    """Something has to be named."""
    await stage.desk.models.look()

    answer = await choose(evening, "everything", "-")

    assert answer == said("errors.bad-setting", name="everything", value="-", allowed=", ".join(NAMES))


async def test_a_name_without_its_tag_is_understood_as_the_server_understands_it(
    evening: Evening, stage: Stage
) -> None:
    """`ollama run mine` works, so this does."""
    stage.language_model.facts = [ModelFacts("mine:latest", 8192, None, can_think=False)]

    await choose(evening, "everything", "mine")

    assert (await settings(evening)).model == "mine:latest"


async def test_models_are_offered_while_typing_from_what_was_last_seen(
    evening: Evening, stage: Stage
) -> None:
    """Discord gives no time to ask a server for each letter."""
    await stage.desk.models.look()
    stage.language_model.facts = []

    async def offered(use: str, typed: str) -> list[object]:
        found = await evening.host.autocomplete(evening.channel, "config model", "model", typed, use=use)
        return [choice["value"] for choice in found]

    assert await offered("everything", "sma") == ["small:1b"]
    assert await offered("everything", "") == list(NAMES)
    assert await offered("rules", "") == ["-", *NAMES]


@pytest.mark.parametrize(
    ("memory", "key"),
    [
        (Room((("poet:12b", 9 * GB), ("small:1b", 2 * GB)), 8 * GB), "too-much"),
        (Room((("poet:12b", 9 * GB), ("small:1b", 2 * GB)), 30 * GB), "enough"),
        (Room((("poet:12b", 9 * GB), ("small:1b", 0)), 30 * GB), "unknown"),
        (Room((("poet:12b", 9 * GB), ("small:1b", 2 * GB))), "unknown"),
    ],
)
async def test_what_two_models_in_one_turn_cost_is_said(
    evening: Evening, stage: Stage, memory: Room, key: str
) -> None:
    """It is the admin's choice, and no table finds out by waiting."""
    stage.care.memory = memory

    answer = await choose(evening, "storytelling", "poet:12b")

    names = "poet:12b, small:1b"
    assert answer.splitlines()[-2:] == [
        said("models.two.apart", models=names),
        said(
            f"models.two.{key}",
            models=names,
            need="11",
            there=f"{memory.there // GB}" if key == "enough" else "8.0",
        ),
    ]


async def test_a_model_server_that_does_not_answer_leaves_the_choice_as_it_is(
    evening: Evening, stage: Stage
) -> None:
    """What cannot be found out is said to be unknown."""
    stage.care.error = ModelUnreachable()

    answer = await choose(evening, "storytelling", "poet:12b")

    assert answer.splitlines()[-1] == said("models.two.unknown")
    assert (await settings(evening)).uses.storytelling == "poet:12b"


async def test_the_answer_says_how_long_a_turn_takes_once_that_is_known(
    evening: Evening, stage: Stage
) -> None:
    """Measured at a table, or in a check."""
    stage.desk.jobs.judged["big:9b"] = Judged("big:9b", "good", 5, 17.6)

    answer = await choose(evening, "everything", "big:9b")

    assert answer.splitlines()[-1] == said("models.takes", model="big:9b", seconds=18)


async def test_the_settings_show_every_use_with_a_model_of_its_own(evening: Evening) -> None:
    """What an admin chose in spring is found again in autumn."""
    await choose(evening, "rules", "big:9b")
    await choose(evening, "voices", "poet:12b")

    shown = private_text(await evening.host.slash(evening.channel, "config show"))

    assert "small:1b (except rules: big:9b; glyph voices: poet:12b)" in shown


async def test_a_game_that_is_given_a_teller_says_which_models_stay(evening: Evening) -> None:
    """`/game set model` is about who tells; the server's other choices hold."""
    await choose(evening, "rules", "big:9b")
    await choose(evening, "storytelling", "big:9b")
    await evening.played()

    answer = private_text(
        await evening.host.slash(evening.channel, "game set", name="model", value="poet:12b")
    )

    game = (await evening.game()).settings
    assert (game.model, game.uses) == ("poet:12b", ModelUses(rules="big:9b"))
    assert answer.splitlines()[-1] == said("models.game-keeps", own="rules: big:9b")


# --- checking ------------------------------------------------------------------------------------


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


# --- fetching ------------------------------------------------------------------------------------


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
