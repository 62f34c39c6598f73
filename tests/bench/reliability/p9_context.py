"""The model sees what we think it sees: our estimates beside what a server counts, in full windows.

At full length the first model of a server (OLLAMA_HOST) counts; in short a vocabulary of our own does.
"""

import os
import re
from dataclasses import replace
from math import ceil
from pathlib import Path

from bot.adapters.files import FileLibrary
from bot.adapters.ollama import OllamaModel
from bot.adapters.system import SystemClock
from engine.asking.pace import Paces
from engine.model.noun import Language
from engine.model_request import ModelRequest
from tests.bench.reliability.full_evening import Count, FullEvening, Prompt
from tests.bench.reliability.outcome import Outcome, Scale

PROMPTS = 500
_A_ROUND = 4
"""The first to act gets a turn alone, the others the next; each is told and written down."""
_ROUNDS_IN_SHORT = 5
_LANGUAGES: tuple[Language, ...] = ("en", "de", "it")
_NUM_CTX = 4096
_OFF = 0.1
_NEAR = 0.75
"""Share of the window from which on a prompt with its answer counts as near its end in the figures."""
_PIECE = re.compile(r" ?[^\W\d_]{1,5}|\d{1,3}|[^\w\s]{1,2}|\s+|_")
_AROUND_MESSAGE = 5


async def measure(scale: Scale, folder: Path) -> Outcome:
    """Evenings in three languages, each request counted."""
    if scale == "short":
        return await _measured(folder, _counted, "counted", "a vocabulary of our own", _ROUNDS_IN_SHORT)
    address = os.environ.get("OLLAMA_HOST")
    if not address:
        return _outcome("not measured here: needs a model server", [])
    server = OllamaModel(address, SystemClock())
    try:
        models = await server.models()
        if not models:
            return _outcome("not measured here: the server has no model", [])

        async def count(request: ModelRequest) -> int:
            asked = replace(request, num_predict=1, schema=None, purpose="prepare")
            usages = [chunk.usage async for chunk in server.stream(asked) if chunk.usage]
            return usages[-1].prompt_tokens

        rounds = ceil(PROMPTS / len(_LANGUAGES) / _A_ROUND)
        return await _measured(folder, count, models[0], "a model server's prompt_eval_count", rounds)
    finally:
        await server.close()


async def _measured(folder: Path, count: Count, model: str, where: str, rounds: int) -> Outcome:
    library, paces = FileLibrary(folder), Paces()
    prompts: list[Prompt] = []
    for language in _LANGUAGES:
        book = library.adventure("echo", language)
        evening = FullEvening(book, library, count, model, _NUM_CTX, paces)
        await evening.play(rounds)
        prompts += evening.prompts
    return _outcome(f"the engine and {where}; window {_NUM_CTX:,}", prompts)


def _outcome(where: str, prompts: list[Prompt]) -> Outcome:
    faults = [fault for prompt in prompts if (fault := _fault(prompt))]
    off = [prompt.estimate / prompt.count - 1 for prompt in prompts if prompt.is_learned]
    first = [prompt.estimate / prompt.count - 1 for prompt in prompts if not prompt.is_learned]
    near = sum(_share(prompt) >= _NEAR for prompt in prompts)
    figures = (
        f"estimate {min(off):+.1%} to {max(off):+.1%}, first turn with a model {max(first, key=abs):+.1%}; "
        f"fullest {max(map(_share, prompts)):.0%}, {near} from {_NEAR:.0%} on"
        if off and first
        else ""
    )
    return Outcome(
        "P9",
        "The model sees what we think it sees",
        where,
        len(prompts),
        len(faults),
        figures=figures,
        faults=tuple(faults[:5]),
    )


def _share(prompt: Prompt) -> float:
    """How much of the window a prompt and its longest answer take."""
    return (prompt.count + prompt.request.num_predict) / prompt.request.num_ctx


def _fault(prompt: Prompt) -> str:
    """What is wrong with a prompt; "" if nothing is. A first estimate may be too high, never too low."""
    request, off = prompt.request, prompt.estimate / prompt.count - 1
    named = f"{prompt.language} {request.purpose}"
    if _share(prompt) > 1:
        return f"{named}: {prompt.count} tokens and {request.num_predict} more do not fit {request.num_ctx}"
    if off < -_OFF or (prompt.is_learned and off > _OFF):
        return f"{named}: {prompt.estimate} tokens reckoned, {prompt.count} counted"
    first = request.messages[0]
    if first.role != "system" or not all(words in first.content for words in ("TASK", prompt.title)):
        return f"{named}: does not begin with the system text"
    return ""


async def _counted(request: ModelRequest) -> int:
    """A vocabulary that splits otherwise than our estimate supposes."""
    return sum(_AROUND_MESSAGE + len(_PIECE.findall(m.content)) for m in request.messages)
