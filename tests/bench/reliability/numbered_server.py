"""An Ollama whose model tells of the newest number that it was told, so that each turn can be recognised."""

import json
import re
from collections.abc import Callable, Sequence

from aiohttp import web

from tests.bench.games import RECORD
from tests.fakes.ollama_parts import Part, done_line, word
from tests.fakes.ollama_server import Answer, Body, OllamaServer, ServedModel

NUMBER = re.compile(r"number (\d+)\.")

Paced = Callable[[Body, Sequence[Part]], Sequence[Part]]
"""How the pieces of an answer come: with pauses, or as they are."""


def told_of(text: str) -> int | None:
    """The number that a line or a story is about."""
    found = NUMBER.search(text)
    return int(found[1]) if found else None


class NumberedServer(OllamaServer):
    """paced: for a measure that wants to be there at a certain piece."""

    def __init__(self, model: str, paced: Paced = lambda _, parts: parts) -> None:
        super().__init__(models=[ServedModel(model)])
        self.paced = paced

    async def _give(self, request: web.Request, answer: Answer) -> web.StreamResponse:
        try:
            return await super()._give(request, answer)
        except ConnectionError:  # whoever asked was killed
            return web.Response()

    def _next(self, body: Body) -> Answer:
        self.chats.clear()
        self.paths.clear()
        if "format" in body:
            return Answer(self.paced(body, [word(json.dumps(RECORD)), done_line()]))
        said = " ".join(message["content"] for message in body["messages"])
        number = max((int(found) for found in NUMBER.findall(said)), default=0)
        story = f"Behind the door stands number {number}. It looks up, and the lamp goes out."
        return Answer(self.paced(body, [*(word(f"{each} ") for each in story.split(" ")), done_line()]))
