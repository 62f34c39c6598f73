"""What somebody does at the table, as the engine takes it, however it was said; and who may do what."""

from cogs.desk import Desk
from engine.errors import NotAllowed, NotAtTable
from engine.model.action import Action, ActionType
from engine.model.session import Session
from engine.model.turn import Turn
from engine.requests import Person


def deed(
    desk: Desk, session: Session, person: Person, source_id: str, content: str, kind: ActionType = "action"
) -> Action:
    """An action in words. source_id: of the message or the interaction, in which it came."""
    character = session.head_state.character_of(person.id)
    return Action(
        source_id=source_id,
        session_id=session.id,
        surface="discord",
        player_id=person.id,
        player_name=person.name,
        character_id=character.id if character else "",
        type=kind,
        content=content,
        received_at=desk.clock.now(),
    )


def quiet(desk: Desk, session: Session, person: Person, source_id: str, *, moves_on: bool = False) -> Action:
    """Nothing done: to let the others act, or (moves_on) to let the story go on; in the game's language."""
    locale = desk.library.locale(session.settings.language)
    if moves_on:
        return deed(desk, session, person, source_id, locale.say("acting.words.go-on"), "go_on")
    return deed(desk, session, person, source_id, locale.say("acting.words.pass"), "pass")


def directs(session: Session, person: Person) -> bool:
    """Whether they are the game's host, or a DM."""
    return person.may_direct or person.id == session.host_id


def check_plays(session: Session, person: Person) -> None:
    """Raises NotAtTable for anybody but players, the host and DMs."""
    if session.head_state.character_of(person.id) is None and not directs(session, person):
        raise NotAtTable


def check_sits(session: Session, person: Person) -> None:
    """Raises NotAtTable for anybody but players, watchers, the host and DMs."""
    if person.id not in session.head_state.seats and not directs(session, person):
        raise NotAtTable


def check_acted(session: Session, turn: Turn, person: Person) -> None:
    """Raises NotAllowed for anybody but the host, DMs, and whoever acted in this turn."""
    acted = any(action.player_id == person.id for action in turn.actions)
    if not (acted or directs(session, person)):
        raise NotAllowed(who="actor")
