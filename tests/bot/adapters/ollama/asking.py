"""Asks the adapter as the game master does, with limits that a test can wait for."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from typing import Any

from bot.adapters.ollama import OllamaModel
from bot.adapters.system import SystemClock
from engine.errors import ModelError
from engine.model.usage import Usage
from engine.model_request import Chunk, Deadlines, Message, ModelRequest
from tests.fakes.ollama_parts import Part
from tests.fakes.ollama_server import Answer, OllamaServer

PATIENT = Deadlines(first_token_s=5, idle_s=5, total_s=10)
REQUEST = ModelRequest(
    purpose="narrate",
    model="gemma2:9b",
    messages=(Message("system", "You tell."), Message("user", "I open the door.")),
    deadlines=PATIENT,
    num_ctx=4096,
    num_predict=220,
)


@dataclass(frozen=True)
class Heard:
    """What came of a request: pieces in order, and the error that ended it."""

    texts: tuple[str, ...]
    thinking: str
    usage: Usage | None
    error: ModelError | None

    @property
    def text(self) -> str:
        return "".join(self.texts)


@asynccontextmanager
async def a_model(host: str, **more: Any) -> AsyncIterator[OllamaModel]:
    model = OllamaModel(host, SystemClock(), **more)
    try:
        yield model
    finally:
        await model.close()


async def hear(model: OllamaModel, request: ModelRequest = REQUEST) -> Heard:
    """Read an answer to its end."""
    chunks: list[Chunk] = []
    error: ModelError | None = None
    try:
        async for chunk in model.stream(request):
            chunks.append(chunk)
    except ModelError as caught:
        error = caught
    usages = [c.usage for c in chunks if c.usage]
    assert len(usages) <= 1
    assert not usages or chunks[-1].usage
    texts = tuple(c.text for c in chunks if c.text)
    return Heard(texts, "".join(c.thinking for c in chunks), usages[0] if usages else None, error)


async def heard_from(*parts: Part, **changes: Any) -> Heard:
    """What is heard when the server answers a request with these parts."""
    return await heard_of(Answer(parts), **changes)


async def heard_of(*answers: Answer, **changes: Any) -> Heard:
    """What is heard when the server gives these answers."""
    async with OllamaServer(*answers) as server, a_model(server.host) as model:
        return await hear(model, replace(REQUEST, **changes))
