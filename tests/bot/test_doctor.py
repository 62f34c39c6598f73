"""Whoever runs the bot is told in plain words whether play works, and what to do if it does not."""

import json
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace

import pytest
from pydantic import JsonValue

from bot.adapters.files import FileLibrary
from bot.adapters.ollama import OllamaModel
from bot.adapters.system import SystemClock
from bot.doctor import Patient, examine, settings_report
from bot.doctor_report import Finding, Report, last_line, page_of
from bot.settings import Settings, describe
from engine.errors import ModelUnreachable, NothingSaid, SetupError, StoreError, StreamBroke
from engine.model.noun import Language
from engine.ports import ModelFacts
from tests.fakes.clock import FakeClock
from tests.fakes.language_model import Reply, ScriptedModel
from tests.fakes.ollama_parts import done_line, word
from tests.fakes.ollama_server import Answer, OllamaServer

LIBRARY = FileLibrary()
GEMMA = ModelFacts("gemma2:9b", context_length=8192, sliding_window=None, can_think=False)
THINKER = replace(GEMMA, can_think=True)
STORY = "Rain falls on the old stones, and somebody hums. " * 2
"""What a model tells; long enough to measure."""
TELLS_FIRST = Reply(
    STORY, purpose="measure", prompt_tokens=1800, prompt_s=6.0, output_tokens=64, output_s=3.0
)
TELLS_AGAIN = replace(TELLS_FIRST, prompt_s=0.6)


