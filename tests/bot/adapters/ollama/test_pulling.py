"""A model is fetched with its progress, and whatever goes wrong is one of our own errors."""

from collections.abc import Sequence

import pytest

from bot.adapters.ollama import OllamaModel
from bot.adapters.system import SystemClock
from engine.errors import ModelError, ModelUnreachable
from engine.model_request import Fetched
from tests.fakes.ollama_parts import Close, Part, Reset
from tests.fakes.ollama_server import Answer, OllamaServer


async def pulled(*parts: Part, status: int = 200, body: str | None = None) -> Sequence[Fetched]:
    async with OllamaServer() as server:
        server.aside = {"/api/pull": Answer(parts, status=status, body=body)}
        model = OllamaModel(server.host, SystemClock())
        try:
            return [step async for step in model.pull("new:3b")]
        finally:
            await model.close()


def part(digest: str, completed: int | None = None) -> Part:
    line: dict[str, object] = {"status": f"pulling {digest}", "digest": digest, "total": 100}
    return line if completed is None else line | {"completed": completed}


async def test_what_has_come_is_added_up_over_all_parts() -> None:
    """One bar for one model, whatever it is made of."""
    steps = await pulled(
        {"status": "pulling manifest"}, part("a"), part("a", 60), part("b", 10), {"status": "success"}
    )

    assert [(step.done_bytes, step.total_bytes) for step in steps] == [
        (0, 0),
        (0, 100),
        (60, 100),
        (70, 200),
        (70, 200),
    ]


@pytest.mark.parametrize(
    "parts",
    [
        ({"status": "pulling manifest"}, {"error": "pull model manifest: file does not exist"}),
        (part("a", 10),),
        (part("a", 10), Reset()),
        (part("a", 10), Close()),
        (b"<html>\n",),
    ],
    ids=["refused", "broke off", "reset", "closed", "no Ollama"],
)
async def test_a_fetching_that_fails_is_never_taken_for_done(parts: Sequence[Part]) -> None:
    """Half a model is none."""
    with pytest.raises(ModelError):
        await pulled(*parts)


async def test_a_server_that_knows_no_pull_is_unreachable_for_it() -> None:
    """Something else listens there."""
    with pytest.raises(ModelUnreachable):
        await pulled(status=502, body="bad gateway")
