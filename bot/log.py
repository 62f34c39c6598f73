"""Where the process writes what happened: never a token, players' words only at debug."""

import logging
import sys
from collections.abc import Iterable
from contextlib import suppress
from logging.handlers import RotatingFileHandler
from pathlib import Path
from typing import TextIO

import structlog
from structlog.typing import EventDict, Processor, WrappedLogger

from bot.settings import Settings

FILE_NAME = "glyphmaster.log"
FILE_BYTES = 2_000_000
OLD_FILES = 3
PLAYER_WORDS = frozenset({"text", "content", "narrative", "words", "prompt", "seen", "answer", "player_name"})
"""Names under which a log event may carry what people or models wrote: kept at debug, dropped above."""

_LEVELS = {"debug": logging.DEBUG, "info": logging.INFO, "warning": logging.WARNING, "error": logging.ERROR}
_CHATTY = ("aiosqlite", "asyncio", "httpcore", "httpx", "alembic", "sqlalchemy")
"""Libraries whose own talk says nothing about a game below warnings."""
_TRACEBACK_WITHOUT_VALUES = structlog.processors.ExceptionRenderer(
    structlog.tracebacks.ExceptionDictTransformer(show_locals=False)
)
"""Local variables hold what players write."""


def start_logging(settings: Settings, file: Path | None = None) -> None:
    """Send all logs, the libraries' too, to stderr, or to a file that is kept small.

    file: where the screen belongs to a player. If it cannot be opened, the log goes nowhere: play goes on.
    """
    handler = _handler(file)
    handler.setFormatter(_Discreet(settings))
    root = logging.getLogger()
    for old in root.handlers[:]:
        root.removeHandler(old)
        if isinstance(old.formatter, _Discreet):
            old.close()  # ours; whoever set up another one closes it
    root.addHandler(handler)
    root.setLevel(_LEVELS[settings.log_level])
    for name in _CHATTY:
        logging.getLogger(name).setLevel(logging.WARNING)
    logging.captureWarnings(True)
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *_shared(),
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=False,
    )


def without_player_words(_: WrappedLogger, method: str, event: EventDict) -> EventDict:
    """Above debug, what people wrote leaves the event."""
    if method == "debug":
        return event
    return {key: value for key, value in event.items() if key not in PLAYER_WORDS}


class _Discreet(structlog.stdlib.ProcessorFormatter):
    """Renders a record and, last of all, blots out every secret, wherever in the line it stands."""

    def __init__(self, settings: Settings) -> None:
        as_json = settings.log_format == "json"
        last: list[Processor] = (
            [_TRACEBACK_WITHOUT_VALUES, structlog.processors.JSONRenderer(ensure_ascii=False)]
            if as_json
            else [
                structlog.dev.ConsoleRenderer(colors=False, exception_formatter=structlog.dev.plain_traceback)
            ]
        )
        super().__init__(
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, *last],
            foreign_pre_chain=_shared(),
        )
        self._secrets = settings.secrets()

    def format(self, record: logging.LogRecord) -> str:
        return _blotted(super().format(record), self._secrets)


class _Unworried(logging.Handler):
    """A line that cannot be written (a full disk, a closed end) is lost; nobody reads a traceback of it."""

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802 - logging's own name
        pass

    def close(self) -> None:
        with suppress(OSError):  # what was still to be written
            super().close()


class _Stream(_Unworried, logging.StreamHandler[TextIO]):
    """The log of a server, on stderr."""


class _File(_Unworried, RotatingFileHandler):
    """The log beside the games."""


def _blotted(line: str, secrets: Iterable[str]) -> str:
    for secret in secrets:
        line = line.replace(secret, "[hidden]")
    return line


def _shared() -> list[Processor]:
    return [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.stdlib.ExtraAdder(),
        structlog.stdlib.PositionalArgumentsFormatter(),
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        without_player_words,
    ]


def _handler(file: Path | None) -> logging.Handler:
    if file is None:
        return _Stream(sys.stderr)
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        return _File(file, maxBytes=FILE_BYTES, backupCount=OLD_FILES, encoding="utf-8", delay=False)
    except OSError:
        return logging.NullHandler()
