"""The real command in a process of its own, with a home of its own and no model."""

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from bot.settings import describe


@dataclass(frozen=True)
class Command:
    """The command as a person at this home runs it. program: how it is started; path: where its code lies."""

    home: Path
    program: tuple[str, ...] = (sys.executable, "-m", "bot")
    path: Path = Path(__file__).resolve().parents[2]

    def environment(self) -> dict[str, str]:
        """Ours, without settings from outside, with nothing where Ollama would be."""
        ours = {row.name for row in describe()}
        kept = {name: value for name, value in os.environ.items() if name not in ours}
        return kept | {
            "GLYPHMASTER_HOME": str(self.home),
            "OLLAMA_HOST": "http://127.0.0.1:9",
            "PYTHONPATH": str(self.path),
            "COLUMNS": "100",
        }

    def start(self, *arguments: str, **more: str) -> "subprocess.Popen[str]":
        """The process, with pipes at all ends. more: further environment."""
        self.home.mkdir(parents=True, exist_ok=True)
        return subprocess.Popen(
            [*self.program, *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=self.environment() | more,
            cwd=self.home,
            text=True,
        )

    def until_told(self, process: "subprocess.Popen[str]", turns: int, typed: str = "") -> None:
        """Type this, and read on until so many turns have their suggestions, the list of characters apart."""
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(typed)
        process.stdin.flush()
        is_asked = False
        while turns:
            line = process.stdout.readline()
            assert line, "it ended before it had told so much"
            is_asked = is_asked or line.startswith("A number or a name")
            turns -= line.startswith("1. ") and (is_asked or not typed)

    def run(self, *arguments: str, typed: str = "", **more: str) -> tuple[int, str, str]:
        """Exit code, output, and what went to stderr."""
        process = self.start(*arguments, **more)
        out, err = process.communicate(typed, timeout=30)
        return process.returncode, out, err
