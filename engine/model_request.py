"""What is said to a language model's server, and what it says back."""

from dataclasses import dataclass
from typing import Literal

from pydantic import JsonValue

from engine.model.usage import Purpose, Usage


@dataclass(frozen=True)
class Message:
    """One message of a conversation with a model."""

    role: Literal["system", "user", "assistant"]
    content: str


@dataclass(frozen=True)
class Deadlines:
    """Seconds until the first token, between two, and for the whole answer."""

    first_token_s: float
    idle_s: float
    total_s: float


Think = Literal["auto", "on", "off", "unset"]
"""Whether a model is asked to think first. auto: as suits model and answer; unset: nothing is said of it."""


@dataclass(frozen=True)
class ModelRequest:
    """One request to a language model. schema: the answer's JSON schema, or null for free text.

    num_ctx and num_predict are tokens; the same num_ctx in every request of a model (another reloads it).
    messages: empty loads the model (or releases it, with keep_alive "0").
    """

    purpose: Purpose
    model: str
    messages: tuple[Message, ...]
    deadlines: Deadlines
    num_ctx: int
    num_predict: int
    schema: dict[str, JsonValue] | None = None
    temperature: float = 0.8
    repeat_penalty: float = 1.1
    seed: int | None = None
    keep_alive: str = "30m"
    think: Think = "auto"


@dataclass(frozen=True)
class Chunk:
    """A piece of an answer. usage: only in the last chunk. Thinking never mixes with text."""

    text: str = ""
    thinking: str = ""
    usage: Usage | None = None


@dataclass(frozen=True)
class ModelFacts:
    """What a server says about a model. sliding_window: tokens, or null if it attends to everything."""

    name: str
    context_length: int | None
    sliding_window: int | None
    can_think: bool
    size_bytes: int | None = None


@dataclass(frozen=True)
class Loaded:
    """A model that is in the server's memory now. size_bytes: all that it takes there."""

    name: str
    size_bytes: int


@dataclass(frozen=True)
class Fetched:
    """How far a model has been fetched. step: in the server's words. total_bytes: of what is known so far."""

    step: str
    done_bytes: int = 0
    total_bytes: int = 0
