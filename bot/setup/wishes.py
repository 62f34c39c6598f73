"""What setup was told beforehand, and what it stands on."""

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from pydantic import SecretStr

from bot.doctor import ModelServer
from bot.doctor_report import spoken
from bot.settings import Settings
from bot.setup.machine import Machine
from bot.setup.questions import Questions
from engine.model.noun import Language, Scalar
from engine.model_request import Fetched
from engine.ports import Clock, Library, Locale


class FetchingServer(ModelServer, Protocol):
    """A model server that can fetch what it does not have."""

    def pull(self, model: str) -> AsyncIterator[Fetched]:
        """How far it is, again and again. Raises ModelError."""
        ...


@dataclass(frozen=True)
class Wishes:
    """What flags say; null = ask. token: "" = leave Discord out.

    keeps_token: the token stays where it is, in the environment, and is not written down.
    """

    token: SecretStr | None = None
    keeps_token: bool = False
    ollama_host: str | None = None
    model: str | None = None
    language: Language | None = None
    pulls: bool | None = None
    measures: bool | None = None


@dataclass(frozen=True)
class Shop:
    """All that the steps use. server: opens a model server at an address. show: takes a line.

    path: of the file to write. progress: a bar with this name.
    """

    settings: Settings
    path: Path
    library: Library
    clock: Clock
    machine: Callable[[], Machine]
    server: Callable[[str], AbstractAsyncContextManager[FetchingServer]]
    ask_in: Callable[[Locale], Questions]
    show: Callable[[str], None]
    progress: Callable[[str], "Progress"]


class Progress(Protocol):
    """A bar that grows."""

    def __enter__(self) -> "Progress": ...

    def __exit__(self, *_: object) -> None: ...

    def at(self, fetched: Fetched) -> None:
        """So far."""
        ...


@dataclass(frozen=True)
class Talk:
    """A person, in their language."""

    locale: Locale
    questions: Questions
    show: Callable[[str], None]

    def say(self, key: str, **blanks: Scalar) -> None:
        """One line. key: below `setup.`."""
        self.show(self.words(key, **blanks))

    def words(self, key: str, **blanks: Scalar) -> str:
        """The sentence alone."""
        said = {name: spoken(value, self.locale) for name, value in blanks.items()}
        return self.locale.say(f"setup.{key}", **said)
