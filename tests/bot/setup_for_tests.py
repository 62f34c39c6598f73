"""Somebody who sets the bot up, on a machine of our choice."""

from collections.abc import Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self

from bot.app import asked_server
from bot.settings import Settings
from bot.setup.flow import set_up
from bot.setup.machine import GB, Machine
from bot.setup.questions import Questions
from bot.setup.wishes import FetchingServer, Shop, Wishes
from engine.model_request import Fetched
from engine.ports import Locale
from tests.bot.doctor_for_tests import LIBRARY
from tests.fakes.clock import FakeClock

MINI_PC = Machine(memory_bytes=16 * GB, card_bytes=0, rate=45.0 * GB)


@dataclass
class Person(Questions):
    """Answers in order: texts, secrets, yes or no; takes the default where nothing is left to say."""

    texts: Sequence[str] = ()
    secrets: Sequence[str] = ()
    yeses: Sequence[bool] = ()
    asked: list[str] = field(default_factory=list)

    def text(self, question: str, default: str) -> str:
        self.asked.append(question)
        first, *self.texts = self.texts or ("",)
        return first or default

    def secret(self, question: str) -> str:
        self.asked.append(question)
        first, *self.secrets = self.secrets or ("",)
        return first

    def yes(self, question: str, default: bool) -> bool:
        self.asked.append(question)
        first, *self.yeses = self.yeses or (default,)
        return first


@dataclass
class Bar:
    """Remembers how far it got."""

    seen: list[Fetched]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def at(self, fetched: Fetched) -> None:
        self.seen.append(fetched)


@dataclass
class SetUp:
    """One setup. lines: what was shown; seen: how far the fetching went."""

    path: Path
    settings: Settings
    person: Person = field(default_factory=Person)
    machine: Machine = MINI_PC
    lines: list[str] = field(default_factory=list)
    seen: list[Fetched] = field(default_factory=list)

    async def run(self, wishes: Wishes, environ: Mapping[str, str] | None = None) -> bool:
        def ask_in(_: Locale) -> Questions:
            return self.person

        shop = Shop(
            settings=self.settings,
            path=self.path,
            library=LIBRARY,
            clock=FakeClock(),
            machine=lambda: self.machine,
            server=_only_ours,
            ask_in=ask_in,
            show=self.lines.append,
            progress=lambda _: Bar(self.seen),
        )
        return await set_up(shop, wishes, environ or {})

    @property
    def page(self) -> str:
        return "\n".join(self.lines)


def _only_ours(host: str) -> AbstractAsyncContextManager[FetchingServer]:
    """The usual place may be taken by an Ollama of whoever runs the tests: it is left alone."""
    return asked_server("http://127.0.0.1:9" if host.endswith(":11434") else host)
