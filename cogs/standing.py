"""Where a game stands: who is at the table, who tells and since when, what waits, what is still owed."""

from dataclasses import dataclass
from datetime import datetime

from cogs import render
from cogs.desk import Desk
from cogs.dice_promise import promise
from cogs.life_shown import controls
from cogs.models_shown import told_by
from cogs.payload import Payload, clipped
from cogs.tellings import unsent
from cogs.why import time_line
from engine.model.session import Session
from engine.model.turn import Request, Turn
from engine.parts import WhoTells
from engine.ports import Locale

_FACT = 600
_OWED = "-# "
_A_MODEL_TELLS = {"ai", "draft"}


@dataclass(frozen=True)
class Standing:
    """All that is looked at, at one moment.

    current: the turn that is under way; request: what it waits for, if for a person. waiting: actions that
    no turn has taken.
    """

    session: Session
    head: Turn | None
    current: Turn | None
    request: Request | None
    waiting: int
    unsent: int
    who: WhoTells
    now: datetime


async def look_at(desk: Desk, session: Session) -> Standing:
    """As it is now. Raises StoreError."""
    store = desk.store
    current_id = session.current_turn_id
    return Standing(
        session=session,
        head=await store.turn(session.head_turn_id) if session.head_turn_id else None,
        current=await store.turn(current_id) if current_id else None,
        request=await store.request_of(current_id) if current_id else None,
        waiting=len(await store.inbox(session.id)),
        unsent=len(await unsent(store, session)),
        who=desk.telling(),
        now=desk.clock.now(),
    )


def standing(at: Standing, locale: Locale) -> Payload:
    """The private answer of `/game status`."""
    session, settings = at.session, at.session.settings
    scene = session.adventure.scene(session.head_state.situation.scene_id)
    facts = [
        ("now", _now(at, locale)),
        ("scene", scene.name if scene else locale.say("discord.about.off-map")),
        ("table", ", ".join(render.seats(session, locale)) or locale.say("discord.gathering.nobody")),
        ("narrator", locale.say(f"discord.narrator.{settings.narrator}")),
    ]
    if settings.narrator != "scripted":
        facts.append(("model", _model(at, locale)))
    lines = [f"**{session.adventure.title}**"]
    lines += [locale.say(f"discord.about.{key}", text=clipped(text, _FACT)) for key, text in facts]
    lines += [line for line in [time_line(at.head.times, locale) if at.head else ""] if line]
    lines += [_OWED + line for line in [*_owed(at, locale), promise(session, locale)] if line]
    return Payload("\n".join(lines), rows=controls(session, locale))


def _now(at: Standing, locale: Locale) -> str:
    status = locale.say(f"discord.status.{at.session.status}")
    if at.head is None:
        return status
    return locale.say("discord.status.turn", status=status, number=at.head.number)


def _model(at: Standing, locale: Locale) -> str:
    """A model that is out of reach is named with since when, in the reader's own time."""
    model = told_by(at.session.settings, locale)
    if at.who.since is None or at.session.settings.narrator not in _A_MODEL_TELLS:
        return model
    moment = int(at.who.since.timestamp())
    return locale.say(
        f"discord.telling.{at.who.reason}", model=model, since=f"<t:{moment}:t> (<t:{moment}:R>)"
    )


def _owed(at: Standing, locale: Locale) -> list[str]:
    lines = []
    if at.request is not None:
        lines.append(locale.say(f"discord.waiting.{at.request.kind}.text"))
    elif at.current is not None:
        lines.append(locale.say("discord.owed.telling"))
    if at.waiting:
        lines.append(locale.say("discord.owed.actions", count=at.waiting))
    if at.head is not None and not at.head.is_recorded:
        lines.append(locale.say("discord.owed.unrecorded"))
    if at.unsent:
        lines.append(locale.say("discord.owed.unsent", count=at.unsent))
    return lines
