"""A server that speaks Ollama's wire format over real HTTP and says what a test tells it to say.

    async with OllamaServer(says("Rain ", "falls.")) as server:
        model = OllamaModel(server.host, clock)

Answers of /api/chat are used in order; the last one again and again if `repeats`. Every fault that a real
server, a proxy or a network makes is a part of an answer: a pause, a reset, a line that is no JSON.
"""

import asyncio
import json
import socket
import struct
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Self, TypeAlias

from aiohttp import web

from tests.fakes.ollama_parts import Close, Part, Pause, Reset, done_line

Body: TypeAlias = dict[str, Any]


@dataclass(frozen=True)
class Answer:
    """One answer of /api/chat: a status with a whole body, or a stream of parts. when: which requests."""

    parts: Sequence[Part] = ()
    status: int = 200
    body: str | None = None
    content_type: str = "application/x-ndjson"
    when: Callable[[Body], bool] | None = None


@dataclass(frozen=True)
class ServedModel:
    """An installed model, as /api/show and /api/tags describe it."""

    name: str = "gemma2:9b"
    info: Mapping[str, Any] = field(default_factory=lambda: {"gemma2.context_length": 8192})
    capabilities: Sequence[str] = ("completion",)
    template: str = "{{ .Prompt }}"
    size: int = 5_443_152_417


class OllamaServer:
    """The server. chats: bodies of /api/chat in order.

    asked: set when a chat has come in; stopped: set when a caller hung up in the middle of an answer.
    """

    def __init__(
        self,
        *answers: Answer | Sequence[Part],
        models: Sequence[ServedModel] = (ServedModel(),),
        repeats: bool = False,
    ) -> None:
        self.answers = [a if isinstance(a, Answer) else Answer(a) for a in answers]
        self.models = tuple(models)
        self.repeats = repeats
        self.chats: list[Body] = []
        self.paths: list[str] = []
        self.pulled: list[str] = []
        self.loaded: set[str] = set()
        """Names of models that are in its memory."""
        self.aside: Mapping[str, Answer] = {}
        """Answers for other paths than /api/chat, where a test wants a fault there."""
        self.asked = asyncio.Event()
        self.stopped = asyncio.Event()
        self.host = ""
        self._runner: web.AppRunner | None = None

    async def __aenter__(self) -> Self:
        app = web.Application()
        app.router.add_route("*", "/{path:.*}", self._serve)
        self._runner = web.AppRunner(app, handler_cancellation=True, access_log=None, shutdown_timeout=0.1)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", 0)
        await site.start()
        port = self._runner.addresses[0][1]
        self.host = f"http://127.0.0.1:{port}"
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._runner
        await self._runner.cleanup()

    async def _serve(self, request: web.Request) -> web.StreamResponse:
        self.paths.append(request.path)
        if aside := self.aside.get(request.path):
            return await self._give(request, aside)
        match request.path:
            case "/api/version":
                return web.json_response({"version": "0.12.0"})
            case "/api/tags":
                return web.json_response({"models": [_tag(m) for m in self.models]})
            case "/api/ps":
                return web.json_response({"models": [_tag(m) for m in self.models if m.name in self.loaded]})
            case "/api/show":
                return self._show(await request.json())
            case "/api/pull":
                return await self._pull(request, await request.json())
            case "/api/chat":
                return await self._chat(request, await request.json())
        return web.Response(status=404, text="404 page not found")

    def _show(self, body: Body) -> web.Response:
        model = self._model(body["model"])
        if model is None:
            return _no_such_model(body["model"])
        return web.json_response(
            {
                "model_info": dict(model.info),
                "capabilities": list(model.capabilities),
                "template": model.template,
                "details": {},
            }
        )

    async def _pull(self, request: web.Request, body: Body) -> web.StreamResponse:
        self.pulled.append(body["model"])
        self.models = (*self.models, ServedModel(body["model"]))
        part: Body = {"status": "pulling 1a2b", "digest": "sha256:1a2b", "total": 2_000}
        lines: list[Part] = [
            {"status": "pulling manifest"},
            part,
            part | {"completed": 2_000},
            {"status": "success"},
        ]
        return await self._give(request, Answer(lines))

    async def _chat(self, request: web.Request, body: Body) -> web.StreamResponse:
        self.chats.append(body)
        self.asked.set()
        if self._model(body["model"]) is None:
            return _no_such_model(body["model"])
        if not body["messages"]:
            reason = "unload" if body.get("keep_alive") == 0 else "load"
            return await self._give(request, Answer([done_line(done_reason=reason)]))
        return await self._give(request, self._next(body))

    def _next(self, body: Body) -> Answer:
        for number, answer in enumerate(self.answers):
            if answer.when is None or answer.when(body):
                is_last = number == len(self.answers) - 1
                return answer if self.repeats and is_last else self.answers.pop(number)
        return Answer(status=500, body=json.dumps({"error": "the test has no answer left for this request"}))

    async def _give(self, request: web.Request, answer: Answer) -> web.StreamResponse:
        if answer.body is not None:
            return web.Response(
                status=answer.status, text=answer.body, content_type=answer.content_type.split(";")[0]
            )
        response = web.StreamResponse(status=answer.status, headers={"Content-Type": answer.content_type})
        try:
            for part in answer.parts:
                await _play(request, response, part)
            await _prepared(request, response)
            await response.write_eof()
        except (asyncio.CancelledError, ConnectionError):
            self.stopped.set()
            raise
        return response

    def _model(self, name: str) -> ServedModel | None:
        return next((m for m in self.models if name in (m.name, m.name.removesuffix(":latest"))), None)


async def _play(request: web.Request, response: web.StreamResponse, part: Part) -> None:
    match part:
        case Pause(seconds):
            await asyncio.sleep(seconds)
        case Reset():
            _hang_up(request, resets=True)
        case Close():
            await _prepared(request, response)
            _hang_up(request, resets=False)
        case bytes():
            await _prepared(request, response)
            await response.write(part)
        case _:
            await _prepared(request, response)
            await response.write(json.dumps(part).encode() + b"\n")


async def _prepared(request: web.Request, response: web.StreamResponse) -> None:
    if not response.prepared:
        await response.prepare(request)


def _hang_up(request: web.Request, resets: bool) -> None:
    """Cut the connection in the middle: with a TCP reset, or with an end that comes too early."""
    transport = request.transport
    assert transport
    if resets:
        linger = struct.pack("ii", 1, 0)
        transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
        transport.abort()
    else:
        transport.close()
    raise ConnectionResetError


def _tag(model: ServedModel) -> Body:
    return {"model": model.name, "name": model.name, "size": model.size}


def _no_such_model(name: str) -> web.Response:
    return web.json_response({"error": f"model '{name}' not found"}, status=404)
