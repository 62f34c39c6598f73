"""What a server will not do is learned once, and a person is told what to type."""

from dataclasses import replace

import httpx
import pytest
from structlog.testing import capture_logs

from bot.adapters.ollama.refusals import translated
from bot.adapters.ollama.wire import Refused
from engine.asking.wire_schema import Schema
from engine.errors import (
    ModelMissing,
    ModelRefused,
    ModelTooSlow,
    ModelUnreachable,
    PromptTooLong,
    SchemaRefused,
)
from engine.model_request import Deadlines
from tests.bot.adapters.ollama.asking import REQUEST, a_model, hear, heard_of
from tests.fakes.ollama_parts import FOREVER, done_line, error_line, says, word
from tests.fakes.ollama_server import Answer, OllamaServer, ServedModel

SCHEMA: Schema = {"type": "object", "properties": {}, "required": [], "additionalProperties": False}
RECORD = replace(REQUEST, purpose="record", schema=SCHEMA)
THINKER = ServedModel("qwen3:4b", capabilities=("completion", "thinking"))


async def test_a_missing_model_is_named_with_the_command_that_gets_it() -> None:
    """The person who runs the bot knows what to type."""
    async with OllamaServer() as server, a_model(server.host) as model:
        with capture_logs() as logs:
            heard = await hear(model, replace(REQUEST, model="gm-small"))

    assert isinstance(heard.error, ModelMissing)
    assert heard.error.blanks == {"model": "gm-small", "command": "ollama pull gm-small"}
    warnings = [log for log in logs if log["log_level"] == "warning"]
    assert warnings == [
        {
            "event": "model.missing",
            "model": "gm-small",
            "command": "ollama pull gm-small",
            "log_level": "warning",
        }
    ]
    assert len(server.chats) == 1


async def test_a_request_that_is_refused_is_not_sent_again() -> None:
    """The same words would be refused again."""
    heard = await heard_of(Answer(status=400, body='{"error":"invalid options"}'))

    assert type(heard.error) is ModelRefused
    assert heard.error.blanks == {"reason": "invalid options"}


@pytest.mark.parametrize(
    "reason",
    [
        "prompt is longer than the context of 4096",
        "the input length exceeds the context length",
        "the request exceeds the available context size",
    ],
)
async def test_a_prompt_that_is_too_long_has_its_own_error(reason: str) -> None:
    """A shorter prompt may do where the same one never will."""
    heard = await heard_of(Answer(status=400, body=f'{{"error":"{reason}"}}'))

    assert type(heard.error) is PromptTooLong


@pytest.mark.parametrize(
    "refusal",
    [
        Answer(status=400, body='{"error":"invalid JSON schema in format"}'),
        Answer(status=500, body='{"error":"failed to parse grammar"}'),
        Answer([error_line("failed to load model vocabulary required for format")]),
    ],
    ids=["400", "500", "error line"],
)
async def test_a_refused_schema_becomes_plain_json_at_once_and_from_then_on(refusal: Answer) -> None:
    """An older server keeps the record of a turn, only less strictly."""
    answers = (refusal, Answer(says("{}")), Answer(says("{}")))
    async with OllamaServer(*answers) as server, a_model(server.host) as model:
        first = await hear(model, RECORD)
        second = await hear(model, RECORD)

    assert (first.text, first.error, second.text) == ("{}", None, "{}")
    assert [chat["format"] for chat in server.chats] == [SCHEMA, "json", "json"]


async def test_a_server_that_takes_no_form_at_all_says_so() -> None:
    """Then the answer is read as it comes, by whoever asks without one."""
    refusal = Answer(status=400, body='{"error":"format is not supported"}')

    async with OllamaServer(refusal, refusal) as server, a_model(server.host) as model:
        heard = await hear(model, RECORD)

    assert type(heard.error) is SchemaRefused
    assert len(server.chats) == 2


async def test_a_refusal_after_words_is_never_tried_again() -> None:
    """Words that were heard must not be heard twice."""
    async with (
        OllamaServer([word("{"), error_line("grammar error")]) as server,
        a_model(server.host) as model,
    ):
        heard = await hear(model, RECORD)

    assert heard.text == "{"
    assert len(server.chats) == 1


async def test_a_format_in_a_refusal_without_a_schema_is_no_schema_refusal() -> None:
    """Only what was sent can be refused."""
    heard = await heard_of(Answer(status=500, body='{"error":"bad model format"}'))

    assert isinstance(heard.error, ModelUnreachable)


async def test_a_model_that_refuses_think_gets_none_from_then_on() -> None:
    """Whether a server knows `think` is found out without anybody noticing."""
    refusal = Answer(status=400, body='{"error":"\\"qwen3:4b\\" does not support thinking"}')
    asked = replace(RECORD, model="qwen3:4b")
    answers = (refusal, Answer(says("{}")), Answer(says("{}")))

    async with OllamaServer(*answers, models=[THINKER]) as server, a_model(server.host) as model:
        heard = [await hear(model, asked), await hear(model, asked)]

    assert [h.error for h in heard] == [None, None]
    assert [chat.get("think", "unsaid") for chat in server.chats] == [False, "unsaid", "unsaid"]


async def test_think_and_schema_can_both_be_refused() -> None:
    """The oldest servers know neither; a turn is still written down."""
    no_think = Answer(status=400, body='{"error":"unknown field think"}')
    no_schema = Answer(status=400, body='{"error":"format must be json"}')
    asked = replace(RECORD, model="qwen3:4b")

    async with (
        OllamaServer(no_think, no_schema, [word("{}"), done_line()], models=[THINKER]) as server,
        a_model(server.host) as model,
    ):
        heard = await hear(model, asked)

    assert (heard.text, heard.error) == ("{}", None)


async def test_a_key_that_is_refused_is_a_refusal() -> None:
    """A wrong key does not get better by asking again."""
    heard = await heard_of(Answer(status=401, body="unauthorized", content_type="text/plain"))

    assert type(heard.error) is ModelRefused


async def test_neither_address_nor_words_of_players_are_logged(caplog: pytest.LogCaptureFixture) -> None:
    """A log is shown to strangers when they help."""
    caplog.set_level("INFO")
    async with OllamaServer(Answer(status=500, body="x")) as server, a_model(server.host) as model:
        with capture_logs() as logs:
            await hear(model)

    assert "door" not in str(logs) + caplog.text


@pytest.mark.parametrize(
    ("error", "can_retry"),
    [
        (httpx.ConnectTimeout("no answer"), True),
        (httpx.ConnectError("refused"), True),
        (httpx.ReadError("reset"), True),
        (Refused(503, "busy", is_ollamas=True), True),
        (Refused(500, "<html>", is_ollamas=False), True),
        (Refused(408, "late", is_ollamas=False), True),
        (Refused(200, "CUDA error", is_ollamas=True), True),
        (Refused(429, "too many", is_ollamas=True), False),
        (Refused(404, "not here", is_ollamas=False), False),
        (Refused(400, "odd", is_ollamas=True), False),
    ],
)
def test_only_a_connection_or_a_server_that_failed_is_worth_another_try(
    error: Exception, can_retry: bool
) -> None:
    """What the server minds about the request does not get better by itself."""
    assert translated(error, "m").can_retry is can_retry


async def test_a_request_that_the_server_took_is_not_worth_another_on_top() -> None:
    """It may still be busy with the first."""
    deadlines = Deadlines(first_token_s=0.1, idle_s=5, total_s=5)

    heard = await heard_of(Answer([FOREVER]), deadlines=deadlines)

    assert isinstance(heard.error, ModelTooSlow)
    assert not heard.error.can_retry
