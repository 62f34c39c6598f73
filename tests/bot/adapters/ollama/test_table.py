"""What a table reads when a model server does whatever servers do: over real HTTP, with the real engine."""

import json
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from structlog.testing import capture_logs

from engine.asking.circuit import FAILURES
from engine.asking.pace import Paces
from engine.events import Told
from engine.model_gm import ModelGameMaster
from tests.bot.adapters.ollama.asking import a_model
from tests.engine.games_for_tests import INN
from tests.engine.table_for_tests import Table
from tests.fakes.clock import LONG_AGO, FakeClock
from tests.fakes.entropy import SeededEntropy
from tests.fakes.game_master import ScriptedMaster
from tests.fakes.ollama_parts import (
    BLANK,
    Close,
    Part,
    Pause,
    Reset,
    done_line,
    error_line,
    says,
    word,
    words,
)
from tests.fakes.ollama_server import Answer, OllamaServer
from tests.fakes.one_book import OneBookLibrary

STOCK = "offline.hesitation\n\nIt is dark."
RECORD = json.dumps(
    {"suggestions": [{"type": "action", "label": "Wait", "text": "I wait.", "risk_level": "low"}]}
)
ENDS = [word(" ends."), done_line()]


def asks(*tasks: str) -> Any:
    """Whether the last message of a request is one of these tasks."""
    return lambda body: any(task in body["messages"][-1]["content"] for task in tasks)


NARRATE, GO_ON = asks("task-narrate"), asks("task-go-on")
BESIDE = [
    *[Answer(says("It begins."), when=asks("task-opening"))],
    *[Answer([word(RECORD), done_line(prompt_eval_count=0)], when=asks("task-record"))] * 20,
    *[Answer([done_line()], when=lambda body: body["options"]["num_predict"] == 1)] * 20,
]
"""What a table asks for beside the narrative of a turn."""


@asynccontextmanager
async def a_table(*answers: Answer) -> AsyncIterator[tuple[Table, OllamaServer]]:
    """A table whose opening is told; the answers are for the narratives of its turns."""
    async with OllamaServer(*BESIDE, *answers) as server, a_model(server.host) as model:
        clock, library = FakeClock(instant=True), OneBookLibrary(INN)
        master = ModelGameMaster(model, library, Paces(), clock, SeededEntropy())
        table = Table(model=master, offline=ScriptedMaster([["It is dark."]] * 9), clock=clock)
        try:
            await table.play("ann")
            yield table, server
        finally:
            await table.turns.close()


def narratives(server: OllamaServer) -> list[dict[str, Any]]:
    """The requests for a narrative and for the rest of one."""
    return [body for body in server.chats if NARRATE(body) or GO_ON(body)]


def seen(table: Table) -> str:
    """Everything that stood before the players at any moment."""
    return "\n".join(event.text for event in table.surface.events if isinstance(event, Told))


@pytest.fixture(autouse=True)
def logs() -> Iterator[list[Any]]:
    with capture_logs() as logs:
        yield logs


CLEAN: dict[str, tuple[list[Part], str]] = {
    "blank lines": ([word("Rain "), BLANK, BLANK, word("falls."), BLANK, done_line()], "Rain falls."),
    "a thought in split tags": (
        [*words("<thi", "nk>Bryn is the spy</thi", "nk>The door", " opens."), done_line()],
        "The door opens.",
    ),
    "a lone closing tag first": ([*words("</th", "ink>The door", " opens."), done_line()], "The door opens."),
    "a thought beside the words": (
        [word(thinking="Bryn is the spy."), *words("The door", " opens."), done_line()],
        "The door opens.",
    ),
    "a tag in the story": (
        [*words("The sign says <think> twice, then ", "speak. You laugh."), done_line()],
        "The sign says <think> twice, then speak. You laugh.",
    ),
    "tags around a word of the story": (
        [*words("It says <thi", "nk>hard</think> on it."), done_line()],
        "It says <think>hard</think> on it.",
    ),
}


