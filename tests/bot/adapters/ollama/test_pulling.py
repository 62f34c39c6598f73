"""A model is fetched with its progress, and whatever goes wrong is one of our own errors."""

import json
from collections.abc import Sequence

import pytest

from bot.adapters.ollama import OllamaModel
from bot.adapters.system import SystemClock
from engine.errors import ModelError, ModelRefused, ModelUnreachable
from engine.fetching import LibraryUnreachable, NoRoomForModel, NoSuchModel, ServerTooOld
from engine.model_request import Fetched, Loaded
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


@pytest.mark.parametrize(
    ("reason", "kind"),
    [
        ("pull model manifest: file does not exist", NoSuchModel),
        ("invalid model name", NoSuchModel),
        ("write /models/blobs/sha256-1a-partial: no space left on device", NoRoomForModel),
        ("write C:\\models\\1a: There is not enough space on the disk.", NoRoomForModel),
        (
            'pull model manifest: Get "https://ollama.ai/v2/x": dial tcp: lookup x on y:53: no such host',
            LibraryUnreachable,
        ),
        ("max retries exceeded: read tcp: connection reset by peer", LibraryUnreachable),
        ("pull model manifest: 412: this model requires a newer version of Ollama.", ServerTooOld),
        ("something else", ModelRefused),
    ],
)
async def test_a_fetching_that_fails_says_whose_fault_it_is(reason: str, kind: type[ModelError]) -> None:
    """A full disk, a missing cable and a typo are put right in different places."""
    with pytest.raises(ModelError) as in_the_middle:
        await pulled({"status": "pulling manifest"}, {"error": reason})
    with pytest.raises(ModelError) as at_once:
        await pulled(status=500, body=json.dumps({"error": reason}))

    assert (type(in_the_middle.value), type(at_once.value)) == (kind, kind)


async def test_what_is_in_the_servers_memory_is_known_by_name_and_size() -> None:
    """Two models at once need room for both."""
    async with OllamaServer() as server:
        server.loaded = {"gemma2:9b"}
        model = OllamaModel(server.host, SystemClock())
        try:
            assert await model.loaded() == (Loaded("gemma2:9b", 5_443_152_417),)
        finally:
            await model.close()


async def test_a_server_that_does_not_say_what_it_has_loaded_is_unreachable_for_it() -> None:
    """An older one, or something like it: nothing is made up in its place."""
    async with OllamaServer() as server:
        server.aside = {"/api/ps": Answer(status=404, body="404 page not found")}
        model = OllamaModel(server.host, SystemClock())
        try:
            with pytest.raises(ModelUnreachable):
                await model.loaded()
        finally:
            await model.close()