@pytest.fixture(autouse=True)
def nothing_set(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is set on the machine of whoever runs the tests."""
    for row in describe():
        monkeypatch.delenv(row.name, raising=False)


async def test_a_sound_machine_is_told_that_it_can_play() -> None:
    """The usual case is short, and ends with the answer."""
    report = await _examined(ScriptedModel([TELLS_FIRST, TELLS_AGAIN, _writes_well()], facts=[GEMMA]))

    assert [(f.verdict, f.key) for f in report.findings] == [
        ("good", "settings.right"),
        ("good", "database.sound"),
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
    model = ScriptedModel([TELLS_FIRST, TELLS_AGAIN, _writes_well()], facts=[GEMMA])
    clock = FakeClock()

    await _examined(model, clock=clock)

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

    report = await _examined(ScriptedModel(away=ModelUnreachable(reason="ConnectError")), tell=told.append)

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
    report = await _examined(model)

    assert report.findings[-1] == Finding("bad", last, blanks)
    assert not report.works


@pytest.mark.parametrize("error", [SetupError("It is a folder."), StoreError(reason="It is a folder."), None])
async def test_a_database_with_faults_means_that_play_would_not_work(error: Exception | None) -> None:
    """A game that cannot be kept must not be begun."""

    async def database() -> Sequence[str]:
        if error:
            raise error
        return ("It is a folder.",)

    report = await _examined(ScriptedModel(facts=[]), database=database)

    assert report.findings[1] == Finding("bad", "database.broken", {"problem": "It is a folder."})


def test_settings_that_cannot_be_read_are_the_whole_report() -> None:
    """Without them nobody knows where to look."""
    report = settings_report(SetupError("OLLAMA_HOST is odd."))

    assert not report.works
    assert "OLLAMA_HOST is odd." in page_of(report, LIBRARY.locale("en"))


async def test_a_server_that_reads_everything_again_is_noted() -> None:
    """The cache is what makes a small machine fun."""
    slow = replace(TELLS_AGAIN, prompt_s=3.0)

    report = await _examined(ScriptedModel([TELLS_FIRST, slow, _writes_well()], facts=[GEMMA]))

    assert (
        Finding("note", "cache.not-reused", {"first": 6.0, "second": 3.0, "percent": 50}) in report.findings
    )
    assert report.works
    assert last_line(report, LIBRARY.locale("en")).startswith("You can play. The notes")


async def test_a_server_that_measures_nothing_is_noted() -> None:
    """Silence is not speed."""
    told = replace(TELLS_FIRST, prompt_s=0.0, output_s=0.0, times=2)

    report = await _examined(ScriptedModel([told, _writes_well()], facts=[GEMMA]))

    assert [f.key for f in report.findings if f.verdict == "note"] == ["cache.unknown", "pace.unknown"]


@pytest.mark.parametrize(
    ("output_s", "verdict", "key"),
    [(3.0, "good", "pace.fast"), (8.0, "note", "pace.slow"), (32.0, "note", "pace.scripted_advised")],
)
async def test_the_pace_says_what_to_expect(output_s: float, verdict: str, key: str) -> None:
    """A table that knows how long a story takes waits gladly, or chooses otherwise."""
    replies = [replace(r, output_s=output_s) for r in (TELLS_FIRST, TELLS_AGAIN)]

    report = await _examined(ScriptedModel([*replies, _writes_well()], facts=[GEMMA]))

    assert [(f.verdict, f.key) for f in report.findings][-2] == (verdict, key)
    assert report.works


async def test_a_thinking_model_is_tried_with_thinking_off_on_and_unset() -> None:
    """Some write in form only in one of the three."""
    answers = [
        Reply("Hm.", purpose="measure"),
        Reply('```json\n{"suggestions": null}\n```', purpose="measure"),
    ]
    model = ScriptedModel([TELLS_FIRST, TELLS_AGAIN, *answers, _writes_well()], facts=[THINKER])

    report = await _examined(model)

    records = [f for f in report.findings if f.key.startswith("record.")]
    assert [r.think for r in model.requests[1:]] == ["off", "off", "off", "on", "unset"]
    assert records == [
        Finding(
            "note", "record.not", {"reason": "The answer contains no JSON object."}, {"mode": "think.off"}
        ),
        Finding("note", "record.readable", words={"mode": "think.on"}),
        Finding("good", "record.obeys", words={"mode": "think.unset"}),
    ]
    assert report.works


@pytest.mark.parametrize(
    "answer", [Reply("Hm.", purpose="measure"), Reply(purpose="measure", error=NothingSaid())]
)
async def test_a_model_that_can_write_nothing_down_is_no_game_master(answer: Reply) -> None:
    """Its world would stand still."""
    report = await _examined(ScriptedModel([TELLS_FIRST, TELLS_AGAIN, answer], facts=[GEMMA]))

    assert [f.key for f in report.findings if f.verdict == "bad"] == ["record.never"]


async def test_a_record_that_never_stops_counts_as_far_as_it_goes() -> None:
    """Blanks after the closing brace are cut, and the record is whole."""
    broke = Reply("", purpose="measure", error=StreamBroke('{"suggestions": null}'))

    report = await _examined(ScriptedModel([TELLS_FIRST, TELLS_AGAIN, broke], facts=[GEMMA]))

    assert [f.key for f in report.findings if f.key.startswith("record.")] == ["record.readable"]


@pytest.mark.parametrize(
    ("facts", "verdict", "key", "num_ctx"),
    [
        (replace(GEMMA, sliding_window=4096), "good", "model.within-window", 4096),
        (replace(GEMMA, sliding_window=1024), "note", "model.window-too-small", 8192),
        (replace(GEMMA, context_length=6144), "note", "model.beyond-model", 6144),
        (replace(GEMMA, context_length=2048), "bad", "model.window-too-small-to-play", 2048),
    ],
)
async def test_a_window_is_explained(facts: ModelFacts, verdict: str, key: str, num_ctx: int) -> None:
    """Too few tokens lose the beginning of the story without a sound."""
    model = ScriptedModel([TELLS_FIRST, TELLS_AGAIN, _writes_well()], facts=[facts])

    report = await _examined(model)

    found = next(f for f in report.findings if f.key == key)
    assert (found.verdict, found.blanks["num_ctx"]) == (verdict, num_ctx)
    assert {r.num_ctx for r in model.requests} <= {num_ctx}


@pytest.mark.parametrize("language", ["en", "de", "it"])
async def test_every_finding_can_be_read_in_every_language(language: Language) -> None:
    """Each sentence has its words and its blanks."""
    models = [
        ScriptedModel(
            [TELLS_FIRST, TELLS_AGAIN, _writes_well()], facts=[replace(THINKER, sliding_window=1024)]
        ),
        ScriptedModel([replace(TELLS_FIRST, times=2), Reply("Hm.", purpose="measure", times=None)]),
        ScriptedModel(facts=[]),
        ScriptedModel(away=ModelUnreachable(reason="ConnectError")),
    ]
    locale = LIBRARY.locale(language)

    pages = [page_of(await _examined(model, language=language), locale) for model in models]

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
            report = await examine(Patient(settings, LIBRARY, _sound, ("gemma2:9b",)), model, SystemClock())
        finally:
            await model.close()

    assert report.works
    assert [f.key for f in report.findings][5:7] == ["cache.reused", "record.readable"]


async def _sound() -> Sequence[str]:
    return ()


async def _examined(
    model: ScriptedModel,
    *,
    database: Callable[[], Awaitable[Sequence[str]]] = _sound,
    tell: Callable[[Finding], None] = lambda _: None,
    clock: FakeClock | None = None,
    language: Language = "en",
) -> Report:
    settings = Settings(language=language, model="gemma2:9b")
    patient = Patient(settings, LIBRARY, database, (settings.model,))
    return await examine(patient, model, clock or FakeClock(), tell)


def _writes_well() -> Reply:
    return Reply(lambda request: json.dumps(_smallest(request.schema)), purpose="measure", times=None)


def _smallest(schema: JsonValue) -> JsonValue:
    """The smallest answer that fits a wire schema."""
    match schema:
        case {"anyOf": [*_, {"type": "null"}]}:
            return None
        case {"anyOf": [first, *_]}:
            return _smallest(first)
        case {"enum": [first, *_]}:
            return first
        case {"type": "object", "properties": dict(members), "required": list(required)}:
            return {name: _smallest(member) for name, member in members.items() if name in required}
        case {"type": "array", "items": item, "minItems": int(least)}:
            return [_smallest(item) for _ in range(least)]
        case {"type": "array"}:
            return []
        case {"type": "string"}:
            return "x"
        case {"type": "boolean"}:
            return False
        case {"const": value}:
            return value
    return 1