@pytest.mark.parametrize(("parts", "posted"), CLEAN.values(), ids=CLEAN)
async def test_only_the_story_is_ever_seen(parts: list[Part], posted: str) -> None:
    """Not even for a moment does a thought or a gap in the line stand before the players."""
    async with a_table(Answer(parts, when=NARRATE)) as (table, _):
        await table.act("ann", "I push the door.")

        head = await table.head()

    assert (head.narrative, head.told_by, head.reference) == (posted, "model", None)
    assert "spy" not in seen(table)


async def test_a_thought_that_was_taken_for_words_is_taken_back_and_the_turn_told_anew() -> None:
    """The model tells all the same; what it thought stands nowhere."""
    aloud = [*words("Bryn is ", "the spy. ", "</think>", "The door opens."), done_line()]
    async with a_table(*[Answer(aloud, when=NARRATE)] * 2) as (table, _):
        await table.act("ann", "I push the door.")

        head = await table.head()

    assert (head.narrative, head.told_by) == ("The door opens.", "model")


LOOPS: dict[str, list[Part]] = {
    "one letter": [word("G" * 50)] * 100,
    "blanks": [word("\n" * 40)] * 100,
    "dots": [word(".")] * 500,
    "a thought in circles": [word(thinking="Hm, but then. ")] * 500,
}


@pytest.mark.parametrize("loop", LOOPS.values(), ids=LOOPS)
async def test_a_model_that_only_goes_round_in_circles_is_asked_once_more_and_stood_in_for(
    loop: list[Part],
) -> None:
    """Nobody reads a hundred letters G, and nobody waits for their end."""
    async with a_table(*[Answer(loop, when=NARRATE)] * 3) as (table, server):
        await table.act("ann", "I push the door.")

        head = await table.head()

    assert (head.narrative, head.told_by, len(narratives(server))) == (STOCK, "offline", 2)
    assert "GGGGGGGGGG" not in seen(table)


async def test_a_loop_after_a_sentence_leaves_the_sentence() -> None:
    """What was well told stands, and is not gone on with."""
    loop = [word("Rain falls. "), *[word("And on it goes, on and on. ")] * 50]
    async with a_table(Answer(loop, when=NARRATE)) as (table, server):
        await table.act("ann", "I push the door.")

        head = await table.head()

    assert (head.narrative, len(narratives(server))) == ("Rain falls. And on it goes, on and on.", 1)


BREAKS: dict[str, list[Part]] = {
    "no last line": [],
    "reset": [Pause(0.02), Reset()],
    "closed": [Pause(0.02), Close()],
    "error line": [error_line("an error was encountered while running the model")],
    "half a line": [b'{"message":{"content":"fal\n'],
    "length": [done_line(done_reason="length")],
}


@pytest.mark.parametrize("parts", BREAKS.values(), ids=BREAKS)
async def test_a_story_that_breaks_off_goes_on_whatever_broke_it(parts: list[Part]) -> None:
    """One story with one end, and no word of it twice."""
    begun = Answer([*words("Rain falls. The ", "old door "), *parts], when=NARRATE)
    rest = Answer(says("The old door", " opens."), when=GO_ON)
    async with a_table(begun, rest) as (table, server):
        await table.act("ann", "I push the door.")

        head = await table.head()

    assert (head.narrative, head.told_by) == ("Rain falls. The old door opens.", "model")
    assert [u.purpose for u in head.usage] == ["narrate", "narrate", "record"]
    assert narratives(server)[1]["messages"][-2]["content"] == "Rain falls. The old"


async def test_a_model_that_is_not_there_is_not_asked_again_and_the_operator_reads_what_to_type(
    logs: list[Any],
) -> None:
    """Somebody removed it in the middle of an evening; the table goes on."""
    async with a_table() as (table, server):
        server.models = ()
        before = await table.game()

        after = await table.act("ann", "I push the door.")

        head = await table.head()
    asked = narratives(server)
    assert (head.narrative, head.told_by, len(asked)) == (STOCK, "offline", 1)
    assert after.head_state.situation == before.head_state.situation
    missing = [entry for entry in logs if entry["event"] == "model.missing"]
    assert missing == [
        {
            "event": "model.missing",
            "model": "gemma2:9b",
            "command": "ollama pull gemma2:9b",
            "log_level": "warning",
        }
    ]


