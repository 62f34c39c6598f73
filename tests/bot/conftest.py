"""What several specifications of the process need."""

import logging
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import structlog
from typer.testing import CliRunner

from bot.cli_app import app
from bot.last_words import last_words
from tests.bot.processes import Command

Ended = tuple[int, str, str]


@pytest.fixture
def logging_as_before() -> Iterator[None]:
    """A command sets up logging for its whole process; other tests find it as it was."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    yield
    for handler in root.handlers[:]:
        if handler not in handlers:
            handler.close()
    root.handlers, root.level = handlers, level
    logging.captureWarnings(capture=False)
    structlog.reset_defaults()


@pytest.fixture
def here(tmp_path: Path) -> Command:
    return Command(tmp_path / "home")


@pytest.fixture
def shell(
    here: Command,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    logging_as_before: None,
) -> Callable[..., Ended]:
    """Commands in this process, as `bot.cli.main` runs them; monkeypatch stands for the environment."""
    for name, value in here.environment().items():
        monkeypatch.setenv(name, value)
    here.home.mkdir()
    monkeypatch.chdir(here.home)

    def run(*arguments: str) -> Ended:
        result = CliRunner().invoke(app, arguments)
        if isinstance(result.exception, Exception):
            code = last_words(result.exception)
            return code, result.stdout, result.stderr + capsys.readouterr().err
        return result.exit_code, result.stdout, result.stderr

    return run
