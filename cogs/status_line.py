"""What the line of a table says while it waits: who was heard, who tells and for how long, who is asked."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Literal, assert_never

from cogs.payload import Payload
from cogs.render import escaped
from cogs.safety import stop_button
from engine.model.action import Action, MergedAction
from engine.model.session import Session
from engine.model.turn import Request, Turn
from engine.parts import WhoTells
from engine.ports import Locale
from engine.table.inbox import QUIET, merged

Kind = Literal["heard", "next", "gathering", "taken", "telling", "waiting"]

_SMALL = "-# "
_SHORT_S = 20.0
"""Up to here seconds are said as a number; a longer time as a moment, which Discord counts down."""
_STEP_S = 5
_MINUTE_S = 60
_LONG_S = 90.0
_ANY = "\ue000"
_BLANKS = dict.fromkeys(("names", "seconds", "minutes", "until"), _ANY)
_KEYS = (
    "heard", "passing", "open", "open-until", "next", "telling", "telling-for", "telling-long", "offline",
    "scripted", "draft", "waits.draft", "waits.narration", "waits.consent",
)  # fmt: skip


@dataclass(frozen=True)
class Stage:
    """Where the wait is. heard: an action came in, at rest; next: it came while a turn is told.

    seconds: of the gathering from `since` on, or until the whole story; 0 = unknown.
    """

    kind: Kind = "heard"
    turn: Turn | None = None
    seconds: float = 0.0
    since: datetime | None = None
    request: Request | None = None
    who: WhoTells = field(default_factory=WhoTells)


def line(session: Session, stage: Stage, inbox: Sequence[Action], locale: Locale) -> Payload | None:
    """The line as it should be now; null if there is nothing (more) to say."""
    match stage.kind:
        case "heard" | "gathering" | "next":
            actions = merged(inbox)
            if not actions:
                return None
            said = _heard(session, actions, locale)
            said += [_open(stage, locale)] if stage.kind == "gathering" else []
            said += [locale.say("acting.status.next")] if stage.kind == "next" else []
            said += [_flavour(session, locale)] if stage.kind == "heard" else []
        case "taken":
            said = [*_heard(session, stage.turn.actions if stage.turn else (), locale)]
            said.append(_flavour(session, locale))
        case "telling":
            said = [*_heard(session, stage.turn.actions if stage.turn else (), locale)]
            said.append(_telling(session, stage, locale))
            return Payload(_SMALL + " ".join(said), rows=((stop_button(session, locale),),))
        case "waiting":
            said = [_waits(session, stage.request, locale)] if stage.request else []
        case _:
            assert_never(stage.kind)
    return Payload(_SMALL + " ".join(said)) if said else None


def recognised(locale: Locale) -> Callable[[str], bool]:
    """Tells a line of ours from any other message, in this language."""
    parts = [re.escape(text) for text in locale.lines("discord.heard")]
    parts += [
        re.escape(locale.say(f"acting.status.{key}", **_BLANKS)).replace(re.escape(_ANY), ".*?")
        for key in _KEYS
    ]
    whole = re.compile(rf"{re.escape(_SMALL)}(?:(?:{'|'.join(parts)}) ?)+")
    return lambda text: whole.fullmatch(text) is not None


def _heard(session: Session, actions: Sequence[MergedAction], locale: Locale) -> list[str]:
    acted = [_name(session, action) for action in actions if action.type not in QUIET]
    passed = [_name(session, action) for action in actions if action.type == "pass"]
    said = [locale.say("acting.status.heard", names=", ".join(acted))] if acted else []
    return said + ([locale.say("acting.status.passing", names=", ".join(passed))] if passed else [])


def _name(session: Session, action: MergedAction) -> str:
    character = session.head_state.character_of(action.player_id)
    return escaped(character.name if character else action.player_name)


def _open(stage: Stage, locale: Locale) -> str:
    if stage.seconds <= _SHORT_S or stage.since is None:
        return locale.say("acting.status.open", seconds=max(1, round(stage.seconds)))
    moment = int((stage.since + timedelta(seconds=stage.seconds)).timestamp())
    return locale.say("acting.status.open-until", until=f"<t:{moment}:R>")


def _flavour(session: Session, locale: Locale) -> str:
    lines = locale.lines("discord.heard")
    return lines[session.version % len(lines)]


def _telling(session: Session, stage: Stage, locale: Locale) -> str:
    narrator = session.settings.narrator
    if narrator == "scripted":
        return locale.say("acting.status.scripted")
    if stage.who.teller == "offline":
        return locale.say("acting.status.offline")
    said = [locale.say("acting.status.draft")] if narrator == "draft" else []
    if not stage.seconds:
        return " ".join(said) or locale.say("acting.status.telling")
    if stage.seconds > _LONG_S:
        minutes = max(2, round(stage.seconds / _MINUTE_S))
        return locale.say("acting.status.telling-long", minutes=minutes)
    seconds = max(_STEP_S, _STEP_S * round(stage.seconds / _STEP_S))
    return locale.say("acting.status.telling-for", seconds=seconds)


def _waits(session: Session, request: Request, locale: Locale) -> str:
    until = f"<t:{int(request.until.timestamp())}:R>" if request.until else "…"
    people = [session.head_state.character_of(player_id) for player_id in request.whom]
    names = ", ".join(escaped(character.name) for character in people if character)
    return locale.say(f"acting.status.waits.{request.kind}", until=until, names=names)
