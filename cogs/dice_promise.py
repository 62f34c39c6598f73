"""The promise by which a game's dice are bound, and where they are shown in the end; pure."""

from cogs.payload import Button, Row
from engine.dice.seeds import commitment
from engine.model.session import Session
from engine.ports import Locale


def promise(session: Session, locale: Locale) -> str:
    """What the game's dice are bound by, or what they were; "" for a game from before there was a secret."""
    if not session.dice_seeds:
        return ""
    secret = session.dice_seeds[-1]
    if session.status == "finished":
        return locale.say("dice.revealed", secret=secret, commitment=commitment(secret))
    return locale.say("dice.promised", commitment=commitment(secret))


def proof(session: Session, locale: Locale, custom_id: str) -> tuple[Row, ...]:
    """The button that gives everybody the game's dice as a file; none for a game without a secret."""
    if not session.dice_seeds:
        return ()
    return ((Button(custom_id, locale.say("dice.button")),),)
