"""`glyphmaster play` on a pipe, in a process of its own, and the home at which it plays."""

import asyncio
import re
import sqlite3
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self

from bot.app import faults_of_database, open_app, open_ports, prepare
from bot.settings import Settings
from bot.terminal_door import PLAYER_ID
from engine.model.noun import Scalar
from engine.model.session import GameSettings, Session
from engine.model.turn import Turn
from engine.requests import NewGame, Person, SurpriseChoice
from tests.bot.processes import Command
from tests.fakes.announcer import RecordingAnnouncer

MODEL = "gemma2:9b"
PLAYER = Person(PLAYER_ID, "Ann", may_direct=True)


@dataclass(frozen=True)
class Home:
    """A home folder, and where its model server answers."""

    folder: Path
    host: str

    @property
    def settings(self) -> Settings:
        """As a process at this home reads them."""
        return Settings(home=self.folder, ollama_host=self.host, model=MODEL)

    async def furnish(self, games: tuple[str, ...]) -> None:
        """A database with these games, each with its opening told."""
        await asyncio.to_thread(prepare, self.settings)
        async with (
            open_ports(self.settings, "terminal") as ports,
            open_app(ports, RecordingAnnouncer()) as app,
        ):
            book = "echo"
            told = GameSettings(model=MODEL, gather_s=0.0)
            for name in games:
                session = await app.games.open(
                    NewGame("terminal", None, name, PLAYER, name, book, told.model_copy())
                )
                await app.games.join(session.id, PLAYER, SurpriseChoice(), f"join-{name}")
                await app.games.begin(session.id, PLAYER)
                await app.turns.settled(session.id)

    async def finished(self, games: tuple[str, ...]) -> tuple[tuple[Session, tuple[Turn, ...]], ...]:
        """Each game with its turns, after a start that lets everything under way come to its end."""
        await asyncio.to_thread(prepare, self.settings)
        found = []
        async with (
            open_ports(self.settings, "terminal") as ports,
            open_app(ports, RecordingAnnouncer()) as app,
        ):
            await app.turns.resume()
            for name in games:
                session = await ports.store.session_in("terminal", name)
                assert session is not None
                await app.turns.settled(session.id)
                session = await ports.store.session(session.id)
                found.append((session, await ports.store.branch(session.head_turn_id, 100_000)))
        return tuple(found)

    async def faults(self) -> tuple[str, ...]:
        """What `glyphmaster db check` finds."""
        return await faults_of_database(self.settings)

    def rows(self, query: str) -> list[tuple[Scalar, ...]]:
        """Look into the database as it lies there, without any of our code; sound, or it raises."""
        file = self.folder / "glyphmaster.db"
        with closing(sqlite3.connect(f"{file.as_uri()}?mode=ro", uri=True)) as database:
            assert database.execute("PRAGMA quick_check").fetchone() == ("ok",)
            return database.execute(query).fetchall()


@dataclass
class Play:
    """One process. lines: all that it has shown so far."""

    process: asyncio.subprocess.Process
    lines: list[str] = field(default_factory=list)

    @classmethod
    async def started(cls, home: Home, game: str, **more: str) -> Self:
        """`glyphmaster play --game …` at this home. more: further environment."""
        command = Command(home.folder)
        pipe = asyncio.subprocess.PIPE
        process = await asyncio.create_subprocess_exec(
            *command.program,
            "play",
            "--game",
            game,
            stdin=pipe,
            stdout=pipe,
            stderr=pipe,
            env=command.environment() | {"OLLAMA_HOST": home.host, "GLYPHMASTER_MODEL": MODEL} | more,
            cwd=home.folder,
        )
        return cls(process)

    async def type(self, *lines: str) -> None:
        """As from a keyboard; what a process that is gone does not read is lost."""
        assert self.process.stdin is not None
        try:
            self.process.stdin.write("".join(f"{line}\n" for line in lines).encode())
            await self.process.stdin.drain()
        except (BrokenPipeError, ConnectionResetError):
            return

    async def read(self) -> str | None:
        """The next line; null at the end."""
        assert self.process.stdout is not None
        line = (await self.process.stdout.readline()).decode()
        if not line:
            return None
        self.lines.append(line.rstrip("\n"))
        return self.lines[-1]

    async def until(self, pattern: str, limit_s: float) -> bool:
        """Whether a line with this comes within the limit; a process that ends says no more."""
        try:
            async with asyncio.timeout(limit_s):
                while (line := await self.read()) is not None:
                    if re.search(pattern, line):
                        return True
        except TimeoutError:
            pass
        return False

    async def ended(self, limit_s: float) -> int:
        """Its exit code. Raises TimeoutError if it does not end within the limit."""
        async with asyncio.timeout(limit_s):
            while await self.read() is not None:
                pass
            return await self.process.wait()