async def test_a_prompt_that_is_too_long_is_asked_again_with_fewer_turns_at_once() -> None:
    """The rules and what somebody just did are never what is left out."""
    long = " ".join(f"Rain falls on roof {number}, and that one holds." for number in range(20))
    too_long = Answer(status=400, body='{"error":"prompt is longer than the context of 4096"}', when=NARRATE)
    turns = [Answer(says(f"{number}. {long}"), when=NARRATE) for number in range(7)]
    async with a_table(*turns, too_long, Answer(says("Short now."), when=NARRATE)) as (table, server):
        for number in range(7):
            await table.act("ann", f"I wait {number} times.")
        waited = sum(table.clock.slept)

        await table.act("ann", "I push the door.")

        head = await table.head()
    first, second = ([m["content"] for m in body["messages"]] for body in narratives(server)[-2:])
    assert (head.narrative, sum(table.clock.slept) - waited) == ("Short now.", 0)
    assert second[0] == first[0]
    assert second[1].partition("[actions]")[2] == first[1].partition("[actions]")[2]
    assert 0 < second[1].count("Rain falls") < first[1].count("Rain falls")


FAULTS: dict[str, Answer] = {
    "reset": Answer([Reset()], when=NARRATE),
    "500": Answer(status=500, body='{"error":"llama runner process has terminated"}', when=NARRATE),
    "503": Answer(status=503, body='{"error":"server busy, please try again"}', when=NARRATE),
    "bad gateway": Answer(status=502, body="<h1>Bad Gateway</h1>", content_type="text/html", when=NARRATE),
    "error line first": Answer([error_line("CUDA error")], when=NARRATE),
    "nothing": Answer([], when=NARRATE),
}


@pytest.mark.parametrize("fault", FAULTS.values(), ids=FAULTS)
async def test_a_server_that_fails_is_asked_three_times_and_stood_in_for(fault: Answer) -> None:
    """The dice stay, the story goes on, and everybody can see who tells."""
    async with a_table(*[fault] * 3) as (table, server):
        waited = len(table.clock.slept)
        await table.act("ann", "I push the door.")

        head = await table.head()
        waits = table.clock.slept[waited : waited + 2]

    assert (head.narrative, head.told_by, len(narratives(server))) == (STOCK, "offline", FAILURES)
    assert head.reference is not None
    assert waits[0] <= 2
    assert waits[1] <= 4


@pytest.mark.parametrize("status", [400, 401, 403, 404, 429])
async def test_a_server_that_says_no_is_not_asked_again(status: int) -> None:
    """The same request would hear the same."""
    no = Answer(status=status, body='["no"]', when=NARRATE)
    async with a_table(no) as (table, server):
        await table.act("ann", "I push the door.")

        assert (await table.head()).narrative == STOCK

    assert len(narratives(server)) == 1


async def test_an_evening_goes_on_while_the_server_is_off_and_the_model_tells_when_it_is_back() -> None:
    """Three refused connections in one turn, none in the next, and nobody has to do anything."""
    async with a_table(Answer(says("The lamp is lit."), when=NARRATE)) as (table, server):
        table.clock.instant = False
        await server.__aexit__()

        first = await _told_away(table, "I push the door.")
        status = table.parts.masters.telling()
        slept = len(table.clock.slept)
        second = await _told_away(table, "I push it again.")

        assert (first, second) == (STOCK, "It is dark.")
        assert (status.teller, status.reason) == ("offline", "model-unreachable")
        assert status.since is not None
        assert status.since >= LONG_AGO
        assert len(table.clock.slept) == slept


async def _told_away(table: Table, content: str) -> str:
    await table.send("ann", content)
    while table.turns.tables.is_busy(table.game_id):
        await table.clock.advance(4)
    await table.rested()
    return (await table.head()).narrative
