"""Engine errors as sentences for the person who met them."""

from engine.errors import GlyphmasterError, PlayerError, ServiceError
from engine.ports import Locale


def sentence(error: BaseException, locale: Locale, reference: str) -> str:
    """What happened, whether anything was saved, what to do next. Never the exception's own text."""
    if isinstance(error, PlayerError):
        return _said(error, locale)
    if isinstance(error, ServiceError):
        return f"{_said(error, locale)}\n{locale.say('discord.reference', reference=reference)}"
    return f"{locale.say('errors.unknown')}\n{locale.say('discord.reference', reference=reference)}"


def _said(error: GlyphmasterError, locale: Locale) -> str:
    """The error's sentence; words among its blanks (a status, a right) in the person's language."""
    blanks = dict(error.blanks)
    if "status" in blanks:
        blanks["status"] = locale.say(f"discord.status.{blanks['status']}")
    if "who" in blanks:
        blanks["who"] = locale.say(f"discord.who.{blanks['who']}")
    return locale.say(f"errors.{error.key}", **blanks)
