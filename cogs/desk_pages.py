"""The DM's desk: what the players did, the draft if there is one, and what can be done with it."""

from cogs import ids
from cogs.payload import CARD_TEXT, Button, Card, Payload, clipped, units
from cogs.render import escaped
from cogs.splitting import split
from engine.model.session import Session
from engine.model.turn import Request, Turn
from engine.ports import Locale

_DEED = 400
_FIELD = 4000
"""The most that a form takes: a longer text cannot be edited in it without losing its end."""


def desk_pages(session: Session, request: Request, turn: Turn | None, locale: Locale) -> tuple[Payload, ...]:
    """One message, or more for a draft that is longer than a card; the buttons are under the last.

    Whoever tells the opening in person has the adventure's own beside it.
    """
    actions = [f"**{escaped(a.player_name)}**: {a.content}" for a in turn.actions] if turn else []
    write = Button(ids.draft("write", request.turn_id), locale.say("discord.button.write"))
    if request.kind == "narration" and turn is not None and turn.is_opening:
        opening = Card(text=session.adventure.opening.text)
        return _paged(session, locale.say("discord.draft.opening"), opening, (write,))
    text = "\n".join([locale.say(f"discord.draft.{request.kind}"), *(clipped(a, _DEED) for a in actions)])
    if request.kind == "narration":
        return (Payload(text, rows=((write,),)),)
    buttons: tuple[Button, ...] = (
        Button(ids.draft("post", request.turn_id), locale.say("discord.button.post"), "good"),
        Button(ids.draft("edit", request.turn_id), locale.say("discord.button.edit")),
        Button(ids.draft("again", request.turn_id), locale.say("discord.button.again")),
        write,
    )
    if units(request.text) > _FIELD:
        buttons = tuple(
            button for button in buttons if button.custom_id != ids.draft("edit", request.turn_id)
        )
    return _paged(session, text, Card(text=request.text), buttons)


def _paged(session: Session, text: str, card: Card, buttons: tuple[Button, ...]) -> tuple[Payload, ...]:
    """In a frame, unless frames are unwanted or it does not fit into one."""
    is_plain = session.settings.plain or session.head_state.needs_plain
    if not is_plain and units(card.text) <= CARD_TEXT:
        return (Payload(text, card, (buttons,)),)
    *before, last = [Payload(text), *(Payload(chunk.shown) for chunk in split(card.text))]
    return (*before, Payload(last.text, rows=(buttons,)))
