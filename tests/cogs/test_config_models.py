"""Rules of which model does what on a server, chosen from Discord."""

import pytest

from cogs.model_care import Judged, Room
from engine.errors import ModelUnreachable
from engine.model.uses import ModelUses
from engine.model_request import ModelFacts
from tests.cogs.models_for_tests import GB, NAMES, choose, lines, settings, with_models
from tests.cogs.stage import Evening, Stage, private_text, said


@pytest.fixture(autouse=True)
def models_are_there(stage: Stage) -> None:
    with_models(stage)


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
