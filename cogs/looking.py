"""What a look around shows: the place, who is there, what is there, and the ways on. No model is asked."""

from collections.abc import Sequence

from cogs.payload import Payload, clipped
from engine.errors import GameNotPlaying
from engine.model.session import Session
from engine.ports import Locale
from engine.told.looking import look

_MOST = 12
"""Ways shown; a look is read at a glance."""


def view(session: Session, locale: Locale) -> Payload:
    """The answer of `/look`. Raises GameNotPlaying before there is anything to see."""
    return Payload(clipped("\n".join(lines(session, locale)), 2000))


def lines(session: Session, locale: Locale) -> tuple[str, ...]:
    """Line by line, for any surface. Raises GameNotPlaying."""
    if session.status in {"gathering", "starting"}:
        raise GameNotPlaying(status=session.status)
    seen, say = look(session), locale.say
    found = [say("acting.look.title", scene=seen.scene or say("acting.look.off-map")), seen.text]
    if seen.now:
        found.append(say("acting.look.now", text=seen.now))
    people = [say("acting.look.person", name=name, role=role) for name, role in seen.people]
    for key, named in (("people", people), ("things", seen.things), ("carried", seen.carried)):
        found += _listed(key, named, locale)
    for way in seen.ways[:_MOST]:
        key = "acting.look.way" if way.is_open else "acting.look.way-closed"
        found.append(say(key, label=way.label, **({"to": way.to} if way.is_open else {})))
    if seen.back:
        found.append(say("acting.look.back", place=seen.back))
    return tuple(line for line in found if line)


def _listed(key: str, named: Sequence[str], locale: Locale) -> list[str]:
    return [locale.say(f"acting.look.{key}", text=", ".join(named))] if named else []
