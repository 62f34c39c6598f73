"""What an answer of the fake Ollama server is made of: lines as Ollama sends them, and every fault."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias


@dataclass(frozen=True)
class Pause:
    """Silence."""

    seconds: float


@dataclass(frozen=True)
class Reset:
    """The connection is reset."""


@dataclass(frozen=True)
class Close:
    """The connection ends before the body does."""


Part: TypeAlias = dict[str, Any] | bytes | Pause | Reset | Close
"""A dict is one line of JSON; bytes are sent as they are."""

BLANK = b"\n"
FOREVER = Pause(30)


def word(content: str = "", thinking: str | None = None) -> dict[str, Any]:
    """A line with a piece of an answer."""
    message: dict[str, Any] = {"role": "assistant", "content": content}
    if thinking is not None:
        message["thinking"] = thinking
    return {"model": "gemma2:9b", "created_at": "2025-01-01T00:00:00Z", "message": message, "done": False}


def words(*contents: str) -> list[Part]:
    """A line for each piece."""
    return [word(content) for content in contents]


def done_line(content: str = "", done_reason: str = "stop", **counts: int) -> dict[str, Any]:
    """The last line. counts: more of its members, or other values for them (durations in nanoseconds)."""
    usage = {
        "total_duration": 2_500_000_000,
        "load_duration": 250_000_000,
        "prompt_eval_count": 742,
        "prompt_eval_duration": 1_500_000_000,
        "eval_count": 40,
        "eval_duration": 500_000_000,
    }
    return {**word(content), "done": True, "done_reason": done_reason, **usage, **counts}


def error_line(error: str) -> dict[str, Any]:
    """An error after the stream has begun."""
    return {"error": error}


def says(*contents: str, done_reason: str = "stop") -> Sequence[Part]:
    """A whole answer in these pieces."""
    return [*words(*contents), done_line(done_reason=done_reason)]
