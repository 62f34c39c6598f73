"""A table hears the model's words as they come, and learns at once when no more will come."""

import asyncio
import json
from dataclasses import replace

import pytest

from engine.errors import ModelTooSlow, ModelUnreachable, NothingSaid, StreamBroke
from engine.model.usage import Usage
from engine.model_request import Deadlines
from tests.bot.adapters.ollama.asking import REQUEST, a_model, hear, heard_from, heard_of
from tests.fakes.ollama_parts import (
    BLANK,
    FOREVER,
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

HASTY = Deadlines(first_token_s=0.15, idle_s=0.15, total_s=5)


async def test_words_come_one_by_one_and_the_usage_last() -> None:
    """The story appears while it is told, and "why?" knows what it cost."""
    heard = await heard_from(*words("Rain ", "falls."), done_line())

    assert heard.texts == ("Rain ", "falls.")
    assert heard.error is None
    assert heard.usage
    assert heard.usage == Usage(
        purpose="narrate",
        model="gemma2:9b",
        prompt_tokens=742,
        output_tokens=40,
        load_s=0.25,
        prompt_s=1.5,
        output_s=0.5,
        first_token_s=heard.usage.first_token_s,
        total_s=heard.usage.total_s,
        done_reason="stop",
    )


async def test_the_first_token_is_measured_from_the_beginning_of_the_request() -> None:
    """What a table waits for is the first word, however the time before it was spent."""
    heard = await heard_from(Pause(0.1), word("Rain"), Pause(0.1), done_line())

    assert heard.usage
    assert 0.1 <= heard.usage.first_token_s < 0.2 <= heard.usage.total_s


async def test_an_answer_that_was_cut_says_so() -> None:
    """Whoever reads a record must know that its end may be missing."""
    heard = await heard_from(*says("Rain", done_reason="length"))

    assert heard.usage
    assert heard.usage.done_reason == "length"


async def test_words_in_the_last_line_count() -> None:
    """Some servers say the last word and that they are done in one line."""
    heard = await heard_from(word("Rain "), done_line("falls."))

    assert heard.text == "Rain falls."


@pytest.mark.parametrize(
    "parts",
    [
        [word("Rain "), BLANK, word("falls."), BLANK, done_line()],
        [BLANK, b" \r\n", *words("Rain ", "falls."), done_line()],
        [word("Rain "), {"done": False}, {"message": None}, word("falls."), done_line()],
        [b'{"message":{"content":"Rain "}', b'}\n{"message":{"content":"falls."}}\n', done_line()],
        [*words("Rain ", "falls."), json.dumps(done_line()).encode()],
        [*words("Rain ", "falls."), done_line(), b"<html>"],
    ],
    ids=["blank lines", "blank first", "wordless", "torn lines", "no line end", "after the end"],
)
async def test_odd_lines_change_nothing(parts: list[Part]) -> None:
    """A proxy's keep-alive or a torn packet is no reason to lose a story."""
    heard = await heard_from(*parts)

    assert (heard.text, heard.error) == ("Rain falls.", None)


async def test_an_emoji_in_two_halves_comes_whole() -> None:
    """Half an emoji cannot be posted, and would end the turn."""
    lines = b'{"message":{"content":"A dragon \\ud83d"}}\n{"message":{"content":"\\udc09!"}}\n'

    heard = await heard_from(lines, done_line())

    assert heard.text == "A dragon \U0001f409!"


async def test_a_separator_inside_a_text_does_not_cut_the_line() -> None:
    """U+2028 and U+0085 end a line for Python, not for JSON."""
    line = json.dumps(word("Rain\u2028falls\x85."), ensure_ascii=False).encode() + b"\n"

    heard = await heard_from(line, done_line())

    assert (heard.text, heard.error) == ("Rain\u2028falls\x85.", None)


BREAKS: dict[str, list[Part]] = {
    "no last line": [],
    "reset": [Reset()],
    "closed in the middle": [Close()],
    "error line": [error_line("an error was encountered while running the model: CUDA error")],
    "malformed line": [b'{"message":{"content":"fal\n'],
    "no object": [b"[1]\n"],
    "no text": [b'{"message":{"content":7}}\n'],
    "no message": [b'{"message":"falls"}\n'],
    "deep nonsense": [b"[" * 100_000 + b"\n"],
}


@pytest.mark.parametrize("parts", BREAKS.values(), ids=BREAKS)
async def test_a_stream_that_breaks_keeps_the_words_that_came(parts: list[Part]) -> None:
    """The story goes on from where it stopped."""
    heard = await heard_from(*words("Rain ", "falls"), Pause(0.02), *parts)

    assert heard.text == "Rain falls"
    assert isinstance(heard.error, StreamBroke)
    assert heard.error.text == "Rain falls"


@pytest.mark.parametrize("parts", BREAKS.values(), ids=BREAKS)
async def test_a_stream_that_breaks_before_any_word_is_a_server_that_is_not_there(parts: list[Part]) -> None:
    """Nothing is lost by asking again."""
    heard = await heard_from(*parts)

    assert isinstance(heard.error, ModelUnreachable)


async def test_a_line_without_an_end_is_given_up() -> None:
    """A broken server must not fill the memory of the bot."""
    heard = await heard_from(*[b"x" * 500_000] * 5, FOREVER)

    assert isinstance(heard.error, ModelUnreachable)


@pytest.mark.parametrize(
    "parts",
    [says(""), says(), says(" \n", "\n"), [word(thinking="What now?"), done_line()], says("<think>Hm", "m")],
    ids=["empty", "no line", "blank", "thinking only", "a thought without an end"],
)
async def test_an_answer_without_words_is_none(parts: list[Part]) -> None:
    """An empty post would be refused, and a thought is not a story."""
    heard = await heard_from(*parts)

    assert isinstance(heard.error, NothingSaid)
    assert heard.text.strip() == ""


async def test_silence_before_the_first_word_ends_after_its_limit() -> None:
    """A table never waits for a server that hangs."""
    heard = await heard_from(FOREVER, deadlines=HASTY)

    assert isinstance(heard.error, ModelTooSlow)
    assert heard.error.blanks == {"which": "first token", "seconds": 0.15}


async def test_silence_after_the_headers_is_silence() -> None:
    """A server may answer 200 and then evaluate forever; blank lines are no words."""
    heard = await heard_from(BLANK, Pause(0.1), BLANK, {"done": False}, FOREVER, deadlines=HASTY)

    assert isinstance(heard.error, ModelTooSlow)
    assert heard.error.blanks["which"] == "first token"


async def test_silence_between_two_words_ends_after_its_limit() -> None:
    """A stream that stalls is told on by somebody else."""
    heard = await heard_from(word("Rain "), FOREVER, deadlines=HASTY)

    assert heard.text == "Rain "
    assert isinstance(heard.error, ModelTooSlow)
    assert heard.error.blanks == {"which": "idle", "seconds": 0.15}


async def test_the_whole_answer_has_a_limit() -> None:
    """A model that never comes to an end holds the whole table."""
    drops = [part for number in range(30) for part in (word(f"Drop {number}. "), Pause(0.05))]

    heard = await heard_from(*drops, deadlines=replace(HASTY, total_s=0.3))

    assert heard.text.startswith("Drop 0. ")
    assert isinstance(heard.error, ModelTooSlow)
    assert heard.error.blanks == {"which": "total", "seconds": 0.3}


async def test_thinking_is_a_sign_of_life() -> None:
    """A thinking model is not slow while it thinks."""
    parts = [word(thinking="Hm."), Pause(0.1), word(thinking="Hm!"), Pause(0.1), *says("Rain.")]

    heard = await heard_from(*parts, deadlines=HASTY)

    assert (heard.text, heard.error) == ("Rain.", None)


async def test_a_slow_reader_is_not_a_slow_model() -> None:
    """Discord may hold an edit for seconds while the words are there already."""
    async with OllamaServer(says(*"Rain.")) as server, a_model(server.host) as model:
        text = ""
        async for chunk in model.stream(replace(REQUEST, deadlines=HASTY)):
            text += chunk.text
            await asyncio.sleep(0.06)

    assert text == "Rain."


async def test_whoever_stops_listening_stops_the_model() -> None:
    """The next action must not wait for a story that nobody reads."""
    async with OllamaServer([word("Rain "), FOREVER]) as server, a_model(server.host) as model:
        stream = model.stream(REQUEST)
        first = await anext(stream)
        await stream.aclose()

        async with asyncio.timeout(1):
            await server.stopped.wait()
    assert first.text == "Rain "


async def test_a_cancelled_listener_stops_the_model() -> None:
    """An action that comes in ends the evaluation that was meant for quiet moments."""
    async with OllamaServer([FOREVER]) as server, a_model(server.host) as model:
        listening = asyncio.create_task(hear(model))
        await server.asked.wait()
        listening.cancel()

        async with asyncio.timeout(1):
            await server.stopped.wait()
        with pytest.raises(asyncio.CancelledError):
            await listening


async def test_a_deadline_stops_the_model_too() -> None:
    """What came too late must not go on working."""
    async with OllamaServer([word("Rain "), FOREVER]) as server, a_model(server.host) as model:
        await hear(model, replace(REQUEST, deadlines=HASTY))

        async with asyncio.timeout(1):
            await server.stopped.wait()


async def test_nobody_listening_at_the_address_is_unreachable() -> None:
    """The machine with the model may be off."""
    async with OllamaServer() as server:
        host = server.host
    async with a_model(host) as model:
        heard = await hear(model)

    assert isinstance(heard.error, ModelUnreachable)


@pytest.mark.parametrize(
    "answer",
    [
        Answer([Reset()]),
        Answer(status=500, body='{"error":"llama runner process has terminated: exit status 2"}'),
        Answer(
            status=503, body='{"error":"server busy, please try again.  maximum pending requests exceeded"}'
        ),
        Answer(status=502, body="<html><h1>502 Bad Gateway</h1></html>", content_type="text/html"),
        Answer(status=200, body="<html>Please sign in</html>", content_type="text/html"),
        Answer(status=404, body="404 page not found", content_type="text/plain"),
        Answer(status=429, body='{"error":"too many requests"}'),
        Answer(status=500, body='["odd"]'),
        Answer(status=500, body='{"error":{"message":"odd"}}'),
    ],
    ids=lambda answer: f"{answer.status} {str(answer.body)[:20]}",
)
async def test_whatever_is_not_an_answer_is_one_error(answer: Answer) -> None:
    """Refused, reset, busy, broken or a stranger's page: for a table all of it is a model that is away."""
    heard = await heard_of(answer)

    assert isinstance(heard.error, ModelUnreachable)
    assert heard.error.__cause__ is not None
