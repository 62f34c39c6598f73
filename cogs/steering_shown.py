"""What steers a story, in words."""

from collections.abc import Sequence
from typing import get_args

from cogs.payload import Payload
from engine.life.ruling import SteeringPart
from engine.model.session import Session
from engine.model.state import Steering
from engine.ports import Locale

PARTS: tuple[SteeringPart, ...] = get_args(SteeringPart)


def steered(session: Session, locale: Locale) -> Payload:
    """All that steers the story now."""
    lines = [
        locale.say("acting.steer.line", part=locale.say(f"acting.steer.part.{part}"), text=text)
        for part in PARTS
        if (text := said_of(session, part))
    ]
    if not lines:
        return Payload(locale.say("acting.steer.nothing"))
    return Payload("\n".join([locale.say("acting.steer.show"), *lines]))


def said_of(session: Session, part: SteeringPart) -> str:
    """One wish in words; "" if there is none."""
    steering: Steering = session.head_state.steering
    match part:
        case "tone":
            return steering.desired_tone or ""
        case "direction":
            return steering.preferred_direction or ""
        case "note":
            return steering.note or ""
        case "focus":
            people = session.head_state.characters
            return ", ".join(people[i].name for i in steering.focus_characters if i in people)


def unknown(session: Session, names: str) -> Sequence[str]:
    """Those of these names that nobody in the game has."""
    people = session.head_state.characters.values()
    known = {name.casefold() for c in people for name in (c.id, c.name)}
    return [name for name in map(str.strip, names.split(",")) if name and name.casefold() not in known]
