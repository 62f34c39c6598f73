"""How fast each model is on this machine: what a table may expect, how much is asked, how long is waited."""

from collections import deque
from dataclasses import dataclass, replace
from typing import Literal

from engine.model.noun import Language
from engine.model.usage import Purpose, Usage
from engine.model_request import Deadlines
from engine.words.tokens import density

PaceKind = Literal["fast", "slow", "scripted_advised"]

_SLOW_BELOW = 12.0
"""Tokens a second; a narrative of the usual length then takes more than half a minute."""
_SCRIPTED_BELOW = 3.0
_SLOW_WORDS = 120

_UNKNOWN_PROMPT_RATE = 30.0
_UNKNOWN_OUTPUT_RATE = 4.0
"""Rates to wait by until something is measured: below those of a mini PC with a 9B model (45 and 9)."""
_CHARS_PER_TOKEN = 3.0
"""Until measured: fewer than most models have, so that an answer is waited for a little longer."""
_CHARS_PER_TOKEN_STEP = 0.1
_LOWER, _UPPER = -0.05, 0.15
"""The reported figure is a whole step, and moves only when the exact one has left it this far: prompts are
cut in the same place each turn, and what is reckoned is rather a little too much."""

_FIRST_S, _LOAD_S = 30.0, 120.0
_LEAST_FIRST_S, _MOST_FIRST_S = 60.0, 600.0
_IDLE_S = 30.0

_LAST_OF_A_TURN: frozenset[Purpose] = frozenset({"record", "measure"})
_SMOOTHING = 0.3
_LEAST_NEW_TOKENS = 64
"""Fewer evaluated tokens say more about overhead than about speed."""
_LEAST_OUTPUT_TOKENS = 8
_PROMPTS_KEPT = 4
"""Prompts that the server may still have in its cache, one for each slot that it usually opens."""


@dataclass(frozen=True)
class Overrides:
    """Seconds that an admin sets in place of the reckoned deadlines; null = reckon."""

    first_token_s: float | None = None
    idle_s: float | None = None
    total_s: float | None = None


@dataclass(frozen=True)
class Ask:
    """The size of one request, in tokens. is_cold: the model may have to be loaded first."""

    prompt_tokens: int
    num_predict: int
    is_cold: bool


@dataclass(frozen=True)
class Pace:
    """What is known of one model's speed. Rates are tokens a second; null = not measured yet.

    kind: how it feels to play with this model; fast until measured. kind and chars_per_token change only
    between turns, because all requests of a turn have to begin with the same words.
    """

    prompt_rate: float | None = None
    output_rate: float | None = None
    kind: PaceKind = "fast"
    chars_per_token: float | None = None

    @property
    def max_words(self) -> int | None:
        """The longest narrative to ask for; null = as long as the game's style wants it."""
        return None if self.kind == "fast" else _SLOW_WORDS

    def tokens(self, characters: int) -> int:
        """How many tokens this many characters are about."""
        return round(characters / (self.chars_per_token or _CHARS_PER_TOKEN))

    def expected_s(self, new_prompt_tokens: int, output_tokens: int) -> float | None:
        """Seconds until an answer is whole; null if nothing was measured yet."""
        if self.prompt_rate is None or self.output_rate is None:
            return None
        return new_prompt_tokens / self.prompt_rate + output_tokens / self.output_rate

    def deadlines(self, ask: Ask, overrides: Overrides) -> Deadlines:
        """How long to wait for an answer of this size."""
        evaluation = 2 * ask.prompt_tokens / (self.prompt_rate or _UNKNOWN_PROMPT_RATE)
        reckoned = _FIRST_S + (_LOAD_S if ask.is_cold else 0.0) + evaluation
        first = overrides.first_token_s or min(max(reckoned, _LEAST_FIRST_S), _MOST_FIRST_S)
        total = overrides.total_s or first + 2 * ask.num_predict / (self.output_rate or _UNKNOWN_OUTPUT_RATE)
        return Deadlines(first_token_s=first, idle_s=overrides.idle_s or _IDLE_S, total_s=total)


