"""Who plays whom: the changes that seat a person, and those that let one go."""

import re
import unicodedata

from engine.errors import AlreadyJoined, CharacterTaken, NoSuchCharacter, SeatsFull
from engine.model.adventure import Adventure, ReadyCharacter
from engine.model.change import Change
from engine.model.changes.cast import CharacterAdded, CharacterHandedOver, CharacterRemoved
from engine.model.changes.seats import SeatLeft, SeatTaken
from engine.model.character import Character
from engine.model.session import Session
from engine.model.state import GameState, Seat
from engine.requests import CharacterChoice, OwnChoice, Person, ReadyChoice
from engine.words.neutral import is_blank, neutral_line

NAME_KEPT = 32
ROLE_KEPT = 160


def joined(session: Session, person: Person, choice: CharacterChoice) -> tuple[Change, ...]:
    """The changes that seat this person with this character.

    Raises AlreadyJoined (during play), SeatsFull, CharacterTaken, NoSuchCharacter.
    """
    state = session.head_state
    held = state.character_of(person.id)
    if held is not None and session.status != "gathering":
        raise AlreadyJoined(character=held.name)
    taken = sum(1 for seat in state.seats.values() if not seat.is_watching and seat.player_id != person.id)
    if taken >= session.adventure.players.most:
        raise SeatsFull(most=session.adventure.players.most)
    leaving = given_back(state, person.id) if held is not None else ()
    character = _chosen(session, person, choice)
    seat = SeatTaken(
        player_id=person.id, player_name=neutral_line(person.name, NAME_KEPT), character_id=character.id
    )
    if character.id in state.characters and not any(
        isinstance(c, CharacterRemoved) and c.character_id == character.id for c in leaving
    ):
        # An NPC whose player had left comes back into a player's hands.
        return (*leaving, CharacterHandedOver(character_id=character.id, is_user_character=True), seat)
    return (*leaving, CharacterAdded(character=character), seat)


def given_back(state: GameState, player_id: str) -> tuple[Change, ...]:
    """Before the opening: the seat is free and its characters were never there."""
    seat = state.seats.get(player_id)
    if seat is None:
        return ()
    gone = tuple(CharacterRemoved(character_id=i) for i in seat.character_ids)
    return (*gone, SeatLeft(player_id=player_id))


def left(state: GameState, seat: Seat) -> tuple[Change, ...]:
    """During play: the seat is free and its characters go on as NPCs, with the party."""
    handed = tuple(
        CharacterHandedOver(character_id=i, is_user_character=False)
        for i in seat.character_ids
        if i in state.characters
    )
    return (*handed, SeatLeft(player_id=seat.player_id))


def free_characters(session: Session) -> tuple[ReadyCharacter, ...]:
    """The ready characters that nobody plays, in the adventure's order."""
    played = {c.id for c in session.head_state.party()}
    return tuple(c for c in session.adventure.ready_characters if c.id not in played)


def _chosen(session: Session, person: Person, choice: CharacterChoice) -> Character:
    match choice:
        case ReadyChoice(name=name):
            return _ready(session, person, name)
        case OwnChoice():
            return _own(session.head_state, choice)
        case _:
            mine = session.head_state.character_of(person.id)
            others = [c for c in free_characters(session) if mine is None or c.id != mine.id]
            if not others:
                raise SeatsFull(most=session.adventure.players.most)
            # Whoever joins is not asked for dice: the person's own id picks, evenly over many people.
            return _from_pack(session.adventure, others[_spread(person.id) % len(others)])


def _ready(session: Session, person: Person, name: str) -> Character:
    wanted = name.strip().casefold()
    ready = next(
        (c for c in session.adventure.ready_characters if wanted in {c.id.casefold(), c.name.casefold()}),
        None,
    )
    if ready is None:
        raise NoSuchCharacter(name=neutral_line(name, NAME_KEPT))
    holder = next((s for s in session.head_state.seats.values() if ready.id in s.character_ids), None)
    if holder is not None and holder.player_id != person.id:
        raise CharacterTaken(character=ready.name)
    return _from_pack(session.adventure, ready)


def _from_pack(_: Adventure, ready: ReadyCharacter) -> Character:
    return Character(
        id=ready.id,
        name=ready.name,
        role=ready.role,
        is_user_character=True,
        personality_traits=ready.personality_traits,
        speaking_style=ready.speaking_style,
        goals=(ready.goal,),
    )


def _own(state: GameState, choice: OwnChoice) -> Character:
    name = neutral_line(choice.name, NAME_KEPT)
    if is_blank(name):
        raise NoSuchCharacter(name="")
    if any(c.name.casefold() == name.casefold() for c in state.characters.values()):
        raise CharacterTaken(character=name)
    goal = neutral_line(choice.goal, ROLE_KEPT)
    return Character(
        id=free_id(state, name),
        name=name,
        role=neutral_line(choice.role, ROLE_KEPT),
        is_user_character=True,
        goals=(goal,) if goal else (),
    )


def free_id(state: GameState, name: str) -> str:
    """An id for somebody of this name that nobody has: its letters, with a number if need be."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().casefold()
    stem = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:24] or "stranger"
    if not stem[0].isalpha():
        stem = f"c-{stem}"
    taken = set(state.characters)
    return next(i for i in (stem, *(f"{stem}-{n}" for n in range(2, 999))) if i not in taken)


def _spread(text: str) -> int:
    return sum(ord(letter) * (i + 1) for i, letter in enumerate(text))
