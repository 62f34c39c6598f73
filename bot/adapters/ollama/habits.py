"""What has been learned of a model while playing: what it takes, and how it thinks."""

from dataclasses import dataclass, replace
from typing import Any

from engine.model_request import ModelFacts, ModelRequest, Think

MORE_FOR_THOUGHTS = 1024
"""Tokens that a thinking model may use beyond num_predict: thoughts count as output."""


@dataclass(frozen=True)
class Habits:
    """Of one model on this server. facts: null while unknown. thinks_aloud: without an opening tag."""

    facts: ModelFacts | None = None
    takes_schema: bool = True
    takes_think: bool = True
    thinks_aloud: bool = False

    @property
    def may_think(self) -> bool:
        """Whether thoughts may take a part of the answer's tokens."""
        return self.thinks_aloud or (self.facts is not None and self.facts.can_think)

    def without_schema(self) -> "Habits":
        """The server refused a schema for this model: `format: "json"` from now on."""
        return replace(self, takes_schema=False)

    def without_think(self) -> "Habits":
        """The server refused `think` for this model: nothing is said of it from now on."""
        return replace(self, takes_think=False)

    def aloud(self) -> "Habits":
        """The model's thoughts came without an opening tag."""
        return replace(self, thinks_aloud=True)


def chat_body(request: ModelRequest, habits: Habits, think: Think = "auto") -> dict[str, Any]:
    """The body of /api/chat. think: what holds for requests that leave it to us ("auto").

    Every request carries num_ctx and num_predict: without them the server takes its own, small ones.
    """
    body: dict[str, Any] = {
        "model": request.model,
        "messages": [{"role": m.role, "content": m.content} for m in request.messages],
        "stream": True,
        "keep_alive": _seconds_or_span(request.keep_alive),
        "options": {"num_ctx": request.num_ctx},
    }
    if not request.messages:
        return body
    body["options"] |= {
        "num_predict": _num_predict(request, habits),
        "temperature": request.temperature,
        "repeat_penalty": request.repeat_penalty,
    }
    if request.seed is not None:
        body["options"]["seed"] = request.seed
    if request.schema is not None:
        body["format"] = request.schema if habits.takes_schema else "json"
    if (thinks := _think(request, habits, think)) is not None:
        body["think"] = thinks
    return body


def _num_predict(request: ModelRequest, habits: Habits) -> int:
    """One token (an evaluation of the prompt) stays one, whoever thinks."""
    return request.num_predict + (MORE_FOR_THOUGHTS if habits.may_think and request.num_predict > 1 else 0)


def _think(request: ModelRequest, habits: Habits, default: Think) -> bool | None:
    """Whether to ask for thinking; null: say nothing of it. A structured answer is better without."""
    wanted = default if request.think == "auto" else request.think
    can_think = habits.facts.can_think if habits.facts else wanted != "auto"
    if not (can_think and habits.takes_think):
        return None
    if wanted == "auto":
        return None if request.schema is None else False
    return {"on": True, "off": False}.get(wanted)


def _seconds_or_span(keep_alive: str) -> str | int:
    """The server reads "30m" as a span of time, but a bare number only if it is one."""
    return int(keep_alive) if keep_alive.lstrip("-").isdigit() else keep_alive
