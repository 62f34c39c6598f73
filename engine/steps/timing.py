"""How long each step of a turn took: for "why?", for the status, and for whoever wonders what is slow."""

from collections.abc import Callable
from typing import Literal

from engine.model.turn import Turn
from engine.ports import Clock

Step = Literal["gather", "resolve", "first_word", "narrate", "record"]
STEPS: tuple[Step, ...] = ("gather", "resolve", "first_word", "narrate", "record")


def timed(turn: Turn, step: Step, seconds: float) -> Turn:
    """The turn with the seconds of a step. A step that is done once more counts anew."""
    return turn.model_copy(update={"times": turn.times | {step: round(seconds, 3)}})


class FirstWord:
    """Passes on a text that grows, and keeps when its first word came; since: on the monotonic clock."""

    def __init__(self, clock: Clock, show: Callable[[str], None]) -> None:
        self._clock = clock
        self._show = show
        self.since = clock.monotonic()
        self.seconds: float | None = None

    def __call__(self, text: str) -> None:
        """The text so far."""
        if self.seconds is None and text.strip():
            self.seconds = self._clock.monotonic() - self.since
        self._show(text)

    def on(self, turn: Turn) -> Turn:
        """The turn with what its telling took until now; call it when the story is whole."""
        told = timed(turn, "narrate", self._clock.monotonic() - self.since)
        return told if self.seconds is None else timed(told, "first_word", self.seconds)