class Paces:
    """The paces of all models of this process, learned from what each request took."""

    def __init__(self) -> None:
        self._models: dict[str, _Measured] = {}

    def of(self, model: str, language: Language) -> Pace:
        """What is known of this model, and how dense texts of this language are in its tokens."""
        measured = self._models.get(model)
        if measured is None:
            return Pace()
        return replace(measured.pace, chars_per_token=measured.density.get(language))

    def is_cold(self, model: str, now: float, keep_alive_s: float) -> bool:
        """Whether the server may have unloaded the model: after a while, or to make room for another one.

        keep_alive_s below 0: it never does for the first reason.
        """
        measured = self._models.get(model)
        if measured is None or measured.answered_at is None:
            return True
        if any((other.answered_at or 0.0) > measured.answered_at for other in self._models.values()):
            return True
        return 0 <= keep_alive_s < now - measured.answered_at

    def released(self, model: str) -> None:
        """The server has unloaded it; what was measured of it still holds."""
        if (measured := self._models.get(model)) is not None:
            measured.answered_at = None

    def made_room_for(self, model: str) -> None:
        """The server may have unloaded every other model for this one."""
        for name in self._models:
            if name != model:
                self.released(name)

    def learn(self, usage: Usage, prompt: str, language: Language, now: float) -> None:
        """Take in what a request took. prompt: all its messages in one; now: seconds that never go back."""
        measured = self._models.setdefault(usage.model, _Measured())
        measured.answered_at = now
        measured.learn(usage, prompt, language)


class _Measured:
    """One model's running figures. density: characters per token, by language, in steps."""

    def __init__(self) -> None:
        self.pace = Pace()
        self.answered_at: float | None = 0.0
        self.density: dict[Language, float] = {}
        self._exact_density: dict[Language, float] = {}
        self._prompts: deque[str] = deque(maxlen=_PROMPTS_KEPT)

    def learn(self, usage: Usage, prompt: str, language: Language) -> None:
        """Smooth the new figures in; those that say nothing are left out."""
        self._learn_prompt_rate(usage, prompt)
        if usage.output_tokens >= _LEAST_OUTPUT_TOKENS and usage.output_s > 0:
            rate = _smoothed(self.pace.output_rate, usage.output_tokens / usage.output_s)
            self.pace = replace(self.pace, output_rate=rate)
        if usage.purpose in _LAST_OF_A_TURN:
            self.pace = replace(self.pace, kind=kind_of(self.pace.output_rate))
            self._learn_density(usage, prompt, language)
        self._prompts.append(prompt)

    def _learn_prompt_rate(self, usage: Usage, prompt: str) -> None:
        """Cached tokens take no time and are still counted by the server, so only new ones count here."""
        if not prompt or usage.prompt_s <= 0:
            return
        cached = max((_shared(prompt, earlier) for earlier in self._prompts), default=0)
        new_tokens = usage.prompt_tokens * (len(prompt) - cached) / len(prompt)
        if new_tokens >= _LEAST_NEW_TOKENS:
            rate = _smoothed(self.pace.prompt_rate, new_tokens / usage.prompt_s)
            self.pace = replace(self.pace, prompt_rate=rate)

    def _learn_density(self, usage: Usage, prompt: str, language: Language) -> None:
        if usage.prompt_tokens < _LEAST_NEW_TOKENS or not 1.0 <= len(prompt) / usage.prompt_tokens <= 8.0:
            return  # a server that leaves cached tokens out of its count
        exact = _smoothed(self._exact_density.get(language), density(prompt, usage.prompt_tokens))
        self._exact_density[language] = exact
        if not _LOWER <= exact - self.density.get(language, 0.0) <= _UPPER:
            self.density[language] = round(exact // _CHARS_PER_TOKEN_STEP * _CHARS_PER_TOKEN_STEP, 2)


def kind_of(output_rate: float | None) -> PaceKind:
    """How it feels to play with a model that generates so many tokens a second; fast until measured."""
    if output_rate is None or output_rate >= _SLOW_BELOW:
        return "fast"
    return "slow" if output_rate >= _SCRIPTED_BELOW else "scripted_advised"


def _smoothed(so_far: float | None, sample: float) -> float:
    return sample if so_far is None else so_far + _SMOOTHING * (sample - so_far)


def _shared(one: str, other: str) -> int:
    """How many characters two prompts have in common at the beginning."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low
