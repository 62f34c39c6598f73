"""How the versions of a turn look: the button under it, and the list behind the button."""

from collections.abc import Sequence

from cogs import ids
from cogs.payload import Button, Menu, Option, Payload, clipped
from engine.model.session import Session
from engine.model.turn import Turn
from engine.ports import Locale, Store
from engine.table.versions import versions_of

_BEGINNING = 300
_OPTION = 95
_MOST_SHOWN = 5


def shown(session: Session, versions: Sequence[Turn], locale: Locale) -> Payload:
    """How each version begins, and the menu to choose another."""
    if len(versions) == 1:
        return Payload(locale.say("acting.versions.alone"))
    lines = [locale.say("acting.versions.title", count=len(versions))]
    options = []
    newest = list(enumerate(versions, 1))[-_MOST_SHOWN:]
    for number, turn in newest:
        text = " ".join(turn.narrative.split())
        counts = turn.id == session.head_turn_id
        key = "acting.versions.counts" if counts else "acting.versions.one"
        lines.append(locale.say(key, number=number, text=clipped(text, _BEGINNING)))
        if not counts:
            label = locale.say("acting.versions.option", number=number)
            options.append(Option(turn.id, label, clipped(text, _OPTION)))
    menu = Menu(ids.version(versions[-1].id), locale.say("acting.versions.choose"), tuple(options))
    return Payload("\n".join(lines), rows=((menu,),))


async def with_versions(store: Store, turn: Turn, payload: Payload, locale: Locale) -> Payload:
    """A story's last message, with Versions under it if the turn was told more than once."""
    button = await versions_button(store, turn, locale)
    return Payload(payload.text, payload.card, (*payload.rows, (button,))) if button else payload


async def versions_button(store: Store, turn: Turn, locale: Locale) -> Button | None:
    """Null for a turn that was told once."""
    count = len({version.id for version in (*await versions_of(store, turn), turn)})
    if count == 1:
        return None
    return Button(ids.versions(turn.id), locale.say("acting.versions.button", count=count))
