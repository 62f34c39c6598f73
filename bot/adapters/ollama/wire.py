"""Talks to Ollama line by line, and survives everything that a line can be.

The official client (0.6.3) finds the server, names itself, has its key and the forms of its answers. Its own
reading is not used: one blank line ends it with JSONDecodeError, a separator inside a text (U+2028, U+0085)
cuts a line in two, a refused stream and a refused call raise different errors, and an odd error body raises
AttributeError. Reading the bytes of its HTTP client here is shorter than repairing all that from outside.
"""

import json
import ssl
from collections.abc import AsyncGenerator
from contextlib import aclosing
from functools import cache
from typing import Any

import httpx
import ollama

_CONNECT_S = 5.0
"""A machine that is there takes a connection in far less."""
_LONGEST_LINE = 1_000_000
"""Bytes. A line carries one token or a few; more than this without an end is no answer."""


class Refused(Exception):
    """The server said no. status: of HTTP, 200 for an error line. is_ollamas: in Ollama's own form."""

    def __init__(self, status: int, reason: str, is_ollamas: bool) -> None:
        super().__init__(status, reason)
        self.status = status
        self.reason = reason
        self.is_ollamas = is_ollamas


class Garbled(Exception):
    """A line that is no JSON object or too long to be one, or an answer without its last line."""


class Wire(ollama.AsyncClient):
    """One server. Only connecting has a limit here: whoever calls has the deadlines.

    Whoever knows that no connection was made knows that the server is not busy with the request.
    """

    def __init__(self, host: str) -> None:
        super().__init__(host, verify=_certificates(), timeout=httpx.Timeout(None, connect=_CONNECT_S))

    async def chat_lines(self, body: dict[str, Any]) -> AsyncGenerator[dict[str, Any], None]:
        """The lines of an answer, blank ones left out. Closing the iterator stops the server's generation.

        Raises Refused, Garbled, httpx.HTTPError.
        """
        async with aclosing(self.lines("/api/chat", body)) as lines:
            async for line in lines:
                yield line

    async def lines(self, path: str, body: dict[str, Any]) -> AsyncGenerator[dict[str, Any], None]:
        """As above, for whatever is answered line by line."""
        async with self._client.stream("POST", path, json=body) as response:
            if response.status_code >= 400:
                raise refused(response.status_code, (await response.aread()).decode(errors="replace"))
            rest = b""
            async for piece in response.aiter_bytes():
                *lines, rest = (rest + piece).split(b"\n")
                for line in lines:
                    if line.strip():
                        yield _object(line)
                if len(rest) > _LONGEST_LINE:
                    raise Garbled("a line without an end")
            if rest.strip():
                yield _object(rest)

    async def ask(self, path: str, body: dict[str, Any] | None = None) -> dict[str, Any]:
        """The answer to what needs no model; a body makes it a POST. Raises as `chat_lines`."""
        response = await self._client.request("GET" if body is None else "POST", path, json=body)
        if response.status_code >= 400:
            raise refused(response.status_code, response.text)
        return _object(response.content)


@cache
def _certificates() -> ssl.SSLContext:
    """Reading the machine's trusted certificates takes 25 ms, so it is done once for all clients."""
    return httpx.create_ssl_context()


def refused(status: int, body: str) -> Refused:
    """The refusal that an error body stands for."""
    try:
        said = json.loads(body)
    except ValueError:
        said = None
    if isinstance(said, dict) and said.get("error"):
        return Refused(status, reason_of(said["error"]), is_ollamas=True)
    return Refused(status, body[:200], is_ollamas=False)


def reason_of(error: Any) -> str:
    """An error as text: Ollama gives a sentence, servers like it an object with a message."""
    return str(error.get("message", error) if isinstance(error, dict) else error)[:500]


def _object(line: bytes) -> dict[str, Any]:
    try:
        said = json.loads(line.decode(errors="replace"))
    except (ValueError, RecursionError) as error:
        raise Garbled("a line that is no JSON") from error
    if not isinstance(said, dict):
        raise Garbled("a line that is no object")
    return said
