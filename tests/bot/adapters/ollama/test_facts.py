"""What a server says about its models, and what it means for a table."""

import pytest

from engine.asking.context_window import effective_num_ctx
from engine.errors import ModelMissing, ModelTooSlow, ModelUnreachable
from engine.model_request import ModelFacts
from tests.bot.adapters.ollama.asking import a_model
from tests.fakes.ollama_parts import FOREVER, Close, Part, Reset
from tests.fakes.ollama_server import Answer, OllamaServer, ServedModel

GEMMA = ServedModel(
    "gemma2:9b",
    {
        "gemma2.context_length": 8192,
        "gemma2.attention.sliding_window": 4096,
        "gemma2.attention.head_count": 16,
    },
    size=5443,
)
QWEN = ServedModel("qwen3:latest", {"qwen3.context_length": 40960}, ("completion", "thinking"), size=2600)


async def test_window_context_thinking_and_size_are_read() -> None:
    """The budget of every prompt stands on these."""
    async with OllamaServer(models=[GEMMA, QWEN]) as server, a_model(server.host) as model:
        facts = [await model.show("gemma2:9b"), await model.show("qwen3")]

    assert facts == [
        ModelFacts("gemma2:9b", context_length=8192, sliding_window=4096, can_think=False, size_bytes=5443),
        ModelFacts("qwen3", context_length=40960, sliding_window=None, can_think=True, size_bytes=2600),
    ]


@pytest.mark.parametrize("window", [0, -1, None, "4096", [4096]])
async def test_a_window_that_is_none_is_none(window: object) -> None:
    """Some models write 0 where they have no window."""
    odd = ServedModel("odd", {"odd.attention.sliding_window": window})

    async with OllamaServer(models=[odd]) as server, a_model(server.host) as model:
        facts = await model.show("odd")

    assert (facts.sliding_window, facts.context_length) == (None, None)


async def test_the_facts_of_a_model_are_asked_for_once() -> None:
    """A list of models in a channel must not wait for the server each time."""
    async with OllamaServer() as server, a_model(server.host) as model:
        first, second = await model.show("gemma2:9b"), await model.show("gemma2:9b")

    assert first is second
    assert server.paths == ["/api/show", "/api/tags"]


async def test_a_model_that_is_not_there_is_missing() -> None:
    """An admin who mistypes a name is told so."""
    async with OllamaServer() as server, a_model(server.host) as model:
        with pytest.raises(ModelMissing) as caught:
            await model.show("gm-small")

    assert caught.value.blanks == {"model": "gm-small", "command": "ollama pull gm-small"}


async def test_models_are_sorted() -> None:
    """A list that changes its order cannot be read."""
    async with OllamaServer(models=[QWEN, GEMMA]) as server, a_model(server.host) as model:
        names, version = await model.models(), await model.version()

    assert (names, version) == (("gemma2:9b", "qwen3:latest"), "0.12.0")


@pytest.mark.parametrize(
    "aside",
    [
        Answer(status=500, body="x"),
        Answer(body="[]"),
        Answer(body="<html>", content_type="text/html"),
        Answer(body='{"models": 7}'),
        Answer(status=404, body='{"error": "not here"}'),
    ],
)
async def test_a_list_that_is_none_is_a_server_that_is_not_there(aside: Answer) -> None:
    """Plain calls fail with the same errors as streams."""
    async with OllamaServer() as server, a_model(server.host) as model:
        server.aside = {"/api/tags": aside}
        with pytest.raises(ModelUnreachable):
            await model.models()


@pytest.mark.parametrize("fault", [Reset(), Close()])
async def test_a_plain_call_whose_connection_breaks_is_a_server_that_is_not_there(fault: Part) -> None:
    """As a stream that breaks before its first word."""
    async with OllamaServer() as server, a_model(server.host) as model:
        server.aside = {"/api/tags": Answer([fault])}
        with pytest.raises(ModelUnreachable) as caught:
            await model.models()

    assert caught.value.can_retry


async def test_a_plain_call_to_nobody_is_a_server_that_is_not_there() -> None:
    """One error for refused, reset and broken, whatever was asked."""
    async with OllamaServer() as server:
        host = server.host
    async with a_model(host) as model:
        with pytest.raises(ModelUnreachable):
            await model.show("gemma2:9b")


async def test_a_plain_call_has_a_limit_too() -> None:
    """An autocomplete that waits is an autocomplete that fails; asking again keeps no model busy."""
    async with OllamaServer() as server, a_model(server.host, asking_s=0.1) as model:
        server.aside = {"/api/tags": Answer([FOREVER])}
        with pytest.raises(ModelTooSlow) as caught:
            await model.models()

    assert caught.value.can_retry


@pytest.mark.parametrize(
    ("context_length", "window", "wanted", "num_ctx", "note"),
    [
        (8192, None, 8192, 8192, None),
        (None, None, 8192, 8192, None),
        (8192, 4096, 8192, 4096, "within-window"),
        (8192, 4096, 4096, 4096, None),
        (131072, 1024, 8192, 8192, "window-too-small"),
        (4096, None, 8192, 4096, "beyond-model"),
        (8192, 5000, 16384, 5000, "within-window"),
        (2048, 1024, 8192, 2048, "window-too-small"),
    ],
)
def test_the_context_is_kept_within_a_window_that_holds_a_turn(
    context_length: int | None, window: int | None, wanted: int, num_ctx: int, note: str | None
) -> None:
    """Beyond its window a model has to read everything again, each turn."""
    facts = ModelFacts("m", context_length, window, can_think=False)

    assert effective_num_ctx(facts, wanted) == (num_ctx, note)
