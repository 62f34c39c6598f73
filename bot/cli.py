"""The command `glyphmaster`: starts the right part and ends in good order, whatever happens in it."""

import os
import sys

from bot.signals import heed_signals

_LAST_END = 2
"""stdin, stdout and stderr are the files 0, 1 and 2."""


def main() -> None:
    """The console script. The last net of every command: no traceback reaches a person."""
    heed_signals()
    _fill_closed_ends()
    _speak_plainly()
    try:
        # Imported here, so that a signal or a fault during the import of it all ends in good order too.
        from bot.cli_app import app  # noqa: PLC0415

        app(prog_name="glyphmaster")
    except Exception as error:
        _let_go_of_output()
        sys.exit(_told(error))


def _told(error: Exception) -> int:
    try:
        from engine.errors import SetupError  # noqa: PLC0415 - as above

        if isinstance(error, SetupError):
            # Said without loading the rest, which may stumble over the very same setting.
            sys.stderr.write(f"{error}\n")
            return 2
        from bot.last_words import last_words  # noqa: PLC0415 - what failed may be what it needs

        return last_words(error)
    except Exception as broken:
        # Not even the sentences can be loaded: the installation is damaged, and there is no log to look at.
        sys.stderr.write(
            f"glyphmaster cannot be loaded ({broken!r}). Install it again; nothing of your games is lost.\n"
        )
        return 1


def _let_go_of_output() -> None:
    """Where nobody reads it any more (`| head`), or the disk is full, Python must not try again at exit."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)


def _fill_closed_ends() -> None:
    """An end that the caller closed (`>&-`) leads nowhere; else the next file would get its number."""
    while (end := os.open(os.devnull, os.O_RDWR)) <= _LAST_END:
        pass
    os.close(end)
    sys.stdout = sys.stdout or os.fdopen(1, "w", closefd=False)
    sys.stderr = sys.stderr or os.fdopen(2, "w", closefd=False)


def _speak_plainly() -> None:
    """A character that the terminal's encoding lacks becomes a question mark, not a fault."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")
