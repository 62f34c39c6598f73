"""An Ollama of which three of ten answers break, in every way of Ollama, of proxies and of networks."""

import json
import logging
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Self

from engine.ports import Entropy
from tests.bench.games import RECORD
from tests.fakes.ollama_parts import (
    BLANK,
    Close,
    Part,
    Pause,
    Reset,
    done_line,
    error_line,
    says,
    word,
    words,
)
from tests.fakes.ollama_server import Answer, Body, OllamaServer, ServedModel

_SERVER_LOG = logging.getLogger("aiohttp.server")
BROKEN = 0.3
HIDDEN = "The innkeeper is the spy."
"""Stands in thoughts only: nobody at the table may ever read it."""
_SAID = ("Rain ", "drums on the roof. ", "The keeper turns the lamp, ", "and far below a chain runs out.")
_STALL = Pause(2.0)
"""Longer than any limit that is set where this is used."""


def _refused(status: int, body: object) -> Answer:
    text = body if isinstance(body, str) else json.dumps(body)
    return Answer(
        status=status, body=text, content_type="text/html" if text[:1] == "<" else "application/json"
    )


def _raw(*lines: bytes) -> Sequence[Part]:
    return [*words(*_SAID[:2]), *(line + b"\n" for line in lines)]


KINDS: Mapping[str, Answer] = {
    "a blank line between two words": Answer([word(_SAID[0]), BLANK, *says(*_SAID[1:])]),
    "only blank lines": Answer([BLANK] * 20),
    "one letter for ever": Answer([*words(*["G" * 50] * 40), done_line()]),
    "one letter for ever, after a sentence": Answer([*words(*_SAID), *words(*["ha" * 25] * 60), done_line()]),
    "a phrase for ever": Answer([*words(*["The rain falls and falls again. "] * 80), done_line()]),
    "blanks for ever": Answer([*words(*_SAID[:2]), *words(*["\n" * 40] * 40), done_line()]),
    "a thought in split tags": Answer(says("<thi", f"nk>{HIDDEN}</thi", "nk>", *_SAID)),
    "a thought without its opening tag": Answer(says(f"{HIDDEN} ", "</think>", *_SAID)),
    "a thought that never ends": Answer(says("<think>", HIDDEN, " And so on.")),
    "a thought of its own and no word": Answer([word(thinking=HIDDEN), done_line()]),
    "a tag in mid-story": Answer(says(_SAID[0], "says <think> twice, ", "then speaks. You laugh.")),
    "no such model": _refused(404, {"error": "model 'small:1b' not found"}),
    "a prompt that is too long": _refused(400, {"error": "prompt is longer than the context of 4096"}),
    "a refusal without a reason": _refused(400, {}),
    "an answer for another key": _refused(401, {"error": "unauthorized"}),
    "too many at once": _refused(429, {"error": "too many requests"}),
    "a server error": _refused(500, {"error": "llama runner process has terminated: exit status 2"}),
    "a proxy's page": _refused(502, "<html><body>Bad Gateway</body></html>"),
    "a busy server": _refused(503, {"error": "server busy, please try again"}),
    "a page that says that all is well": Answer(body="<html>Welcome!</html>", content_type="text/html"),
    "reset at once": Answer([Reset()]),
    "reset in mid-word": Answer([*words(*_SAID[:2]), Reset()]),
    "closed at once": Answer([Close()]),
    "closed in mid-word": Answer([*words(*_SAID[:3]), Close()]),
    "nothing at all": Answer([]),
    "no done line": Answer(words(*_SAID)),
    "cut by its length": Answer([*words(*_SAID[:3]), done_line(done_reason="length")]),
    "an error in mid-story": Answer([*words(*_SAID[:2]), error_line("CUDA error: out of memory")]),
    "an error at once": Answer([error_line("unexpected EOF")]),
    "a line that is no JSON": Answer(_raw(b"data: [DONE]")),
    "half a line of JSON": Answer(_raw(b'{"message":{"role":"assist')),
    "a list for a line": Answer(_raw(b"[1, 2]")),
    "a number for words": Answer(_raw(b'{"message":{"content":7},"done":false}')),
    "bytes that are no text": Answer(_raw(b"\xff\xfe\x00\x80")),
    "silence before the first word": Answer([_STALL, *says(*_SAID)]),
    "silence in mid-story": Answer([*words(*_SAID[:2]), _STALL, *says(*_SAID[2:])]),
    "silence before the done line": Answer([*words(*_SAID), _STALL, done_line()]),
    "an empty answer": Answer([done_line()]),
    "blanks for an answer": Answer(says(" ", "\n", "\t")),
    "signs that nobody sees": Answer(says("\u200b", "\u2060", "\ufeff")),
    "half an emoji": Answer(says(_SAID[0], "\ud83e", " falls.", "\ud83e", "\udd81")),
    "a story of another kind": Answer(says("```json\n", '{"suggestions": [', "\n```")),
    "far too long a story": Answer(says(*[f"Step {n} leads further down. " for n in range(600)])),
}


def _is_a_fault(record: logging.LogRecord) -> bool:
    """Hanging up is meant, and nothing that a log should show."""
    return not (record.exc_info and isinstance(record.exc_info[1], ConnectionResetError))


class BreakingServer(OllamaServer):
    """Answers on and on. broken: how often, by kind; is_calm: while set, nothing breaks."""

    def __init__(self, entropy: Entropy, models: Sequence[str]) -> None:
        super().__init__(models=[ServedModel(name) for name in models])
        self.broken: Counter[str] = Counter()
        self.answered = 0
        self.is_calm = True
        self._entropy = entropy

    async def __aenter__(self) -> Self:
        _SERVER_LOG.addFilter(_is_a_fault)
        return await super().__aenter__()

    async def __aexit__(self, *_: object) -> None:
        await super().__aexit__()
        _SERVER_LOG.removeFilter(_is_a_fault)

    def _next(self, body: Body) -> Answer:
        self.chats.clear()
        self.paths.clear()
        self.answered += not self.is_calm
        if not self.is_calm and self._entropy.uniform(0, 1) < BROKEN:
            kind = tuple(KINDS)[int(self._entropy.uniform(0, len(KINDS))) % len(KINDS)]
            self.broken[kind] += 1
            return KINDS[kind]
        if "format" in body:
            text = json.dumps(RECORD)
            return Answer(says(*(text[at : at + 60] for at in range(0, len(text), 60))))
        return Answer(says(*_SAID))
