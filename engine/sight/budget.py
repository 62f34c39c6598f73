"""How much of a model's window each part of the conversation may take, so that nothing is cut silently."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, fields, replace
from math import ceil

from engine.model.noun import Language
from engine.model_request import Message
from engine.words.tokens import ENGLISH_CHARS_PER_TOKEN, Measure, chars_per_token

_MESSAGE_TOKENS = 8
"""What a chat template puts around one message, at most."""
_LEAST_LOG = 150
"""What a log keeps that gives way: the newest turn."""
_LEAST_CONTEXT = 300
_PROSE_CHARS_PER_TOKEN = 4.0
_USED = 0.9
"""Share of the window that is planned for; the rest is for what the estimate misses."""
_WINDOW_STEP = 512


@dataclass(frozen=True)
class Budget:
    """Tokens for each part; plan, narrative and record are what a model may answer."""

    system: int
    summary: int
    log: int
    context: int
    actions: int
    plan: int
    results: int
    narrative: int
    record: int

    @property
    def total(self) -> int:
        """Everything that may be in the window at the end of a turn, without the reserve."""
        return sum(getattr(self, part.name) for part in fields(self))

    def fits(self, num_ctx: int) -> bool:
        """Whether the shares fit a window and leave a tenth in reserve.

        A server would not say so: it cuts the oldest messages silently (ollama#6176).
        """
        return self.total <= num_ctx * _USED

    def making_room(self, system: int, actions: int = 0) -> "Budget":
        """Where system text or last line need more than their share, the log gives way, then the context."""
        more = max(0, system - self.system) + max(0, actions - self.actions)
        from_log = min(more, max(0, self.log - _LEAST_LOG))
        from_context = min(more - from_log, max(0, self.context - _LEAST_CONTEXT))
        return replace(
            self,
            system=max(self.system, system),
            actions=max(self.actions, actions),
            log=self.log - from_log,
            context=self.context - from_context,
        )


SMALL = Budget(
    system=1300,
    summary=100,
    log=700,
    context=500,
    actions=200,
    plan=150,
    results=200,
    narrative=220,
    record=250,
)
LARGE = Budget(
    system=2000,
    summary=250,
    log=2000,
    context=900,
    actions=400,
    plan=250,
    results=250,
    narrative=350,
    record=400,
)
SMALL_WINDOW, LARGE_WINDOW = 4096, 8192


def budget_for(num_ctx: int) -> Budget:
    """The budget of a window: as designed at 4,096 and 8,192, in proportion between, no more beyond."""
    share = (min(max(num_ctx, SMALL_WINDOW), LARGE_WINDOW) - SMALL_WINDOW) / (LARGE_WINDOW - SMALL_WINDOW)
    parts = {
        part.name: round(low + share * (getattr(LARGE, part.name) - low))
        for part in fields(Budget)
        for low in [getattr(SMALL, part.name)]
    }
    return Budget(**parts)


@dataclass(frozen=True)
class Fit:
    """What a conversation has to fit into.

    chars_per_token: measured with this model on earlier prompts, in coarse steps (a changed value may cut
    elsewhere and cost one full evaluation); null = the usual of the language.
    max_words: longest narrative that this machine tells in reasonable time; null = as the style wants it.
    log_share: how much of its usual room the log gets, where the server has refused a prompt as too long.
    """

    num_ctx: int = LARGE_WINDOW
    chars_per_token: float | None = None
    max_words: int | None = None
    log_share: float = 1.0

    @property
    def budget(self) -> Budget:
        """The shares of this window."""
        budget = budget_for(self.num_ctx)
        return replace(budget, log=max(_LEAST_LOG, round(budget.log * self.log_share)))

    def measure(self, language: Language) -> Measure:
        """The ruler for texts in this language."""
        return Measure(self.chars_per_token or chars_per_token(language))

    def log_chars(self, language: Language, log_tokens: int) -> int:
        """Characters of prose that so many tokens hold: 8,000 and 2,800 in English."""
        share = self.measure(language).chars_per_token / ENGLISH_CHARS_PER_TOKEN
        return int(log_tokens * _PROSE_CHARS_PER_TOKEN * share)


def least_window(budget_of: Callable[[int], Budget], num_ctx: int) -> int:
    """The number to set where the shares of a window do not fit it: the next one that holds its own shares.

    budget_of: the shares of a window of so many tokens. A larger one is given larger shares, up to a limit;
    so what the shares of the small one come to may still be too little.
    """
    window = _stepped(num_ctx + 1)
    while window < LARGE_WINDOW and not budget_of(window).fits(window):
        window += _WINDOW_STEP
    return window if window < LARGE_WINDOW else max(window, _stepped(ceil(budget_of(window).total / _USED)))


def _stepped(tokens: int) -> int:
    return ceil(tokens / _WINDOW_STEP) * _WINDOW_STEP


def message_tokens(messages: Iterable[Message], measure: Measure) -> int:
    """What the messages come to in a model's window, with what its template puts around them."""
    return sum(measure.tokens(message.content) + _MESSAGE_TOKENS for message in messages)
