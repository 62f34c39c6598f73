"""A terminal table without a terminal: the real engine over fakes, lines from a pipe, a string as screen."""

import io
import os
import threading
from contextlib import suppress
from dataclasses import dataclass, field
from importlib.resources import files
from pathlib import Path

from structlog.testing import capture_logs
from structlog.typing import EventDict

from bot.adapters.locales import load_locales
from bot.app import App, Ports
from bot.settings import Settings
from bot.terminal import TerminalTable
from bot.terminal_announcer import TerminalAnnouncer
from bot.terminal_door import Wish
from bot.terminal_lines import Lines
from bot.terminal_screen import Screen
from engine.games import Games
from engine.model.noun import Language
from engine.model.session import Session
from engine.model.turn import Turn
from engine.parts import Masters, Options, Parts
from engine.ports import LanguageModel, Locale
from engine.turn import TurnEngine
from tests.engine.games_for_tests import INN
from tests.fakes.clock import FakeClock
from tests.fakes.entropy import SeededEntropy
from tests.fakes.game_master import ScriptedMaster
from tests.fakes.language_model import ScriptedModel
from tests.fakes.one_book import OneBookLibrary
from tests.fakes.store import MemoryStore

LOCALES = load_locales(files("data") / "locales")


class TalkingLibrary(OneBookLibrary):
    """One adventure, and the sentences that people really read."""

    def locale(self, language: Language) -> Locale:
        return LOCALES[language]


@dataclass
class Evening:
    """What lasts from one process to the next: the store, and what the game masters were told to say."""

    store: MemoryStore = field(default_factory=MemoryStore)
    model: ScriptedMaster = field(default_factory=ScriptedMaster)
    offline: ScriptedMaster = field(default_factory=ScriptedMaster)
    language_model: LanguageModel = field(default_factory=ScriptedModel)
    language: Language = "en"
    starts: int = 0
    logged: list[EventDict] = field(default_factory=list)
    is_instant: bool = False
    """Whether waiting takes no time; then a draft's time is over at once, too."""

    async def play(self, *lines: str | bytes, wish: Wish | None = None, is_tty: bool = False) -> str:
        """One process: these lines come in and then the input ends; returns all that was shown."""
        self.starts += 1
        out = io.StringIO()
        screen = Screen(out, is_tty=is_tty)
        library = TalkingLibrary(INN)
        clock, entropy = FakeClock(instant=self.is_instant), SeededEntropy(self.starts)
        settings = Settings(language=self.language, model="gemma2:9b", home=Path("nowhere"))
        ports = Ports(
            settings=settings,
            surface="terminal",
            rulebooks={},
            library=library,
            store=self.store,
            language_model=self.language_model,
            clock=clock,
            entropy=entropy,
        )
        announcer = TerminalAnnouncer(screen, library)
        masters = Masters(self.model, self.offline, self.language_model)
        parts = Parts(
            surface="terminal",
            store=self.store,
            library=library,
            clock=clock,
            entropy=entropy,
            masters=masters,
            announcer=announcer,
            options=Options(announce_limit_s=1.0),
        )
        turns = TurnEngine(parts)
        app = App(ports=ports, masters=masters, turns=turns, games=Games(parts, turns))
        table = TerminalTable(app, screen, Lines(_pipe_of(lines)), announcer)
        with capture_logs() as logged:
            try:
                await table.play(wish or Wish())
            finally:
                await turns.close()
                self.logged += logged
        return out.getvalue()

    async def told(self) -> tuple[Turn, ...]:
        """The turns that count, oldest first."""
        return await self.store.branch((await self.game()).head_turn_id, 99)

    async def game(self, name: str = "inn") -> Session:
        """The stored game."""
        found = await self.store.session_in("terminal", name)
        assert found is not None
        return found


def _pipe_of(lines: tuple[str | bytes, ...]) -> int:
    reader, writer = os.pipe()

    def write() -> None:
        with os.fdopen(writer, "wb") as pipe, suppress(BrokenPipeError):
            for line in lines:
                pipe.write(line if isinstance(line, bytes) else line.encode() + b"\n")

    threading.Thread(target=write, daemon=True).start()
    return reader
