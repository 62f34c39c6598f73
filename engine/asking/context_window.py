"""How much of the story a model can have before it at once, and whether it can pick up where it stopped."""

from typing import Literal, NamedTuple

from engine.model_request import ModelFacts

LEAST_WINDOW = 4096
"""Tokens: the smallest context that a turn fits into."""

ContextNote = Literal["beyond-model", "within-window", "window-too-small"]
"""beyond-model: more was wanted than the model knows. within-window: kept within the sliding window, so that
the server can resume in the middle of a prompt. window-too-small: it cannot; every turn is evaluated anew."""


class ContextWindow(NamedTuple):
    """What to send as num_ctx, and what an admin should know about it (null: nothing)."""

    num_ctx: int
    note: ContextNote | None


def effective_num_ctx(facts: ModelFacts, wanted: int) -> ContextWindow:
    """The context to use with a model where `wanted` tokens are asked for.

    A server cannot resume in the middle of a prompt that is longer than the model's sliding window (gemma2:
    4,096; gemma3: 1,024). Where the window holds a turn, the context is kept within it.
    """
    most = wanted if facts.context_length is None else min(wanted, facts.context_length)
    window = facts.sliding_window
    if window is not None and window < most:
        return (
            ContextWindow(window, "within-window")
            if window >= LEAST_WINDOW
            else ContextWindow(most, "window-too-small")
        )
    return ContextWindow(most, "beyond-model" if most < wanted else None)
