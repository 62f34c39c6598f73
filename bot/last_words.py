"""What a command says when it cannot go on: what happened, what to do, and the reference in the log."""

import errno
import os

import structlog
import typer

from bot.app import failure_reference, load_library
from bot.log import FILE_NAME, start_logging
from bot.settings import load
from bot.terminal_screen import harmless
from cogs.replies import what_happened
from engine.errors import NoSuchAdventure, PlayerError, SetupError, StoreError
from engine.ports import Locale

log = structlog.get_logger()

_NO_OUTPUT = frozenset({errno.ENOSPC, errno.EIO, errno.EFBIG, errno.EDQUOT})
"""What stdout says when a disk is full or a terminal is gone; the database's own faults are StoreErrors."""

FAILED = 1
TO_BE_PUT_RIGHT = 2


def last_words(error: Exception) -> int:
    """Tell the person; returns the exit code: 2 if they can put it right, 1 if it is a fault."""
    if isinstance(error, SetupError):
        typer.echo(str(error), err=True)
        return TO_BE_PUT_RIGHT
    reference = failure_reference()
    try:
        settings = load()
        locale = load_library(settings.home).locale(settings.language)
    except SetupError:
        # Whatever is wrong now was not when the command began; the first fault is the one to tell.
        typer.echo(f"glyphmaster failed. Reference: {reference}", err=True)
        return FAILED
    if not structlog.is_configured():
        start_logging(settings, settings.home / FILE_NAME)
    typer.echo(harmless(_said(error, locale)), err=True)
    if isinstance(error, PlayerError):
        return TO_BE_PUT_RIGHT
    typer.echo(locale.say("terminal.reference", reference=reference), err=True)
    log.error("command_failed", reference=reference, cause=repr(error), exc_info=error)
    return FAILED


def _said(error: Exception, locale: Locale) -> str:
    """What happened, with what helps at a command line."""
    match error:
        case NoSuchAdventure():
            return f"{what_happened(error, locale)} {locale.say('cli.pack.how')}"
        case StoreError():
            return f"{what_happened(error, locale)} {locale.say('cli.db.how')}"
        case OSError(errno=int(number)) if number in _NO_OUTPUT:
            return locale.say("cli.no-output", reason=os.strerror(number))
        case _:
            return what_happened(error, locale)
