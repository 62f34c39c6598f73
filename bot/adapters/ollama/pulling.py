"""Fetches a model onto the server, and says how far it is."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing

from bot.adapters.ollama.refusals import FOREIGN, translated, why_not_fetched
from bot.adapters.ollama.wire import Refused, Wire, reason_of
from engine.errors import ModelTooSlow
from engine.model_request import Fetched

_SILENT_S = 120.0
"""Ollama says something every 60 ms while it loads down; checking a large file takes it a minute or so."""


async def fetched(wire: Wire, model: str) -> AsyncGenerator[Fetched, None]:
    """What has come so far, again and again. What was there already when it breaks off is kept by Ollama.

    Raises NoSuchModel, NoRoomForModel, LibraryUnreachable, ServerTooOld, ModelUnreachable, ModelTooSlow,
    ModelRefused.
    """
    parts: dict[str, tuple[int, int]] = {}
    is_whole = False
    try:
        async with aclosing(wire.lines("/api/pull", {"model": model, "stream": True})) as lines:
            while True:
                async with asyncio.timeout(_SILENT_S):
                    line = await anext(lines, None)
                if line is None:
                    break
                if error := line.get("error"):
                    raise Refused(200, reason_of(error), is_ollamas=True)
                step = str(line.get("status", ""))
                is_whole = step == "success"
                if digest := line.get("digest"):
                    parts[str(digest)] = int(line.get("completed") or 0), int(line.get("total") or 0)
                done, whole = (sum(part[n] for part in parts.values()) for n in (0, 1))
                yield Fetched(step=step, done_bytes=done, total_bytes=whole)
    except TimeoutError as error:
        raise ModelTooSlow(which="idle", seconds=_SILENT_S) from error
    except FOREIGN as error:
        raise why_not_fetched(error, model) or translated(error, model) from error
    if not is_whole:
        raise translated(Refused(200, "it broke off before its end", is_ollamas=True), model)
