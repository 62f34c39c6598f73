"""Whoever runs the bot is told in plain words whether play works, and what to do if it does not."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from bot.adapters.ollama import OllamaModel
from bot.adapters.system import SystemClock
from bot.doctor import Patient, examine, settings_report
from bot.doctor_report import Finding, last_line, page_of
from bot.settings import Settings, describe
from engine.errors import ModelUnreachable, NothingSaid, SetupError, StoreError
from engine.model.noun import Language
from tests.bot.doctor_for_tests import (
    GEMMA,
    LIBRARY,
    STORY,
    TELLS_AGAIN,
    TELLS_FIRST,
    THINKER,
    examined,
    sound,
    writes_well,
)
from tests.fakes.clock import FakeClock
from tests.fakes.language_model import Reply, ScriptedModel
from tests.fakes.ollama_parts import done_line, word
from tests.fakes.ollama_server import Answer, OllamaServer


@pytest.fixture(autouse=True)
def nothing_set(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is set on the machine of whoever runs the tests."""
    for row in describe():
        monkeypatch.delenv(row.name, raising=False)


async def test_a_sound_machine_is_told_that_it_can_play() -> None:
    """The usual case is short, and ends with the answer."""
    report = await examined(ScriptedModel([TELLS_FIRST, TELLS_AGAIN, writes_well()], facts=[GEMMA]))

    assert [(f.verdict, f.key) for f in report.findings] == [
        ("good", "settings.right"),
        ("good", "database.sound"),
        ("good", "discord.left-out"),
        ("good", "server.answers"),
        ("good", "model.context"),
        ("good", "model.loads"),
        ("good", "cache.reused"),
        ("good", "record.obeys"),
        ("good", "pace.measured"),
        ("good", "pace.fast"),
        ("good", "model.works"),
    ]
    assert report.works
    assert last_line(report, LIBRARY.locale("en")) == "All is well: you can play."


async def test_a_model_is_asked_as_the_game_asks_and_never_out_of_its_cache() -> None:
    """What works for the doctor works at the table; a second visit measures anew."""
    model = ScriptedModel([TELLS_FIRST, TELLS_AGAIN, writes_well()], facts=[GEMMA])
    clock = FakeClock()

    await examined(model, clock=clock)

    load, first, second, record = model.requests
    assert (load.messages, load.num_ctx) == ((), 8192)
    assert first.messages[0] == second.messages[0] == record.messages[0]
    assert first.messages[0].content.startswith(clock.now().isoformat())
    assert first.messages[-1] != second.messages[-1]
    assert [r.num_ctx for r in model.requests] == [8192] * 4
    assert [r.schema is not None for r in model.requests] == [False, False, False, True]
    assert (record.temperature, record.repeat_penalty) == (0.0, 1.0)


async def test_each_finding_is_told_at_once() -> None:
    """A slow model takes minutes; nobody should look at an empty screen."""
    told: list[Finding] = []

    report = await examined(ScriptedModel(away=ModelUnreachable(reason="ConnectError")), tell=told.append)

    assert tuple(told) == report.findings


@pytest.mark.parametrize(
    ("model", "last", "blanks"),
    [
        (
            ScriptedModel(away=ModelUnreachable(reason="ConnectError")),
            "server.away",
            {"host": "http://127.0.0.1:11434", "reason": "ModelUnreachable: ConnectError"},
        ),
        (
            ScriptedModel(facts=[]),
            "server.empty",
            {"host": "http://127.0.0.1:11434", "version": "0.12.0", "command": "ollama pull gemma2:9b"},
        ),
        (
            ScriptedModel(facts=[replace(GEMMA, name="qwen3:4b")]),
            "model.missing",
            {"model": "gemma2:9b", "command": "ollama pull gemma2:9b"},
        ),
        (
            ScriptedModel([Reply(purpose="load", error=ModelUnreachable(reason="500"))], facts=[GEMMA]),
            "model.tells-nothing",
            {"reason": "ModelUnreachable: 500"},
        ),
        (
            ScriptedModel([Reply(purpose="measure", error=NothingSaid())], facts=[GEMMA]),
            "model.tells-nothing",
            {"reason": "NothingSaid"},
        ),
    ],
    ids=["away", "empty", "missing", "does not load", "says nothing"],
)
async def test_a_model_that_cannot_tell_means_that_play_would_not_work(
    model: ScriptedModel, last: str, blanks: dict[str, str]
) -> None:
    """A command that ends with 1 can be asked before the evening begins."""
    report = await examined(model)

    assert report.findings[-1] == Finding("bad", last, blanks)
    assert not report.works


@pytest.mark.parametrize("error", [SetupError("It is a folder."), StoreError(reason="It is a folder."), None])
async def test_a_database_with_faults_means_that_play_would_not_work(error: Exception | None) -> None:
    """A game that cannot be kept must not be begun."""

    async def database() -> Sequence[str]:
        if error:
            raise error
        return ("It is a folder.",)

    report = await examined(ScriptedModel(facts=[]), database=database)

    assert report.findings[1] == Finding("bad", "database.broken", {"problem": "It is a folder."})


def test_settings_that_cannot_be_read_are_the_whole_report() -> None:
    """Without them nobody knows where to look."""
    report = settings_report(SetupError("OLLAMA_HOST is odd."))

    assert not report.works
    assert "OLLAMA_HOST is odd." in page_of(report, LIBRARY.locale("en"))


@pytest.mark.parametrize("language", ["en", "de", "it"])
async def test_every_finding_can_be_read_in_every_language(language: Language) -> None:
    """Each sentence has its words and its blanks."""
    models = [
        ScriptedModel(
            [TELLS_FIRST, TELLS_AGAIN, writes_well()], facts=[replace(THINKER, sliding_window=1024)]
        ),
        ScriptedModel([replace(TELLS_FIRST, times=2), Reply("Hm.", purpose="measure", times=None)]),
        ScriptedModel(facts=[]),
        ScriptedModel(away=ModelUnreachable(reason="ConnectError")),
    ]
    locale = LIBRARY.locale(language)

    pages = [page_of(await examined(model, language=language), locale) for model in models]

    assert all("{" not in page and "}" not in page for page in pages)
    assert all(line.startswith("[") for page in pages for line in page.split("\n\n")[0].splitlines())


async def test_over_real_http_a_sound_server_is_found_sound() -> None:
    """The same examination as on a person's own machine."""
    answers = (
        Answer([word(STORY), done_line(prompt_eval_duration=6_000_000_000)]),
        Answer([word(STORY), done_line(prompt_eval_duration=600_000_000)]),
        Answer([word('{"suggestions": null}'), done_line()]),
    )
    async with OllamaServer(*answers) as server:
        model = OllamaModel(server.host, SystemClock())
        settings = Settings(ollama_host=server.host)
        try:
            report = await examine(Patient(settings, LIBRARY, sound, ("gemma2:9b",)), model, SystemClock())
        finally:
            await model.close()

    assert report.works
    assert [f.key for f in report.findings][6:8] == ["cache.reused", "record.readable"]
