"""Numbers for whoever sits down, where the adventure is played by rules."""

from engine.draws import Draws
from engine.model.change import Change
from engine.model.changes.cast import CharacterAdded
from engine.model.changes.seats import SeatTaken
from engine.model.session import Session
from engine.requests import Person
from engine.rules.making.newcomers import Newcomer, newcomers
from engine.tool import Ruleset


def outfitted(
    session: Session, person: Person, changes: tuple[Change, ...], ruleset: Ruleset, dice: Draws
) -> tuple[Change, ...]:
    """The same changes, with a sheet for every new character and, in a funnel, those who come along.

    The chosen character is the one that the player moves first. Unchanged in a pure story.
    """
    if not ruleset.has_sheets:
        return changes
    done: list[Change] = []
    for change in changes:
        if not isinstance(change, CharacterAdded):
            done.append(change)
            continue
        ready = session.adventure.ready_character(change.character.id)
        state = session.head_state
        people = newcomers(
            Newcomer(
                character=change.character,
                book=ruleset.book,
                dice=dice,
                funnel=session.settings.funnel,
                class_id=ready.class_id if ready else None,
                alignment=ready.alignment if ready else None,
                taken=frozenset(c.name for c in state.characters.values()),
            )
        )
        first, *others = people
        for other in others:
            done.append(CharacterAdded(character=other))
            done.append(SeatTaken(player_id=person.id, player_name=person.name, character_id=other.id))
        done.append(CharacterAdded(character=first))
    return tuple(done)
