"""What setup asks a person, and what it takes where nobody can be asked."""

import getpass
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Protocol, Self

from bot.signals import SIGNALS, heed_signals
from engine.ports import Locale


class Questions(Protocol):
    """Each question has a default. question: a whole sentence in the person's language."""

    def text(self, question: str, default: str) -> str:
        """What was typed; the default for nothing."""
        ...

    def secret(self, question: str) -> str:
        """What was typed unseen; "" for nothing."""
        ...

    def yes(self, question: str, default: bool) -> bool:
        """Yes or no."""
        ...


class Unasked:
    """Nobody is there to answer: the default is what is taken."""

    def text(self, question: str, default: str) -> str:  # noqa: ARG002 - nobody hears it
        return default

    def secret(self, question: str) -> str:  # noqa: ARG002 - as above
        return ""

    def yes(self, question: str, default: bool) -> bool:  # noqa: ARG002 - as above
        return default


class AtTerminal:
    """Asks in the terminal. The end of the input answers with the default; Ctrl-C leaves at once.

    yeses, noes: first letters that mean one and the other. hints: for both defaults, "Y/n" and "y/N".
    """

    def __init__(self, yeses: str, noes: str, hints: tuple[str, str]) -> None:
        self._yeses = yeses
        self._noes = noes
        self._hints = hints

    @classmethod
    def speaking(cls, locale: Locale) -> Self:
        """With the letters of this language."""
        hints = locale.say("setup.yes.hint-yes"), locale.say("setup.yes.hint-no")
        return cls(locale.say("setup.yes.yeses"), locale.say("setup.yes.noes"), hints)

    def text(self, question: str, default: str) -> str:
        hint = f" [{default}]" if default else ""
        return _typed(input, f"{question}{hint} ") or default

    def secret(self, question: str) -> str:
        return _typed(getpass.getpass, f"{question} ")

    def yes(self, question: str, default: bool) -> bool:
        while answer := _typed(input, f"{question} [{self._hints[not default]}] ").casefold():
            if answer[0] in self._yeses + self._noes:
                return answer[0] in self._yeses
        return default


def _typed(ask: Callable[[str], str], question: str) -> str:
    with _leaving_at_once():
        try:
            return ask(question).strip()
        except EOFError:
            return ""


@contextmanager
def _leaving_at_once() -> Iterator[None]:
    """While we wait for a person, a signal must not wait for them too."""
    before = {number: signal.getsignal(number) for number in SIGNALS}
    heed_signals()
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
