"""One answer of a model, line by line: what of it is words, what is thought, and whether it is whole."""

from collections.abc import Iterator
from typing import Any

from bot.adapters.ollama.halves import Halves
from bot.adapters.ollama.loops import loop_start
from bot.adapters.ollama.thoughts import Said, Thoughts
from bot.adapters.ollama.waiting import Patience
from bot.adapters.ollama.wire import Garbled, Refused, reason_of
from engine.errors import NothingSaid, StreamBroke
from engine.model.usage import DoneReason, Purpose, Usage
from engine.model_request import Chunk, ModelRequest

_MAY_BE_EMPTY: frozenset[Purpose] = frozenset({"prepare", "load"})
"""Evaluating a prompt or loading a model is not about words."""
_MOST = 10**18
"""More than any count or duration is; SQLite holds it too."""
_DONE: dict[str, DoneReason] = {"stop": "stop", "length": "length", "load": "load", "unload": "unload"}


class Answer:
    """Takes the lines of one answer. text: the words that have been given out so far."""

    def __init__(self, request: ModelRequest, patience: Patience, thinks_aloud: bool) -> None:
        self._request = request
        self._patience = patience
        self._thoughts = Thoughts(waits=thinks_aloud, object_due=request.schema is not None)
        self._halves, self._thinking_halves = Halves(), Halves()
        self.text = ""
        self._thinking = ""
        self.is_done = False

    @property
    def was_aloud(self) -> bool:
        """Whether words that had been given out turned out to be a thought."""
        return self._thoughts.was_aloud

    def take(self, line: dict[str, Any]) -> Iterator[Chunk]:
        """The chunks that this line brings; with the done line the last ones.

        Raises Refused (an error line), Garbled, StreamBroke (a loop, or a thought that was taken for words),
        NothingSaid.
        """
        if line.get("error"):
            raise Refused(200, reason_of(line["error"]), is_ollamas=True)
        message = line.get("message") or {}
        if not isinstance(message, dict):
            raise Garbled("a message that is no object")
        content, thinking = _words(message, "content"), _words(message, "thinking")
        if content or thinking:
            self._patience.hear()
        yield from self._give(Said(thinking=self._thinking_halves.feed(thinking)))
        yield from self._give(self._thoughts.feed(self._halves.feed(content)))
        if line.get("done") is True:
            yield from self._finish(line)

    def _finish(self, line: dict[str, Any]) -> Iterator[Chunk]:
        yield from self._give(Said(thinking=self._thinking_halves.end()))
        yield from self._give(self._thoughts.feed(self._halves.end()) + self._thoughts.end())
        self.is_done = True
        is_about_words = self._request.messages and self._request.purpose not in _MAY_BE_EMPTY
        if is_about_words and not self.text.strip():
            raise NothingSaid
        yield Chunk(usage=self._usage(line))

    def _give(self, said: Said) -> Iterator[Chunk]:
        if self._thoughts.was_aloud:
            raise StreamBroke(text="", can_go_on=False, reason="a thought without an opening tag")
        if said.thinking:
            self._thinking += said.thinking
            if loop_start(self._thinking) is not None:
                self._break_off(self.text)
            yield Chunk(thinking=said.thinking)
        if said.text:
            text = self.text + said.text
            if (start := loop_start(text)) is not None:
                kept = text[:start].rstrip()
                if len(kept) > len(self.text):
                    yield Chunk(text=kept[len(self.text) :])
                self._break_off(kept)
            self.text = text
            yield Chunk(text=said.text)

    def _break_off(self, kept: str) -> None:
        """The model goes round in circles: only what is kept of its words counts."""
        if not kept.strip() and not self.text.strip():
            raise NothingSaid(reason="a loop")
        raise StreamBroke(text=kept, can_go_on=False, reason="a loop")

    def _usage(self, line: dict[str, Any]) -> Usage:
        total_s = self._patience.total_s
        return Usage(
            purpose=self._request.purpose,
            model=self._request.model,
            prompt_tokens=_count(line, "prompt_eval_count"),
            output_tokens=_count(line, "eval_count"),
            load_s=_count(line, "load_duration") / 1e9,
            prompt_s=_count(line, "prompt_eval_duration") / 1e9,
            output_s=_count(line, "eval_duration") / 1e9,
            first_token_s=total_s if self._patience.first_token_s is None else self._patience.first_token_s,
            total_s=total_s,
            done_reason=_DONE.get(str(line.get("done_reason")), ""),
        )


def _words(message: dict[str, Any], name: str) -> str:
    words = message.get(name)
    if words is None:
        return ""
    if not isinstance(words, str):
        raise Garbled(f"{name} that is no text")
    return words


def _count(line: dict[str, Any], name: str) -> int:
    """A count or duration; 0 where the server leaves it out (all of a prompt was cached) or has no number."""
    value = line.get(name)
    return int(value) if isinstance(value, int | float) and 0 <= value < _MOST else 0
