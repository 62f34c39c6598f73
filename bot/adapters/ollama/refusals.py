"""Says in the game's own terms what went wrong with the model server: one error family for every fault."""

import re

import httpx

from bot.adapters.ollama.wire import Garbled, Refused
from engine.errors import (
    ModelError,
    ModelMissing,
    ModelRefused,
    ModelUnreachable,
    PromptTooLong,
    SchemaRefused,
)
from engine.fetching import LibraryUnreachable, NoRoomForModel, NoSuchModel, ServerTooOld

FOREIGN = (Refused, Garbled, httpx.HTTPError, httpx.StreamError, OSError, ValueError)
"""All that the wire and its HTTP client raise; ValueError: a body that does not have Ollama's form."""

_OF_SCHEMA = re.compile(r"\b(format|schema|grammar)\b", re.IGNORECASE)
_OF_LENGTH = re.compile(r"\b(exceed|longer than|too long|too large)", re.IGNORECASE)
_WHY_NOT_FETCHED: tuple[tuple[re.Pattern[str], type[ModelError]], ...] = (
    (re.compile(r"no space left|not enough space|disk full|quota exceeded", re.IGNORECASE), NoRoomForModel),
    (re.compile(r"newer version of ollama", re.IGNORECASE), ServerTooOld),
    (
        re.compile(
            r"no such host|dial tcp|i/o timeout|network is unreachable|tls handshake|lookup .* on|"
            r"max retries exceeded|connection re(fused|set)",
            re.IGNORECASE,
        ),
        LibraryUnreachable,
    ),
    (
        re.compile(r"file does not exist|manifest unknown|invalid model name|not found", re.IGNORECASE),
        NoSuchModel,
    ),
)
"""Ollama passes on what its disk, its network and its library say, in English; the first that fits counts."""
_TIMED_OUT = 408
_BUSY = frozenset({_TIMED_OUT, 429})
"""Answers to the moment, not to the request."""


def pull_command(model: str) -> str:
    """What to type to get the model."""
    return f"ollama pull {model}"


def translated(error: Exception, model: str, has_schema: bool = False) -> ModelError:
    """The engine's error for a foreign one. model: "" if none was asked for. has_schema: a form was."""
    if isinstance(error, Refused):
        return _of_refusal(error, model, has_schema)
    return ModelUnreachable(reason=str(error) if isinstance(error, Garbled) else type(error).__name__)


def why_not_fetched(error: Exception, model: str) -> ModelError | None:
    """What kept a model from being fetched, if the server says so; ModelRefused for words not known here."""
    if not (isinstance(error, Refused) and error.is_ollamas):
        return None
    kind = next((kind for words, kind in _WHY_NOT_FETCHED if words.search(error.reason)), None)
    return kind(model=model, reason=error.reason) if kind else ModelRefused(reason=error.reason)


def refuses_think(error: Exception) -> bool:
    """Whether the server will not be told to think or not to think."""
    return isinstance(error, Refused) and error.status == 400 and "think" in error.reason.lower()


def _of_refusal(error: Refused, model: str, has_schema: bool) -> ModelError:
    status, reason = error.status, error.reason
    if status == 404 and error.is_ollamas and model:
        return ModelMissing(model=model, command=pull_command(model))
    if status == 404:
        return _unreachable(f"no Ollama there: {reason}", status)
    if has_schema and _OF_SCHEMA.search(reason):
        return SchemaRefused(reason=reason)
    if "context" in reason.lower() and _OF_LENGTH.search(reason):
        return PromptTooLong(reason=reason)
    if 400 <= status < 500 and status not in _BUSY and (error.is_ollamas or status in {401, 403}):
        return ModelRefused(reason=reason)
    return _unreachable(reason if status == 200 else f"{status} {reason}", status)


def _unreachable(reason: str, status: int) -> ModelUnreachable:
    """A status that blames the request does not get better when it is sent again."""
    error = ModelUnreachable(reason=reason)
    error.can_retry = not 400 <= status < 500 or status == _TIMED_OUT
    return error
