"""Engine errors as sentences for the person who met them."""

from engine.dice.errors import DiceError
from engine.errors import GlyphmasterError, PlayerError, ServiceError
from engine.ports import Locale


def sentence(error: BaseException, locale: Locale, reference: str) -> str:
    """What happened, whether anything was saved, what to do next. Never the exception's own text."""
    said = what_happened(error, locale)
    if isinstance(error, DiceError):
        pointed = error.pointed().replace("`", "'")
        return f"{said}\n```\n{pointed}\n```"
    if isinstance(error, PlayerError):
        return said
    return f"{said}\n{locale.say('discord.reference', reference=reference)}"


def what_happened(error: BaseException, locale: Locale) -> str:
    """The same without the reference, for a surface that shows it in its own way."""
    if isinstance(error, PlayerError | ServiceError):
        return _said(error, locale)
    return locale.say("errors.unknown")


def _said(error: GlyphmasterError, locale: Locale) -> str:
    """The error's sentence; words among its blanks (how a game stands, a right) in their language."""
    blanks = dict(error.blanks)
    if "status" in blanks:
        blanks["status"] = locale.say(f"discord.game-is.{blanks['status']}")
    if "who" in blanks:
        blanks["who"] = locale.say(f"discord.who.{blanks['who']}")
    return locale.say(f"errors.{error.key}", **blanks)
