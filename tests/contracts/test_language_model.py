"""Every language model keeps the same promises: that of the tests, Ollama, one that is watched."""

from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, replace
from typing import TypeAlias

import pytest

from bot.adapters.ollama import OllamaModel
from bot.adapters.system import SystemClock
from engine.asking.circuit import Circuit
from engine.errors import ModelError, ModelMissing, ModelUnreachable, NothingSaid, StreamBroke
from engine.model_request import Chunk, Deadlines, Message, ModelFacts, ModelRequest
from engine.ports import LanguageModel
from tests.fakes.clock import FakeClock
from tests.fakes.language_model import Reply, ScriptedModel
from tests.fakes.ollama_parts import Part, done_line, error_line, word, words
from tests.fakes.ollama_server import Answer, OllamaServer, ServedModel

GEMMA = ModelFacts("gemma2:9b", context_length=8192, sliding_window=4096, can_think=False, size_bytes=5443)
QWEN = ModelFacts("qwen3:4b", context_length=40960, sliding_window=None, can_think=True, size_bytes=2600)
ASK = ModelRequest(
    purpose="narrate",
    model="gemma2:9b",
    messages=(Message("user", "I open the door."),),
    deadlines=Deadlines(5, 5, 10),
    num_ctx=4096,
    num_predict=220,
)


@dataclass(frozen=True)
class Saying:
    """What the model behind the port says to the next request."""

    texts: tuple[str, ...] = ()
    thinking: str = ""
    breaks: bool = False
    fails: bool = False


Opened: TypeAlias = Callable[[Saying], AbstractAsyncContextManager[LanguageModel]]


@asynccontextmanager
async def _scripted(saying: Saying) -> AsyncIterator[LanguageModel]:
    error: ModelError | None = StreamBroke("".join(saying.texts)) if saying.breaks else None
    if saying.fails:
        error = ModelUnreachable(reason="503")
    yield ScriptedModel([Reply(saying.texts, thinking=saying.thinking, error=error)], facts=(QWEN, GEMMA))


@asynccontextmanager
async def _ollama(saying: Saying) -> AsyncIterator[LanguageModel]:
    parts: list[Part] = [word(thinking=saying.thinking)] if saying.thinking else []
    parts += [*words(*saying.texts), error_line("CUDA error") if saying.breaks else done_line()]
    answer = Answer(status=503, body="busy") if saying.fails else Answer(parts)
    served = (_served(QWEN, "qwen3"), _served(GEMMA, "gemma2"))
    async with OllamaServer(answer, models=served) as server:
        model = OllamaModel(server.host, SystemClock())
        try:
            yield model
        finally:
            await model.close()


@asynccontextmanager
async def _watched(saying: Saying) -> AsyncIterator[LanguageModel]:
    async with _scripted(saying) as model:
        yield Circuit(model, FakeClock())


async def _hear(model: LanguageModel, into: list[Chunk]) -> None:
    async for chunk in model.stream(ASK):
        into.append(chunk)


def _served(facts: ModelFacts, family: str) -> ServedModel:
    info = {f"{family}.context_length": facts.context_length}
    if facts.sliding_window:
        info[f"{family}.attention.sliding_window"] = facts.sliding_window
    abilities = ("completion", "thinking") if facts.can_think else ("completion",)
    return ServedModel(facts.name, info, abilities, size=facts.size_bytes or 0)


@pytest.fixture(params=[_scripted, _ollama, _watched], ids=["scripted", "ollama", "watched"])
def opened(request: pytest.FixtureRequest) -> Opened:
    made: Opened = request.param
    return made


async def test_words_come_in_order_thinking_apart_and_usage_last(opened: Opened) -> None:
    """A story is shown while it is told."""
    async with opened(Saying(("Rain ", "falls."), thinking="Hm.")) as model:
        chunks = [chunk async for chunk in model.stream(ASK)]

    usage = chunks[-1].usage
    assert chunks == [Chunk(thinking="Hm."), Chunk("Rain "), Chunk("falls."), Chunk(usage=usage)]
    assert usage
    assert (usage.purpose, usage.model, usage.done_reason) == ("narrate", "gemma2:9b", "stop")


@pytest.mark.parametrize("texts", [(), ("",), (" ", "\n")])
async def test_an_answer_without_words_is_nothing_said(opened: Opened, texts: tuple[str, ...]) -> None:
    """An empty story must not pass for one."""
    async with opened(Saying(texts, thinking="Hm.")) as model:
        with pytest.raises(NothingSaid):
            [chunk async for chunk in model.stream(ASK)]


async def test_evaluating_and_loading_need_no_words(opened: Opened) -> None:
    """What is done while nobody speaks is never a failure for being silent."""
    load = replace(ASK, purpose="load", messages=())
    async with opened(Saying()) as model:
        loaded = [chunk async for chunk in model.stream(load)]
        prepared = [chunk async for chunk in model.stream(replace(ASK, purpose="prepare", num_predict=1))]

    assert [bool(chunk.usage) for chunk in (loaded[-1], prepared[-1])] == [True, True]
    assert loaded[-1].usage
    assert loaded[-1].usage.done_reason == "load"


async def test_a_stream_that_breaks_says_how_far_it_came(opened: Opened) -> None:
    """The story goes on from there."""
    chunks: list[Chunk] = []
    async with opened(Saying(("Rain ", "fal"), breaks=True)) as model:
        with pytest.raises(StreamBroke) as caught:
            await _hear(model, chunks)

    assert caught.value.text == "".join(chunk.text for chunk in chunks) == "Rain fal"


async def test_a_server_that_is_away_is_unreachable(opened: Opened) -> None:
    """The table is told on by somebody else."""
    async with opened(Saying(fails=True)) as model:
        with pytest.raises(ModelUnreachable):
            [chunk async for chunk in model.stream(ASK)]


async def test_a_listener_may_leave_in_the_middle(opened: Opened) -> None:
    """A new action ends what was being said."""
    async with opened(Saying(("Rain ", "falls."))) as model:
        stream = model.stream(ASK)
        first = await anext(stream)
        assert isinstance(stream, AsyncGenerator)
        await stream.aclose()

    assert first.text == "Rain "


async def test_a_missing_model_is_missing_everywhere(opened: Opened) -> None:
    """Whoever chose it is told its name."""
    async with opened(Saying(("Rain.",))) as model:
        with pytest.raises(ModelMissing) as streaming:
            [chunk async for chunk in model.stream(replace(ASK, model="gm-small"))]
        with pytest.raises(ModelMissing) as showing:
            await model.show("gm-small")

    assert [e.value.blanks["model"] for e in (streaming, showing)] == ["gm-small", "gm-small"]


async def test_models_are_listed_and_described(opened: Opened) -> None:
    """An admin chooses from what is there."""
    async with opened(Saying()) as model:
        names = await model.models()
        facts = [await model.show(name) for name in names]

    assert facts == [GEMMA, QWEN]
