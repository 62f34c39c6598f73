"""How the doctor judges a model: its memory, its form, its window, its pace."""

from dataclasses import replace

import pytest

from bot.doctor_report import Finding, last_line
from bot.settings import describe
from engine.errors import NothingSaid, StreamBroke
from engine.model_request import ModelFacts
from tests.bot.doctor_for_tests import (
    GEMMA,
    LIBRARY,
    TELLS_AGAIN,
    TELLS_FIRST,
    THINKER,
    examined,
    writes_well,
)
from tests.fakes.language_model import Reply, ScriptedModel


@pytest.fixture(autouse=True)
def nothing_set(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is set on the machine of whoever runs the tests."""
    for row in describe():
        monkeypatch.delenv(row.name, raising=False)


async def test_a_server_that_reads_everything_again_is_noted() -> None:
    """The cache is what makes a small machine fun."""
    slow = replace(TELLS_AGAIN, prompt_s=3.0)

    report = await examined(ScriptedModel([TELLS_FIRST, slow, writes_well()], facts=[GEMMA]))

    assert (
        Finding("note", "cache.not-reused", {"first": 6.0, "second": 3.0, "percent": 50}) in report.findings
    )
    assert report.works
    assert last_line(report, LIBRARY.locale("en")).startswith("You can play. The notes")


async def test_a_server_that_measures_nothing_is_noted() -> None:
    """Silence is not speed."""
    told = replace(TELLS_FIRST, prompt_s=0.0, output_s=0.0, times=2)

    report = await examined(ScriptedModel([told, writes_well()], facts=[GEMMA]))

    assert [f.key for f in report.findings if f.verdict == "note"] == ["cache.unknown", "pace.unknown"]


@pytest.mark.parametrize(
    ("output_s", "verdict", "key"),
    [(3.0, "good", "pace.fast"), (8.0, "note", "pace.slow"), (32.0, "note", "pace.scripted_advised")],
)
async def test_the_pace_says_what_to_expect(output_s: float, verdict: str, key: str) -> None:
    """A table that knows how long a story takes waits gladly, or chooses otherwise."""
    replies = [replace(r, output_s=output_s) for r in (TELLS_FIRST, TELLS_AGAIN)]

    report = await examined(ScriptedModel([*replies, writes_well()], facts=[GEMMA]))

    assert [(f.verdict, f.key) for f in report.findings][-2] == (verdict, key)
    assert report.works


async def test_a_thinking_model_is_tried_with_thinking_off_on_and_unset() -> None:
    """Some write in form only in one of the three."""
    answers = [
        Reply("Hm.", purpose="measure"),
        Reply('```json\n{"suggestions": null}\n```', purpose="measure"),
    ]
    model = ScriptedModel([TELLS_FIRST, TELLS_AGAIN, *answers, writes_well()], facts=[THINKER])

    report = await examined(model)

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
    report = await examined(ScriptedModel([TELLS_FIRST, TELLS_AGAIN, answer], facts=[GEMMA]))

    assert [f.key for f in report.findings if f.verdict == "bad"] == ["record.never"]


async def test_a_record_that_never_stops_counts_as_far_as_it_goes() -> None:
    """Blanks after the closing brace are cut, and the record is whole."""
    broke = Reply("", purpose="measure", error=StreamBroke('{"suggestions": null}'))

    report = await examined(ScriptedModel([TELLS_FIRST, TELLS_AGAIN, broke], facts=[GEMMA]))

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
    model = ScriptedModel([TELLS_FIRST, TELLS_AGAIN, writes_well()], facts=[facts])

    report = await examined(model)

    found = next(f for f in report.findings if f.key == key)
    assert (found.verdict, found.blanks["num_ctx"]) == (verdict, num_ctx)
    assert {r.num_ctx for r in model.requests} <= {num_ctx}
