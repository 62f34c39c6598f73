"""Whoever writes as if they played, and has no character: told once, with the way in."""

from cogs import ids
from cogs.payload import Button, Payload
from cogs.render import escaped
from engine.model.session import Session
from engine.ports import Locale
from engine.requests import Person

_MOST_KNOWN = 2000


class Strangers:
    """Remembers in memory who was told: at worst somebody hears it once more after a restart."""

    def __init__(self) -> None:
        self._told: dict[tuple[str, str], None] = {}

    def invited(self, session: Session, person: Person, locale: Locale) -> Payload | None:
        """The reply to them; null if they know it, only watch, or were asked to stay out."""
        key = (session.id, person.id)
        is_known = key in self._told or person.id in session.head_state.seats or person.id in session.blocked
        if is_known or session.status != "playing":
            return None
        self._told[key] = None
        if len(self._told) > _MOST_KNOWN:
            del self._told[next(iter(self._told))]
        return invitation(session, person, locale)


def invitation(session: Session, person: Person, locale: Locale) -> Payload:
    """That their words did not count, and Join, or Watch where no seat is left."""
    players = sum(not seat.is_watching for seat in session.head_state.seats.values())
    is_full = players >= session.adventure.players.most
    text = locale.say(
        "acting.stranger.full" if is_full else "acting.stranger.text",
        name=escaped(person.name),
        title=session.adventure.title,
    )
    deed: ids.GatheringDeed = "watch" if is_full else "join"
    label = locale.say(f"discord.button.{deed}")
    button = Button(ids.gathering(deed, session.id), label, "plain" if is_full else "good")
    return Payload(text, rows=((button,),))
