"""An Ollama with a model that takes its time over every word, and one that answers at once."""

import json

from tests.bench.games import RECORD
from tests.fakes.ollama_parts import Part, Pause, done_line, says, word
from tests.fakes.ollama_server import Answer, Body, OllamaServer, ServedModel

_WORD_S = 0.05
_STORY = " ".join(f"On stair {number} the lamp burns lower, and the rain is nearer." for number in range(12))


class SlowServer(OllamaServer):
    """is_slow: whether the slow model is slow yet. longest: characters of the longest prompt so far."""

    def __init__(self, slow: str, quick: str, window: int) -> None:
        info = {"gemma2.context_length": window}
        super().__init__(models=[ServedModel(name, info) for name in (slow, quick)])
        self.is_slow = False
        self.longest = 0
        self.is_telling = False
        self._slow = slow

    def _next(self, body: Body) -> Answer:
        self.chats.clear()
        self.paths.clear()
        self.longest = max(self.longest, sum(len(message["content"]) for message in body["messages"]))
        text = json.dumps(RECORD) if "format" in body else _STORY
        if not (self.is_slow and body["model"] == self._slow):
            return Answer(says(text))
        self.is_telling = True
        parts: list[Part] = []
        for piece in text.split(" "):
            parts += [Pause(_WORD_S), word(piece + " ")]
        return Answer([*parts, done_line()])
