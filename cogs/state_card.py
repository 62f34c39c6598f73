"""What a turn changed, in one line of plain words under its story."""

from cogs.payload import clipped, units
from engine.model.session import Session
from engine.model.turn import Turn
from engine.ports import Locale
from engine.told.changed import changed

_MOST = 3
_LETTERS = 200
_BETWEEN = " · "


def change_line(session: Session, turn: Turn, locale: Locale) -> str:
    """The line; "" while it is not written down, or if nothing changed that players see.

    session: as it is after the turn.
    """
    if turn.status != "done" or session.head_turn_id != turn.id or not turn.is_recorded:
        return ""
    items: list[str] = []
    for fact in changed(session, turn)[:_MOST]:
        item = " ".join(locale.say(f"changed.{fact.code}", **fact.args).split())
        left = _LETTERS - units(_BETWEEN.join(items))
        if items and units(item) > left:
            break
        items.append(clipped(item.rstrip("."), _LETTERS))
    return locale.say("telling.changed", text=_BETWEEN.join(items)) if items else ""
