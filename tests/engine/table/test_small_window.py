"""A window that cannot hold the rules is refused before the opening, with the number to set."""

from dataclasses import replace

import pytest

from engine.asking.pace import Paces
from engine.asking.requests import Limits
from engine.errors import WindowTooSmall
from engine.model.noun import Language
from engine.model_gm import ModelGameMaster
from engine.model_request import ModelFacts
from engine.requests import Person
from tests.engine import fen
from tests.engine.table_for_tests import HOST, Table
from tests.fakes.clock import FakeClock
from tests.fakes.entropy import SeededEntropy
from tests.fakes.language_model import ScriptedModel
from tests.fakes.library import FakeLibrary, shipped_locales

LANGUAGES: tuple[Language, ...] = ("en", "de", "it")
LONG_RULES = 400
"""Sentences: some 6,000 tokens."""


def master_with(
    num_ctx: int, language: Language = "en", **facts: int
) -> tuple[ModelGameMaster, ScriptedModel]:
    """A game master of the fen at a model with this window."""
    known = [ModelFacts("gemma2:9b", facts.get("knows", 131_072), None, can_think=False)]
    clock = FakeClock(instant=True)
    model = ScriptedModel(clock=clock, facts=known)
    library = FakeLibrary([fen.adventure(language)])
    return ModelGameMaster(model, library, Paces(), clock, SeededEntropy(), Limits(num_ctx=num_ctx)), model


@pytest.mark.parametrize("narrator", ["ai", "draft"])
async def test_a_game_does_not_begin_in_a_window_that_is_too_small(narrator: str) -> None:
    """A server would cut the rules away without a word; so nothing is asked, and the game gathers on."""
    master, model = master_with(2048)
    table = Table(model=master, language_model=model)
    await table.gather("ann", narrator=narrator)  # type: ignore[arg-type]  # one of the words

    with pytest.raises(WindowTooSmall) as refused:
        await table.games.begin(table.game_id, HOST)

    assert refused.value.blanks == {"num_ctx": 2048, "needed": 4096}
    assert model.requests == []
    assert ((await table.game()).status, (await table.game()).current_turn_id) == ("gathering", None)


async def test_the_scripted_narrator_needs_no_window() -> None:
    """There is always a way to play."""
    master, model = master_with(2048)
    table = Table(model=master, language_model=model)
    await table.gather("ann", narrator="ai")
    await table.games.set_narrator(table.game_id, Person("ann", "ann"), "scripted")

    await table.games.begin(table.game_id, HOST)

    assert (await table.rested()).status == "playing"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("num_ctx", [512, 2048, 3000, 4000])
async def test_the_number_to_set_is_enough(num_ctx: int, language: Language) -> None:
    """Whoever sets it plays, and is not told the next number."""
    brief = fen.brief(0, language)
    master, _ = master_with(num_ctx, language)
    with pytest.raises(WindowTooSmall) as refused:
        await master.check(brief)

    needed = int(refused.value.blanks["needed"] or 0)
    larger, model = master_with(needed, language)
    await larger.check(brief)

    assert needed > num_ctx
    assert model.requests == []


@pytest.mark.parametrize("sentence", [100, LONG_RULES])
async def test_a_model_that_knows_too_little_is_refused_too(sentence: int) -> None:
    """What the model knows is the limit, whatever is set."""
    master, model = master_with(8192, knows=1024)
    brief = fen.brief(0)
    rules = brief.adventure.model_copy(update={"premise": "Stay. " * sentence})

    with pytest.raises(WindowTooSmall) as refused:
        await master.check(replace(brief, adventure=rules))

    assert refused.value.blanks["num_ctx"] == 1024
    assert model.requests == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_whoever_runs_the_process_reads_what_to_set(language: Language) -> None:
    """A number without its name helps nobody."""
    said = shipped_locales()[language].say("errors.window-too-small", num_ctx=2048, needed=4096)

    assert "GLYPHMASTER_NUM_CTX=4096" in said
    assert "2048" in said
