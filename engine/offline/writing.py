"""What a played turn changed, in the form in which every game master writes it down."""

from engine.model.adventure import Adventure
from engine.model.changes.situation import SceneDescribed, TimelineAppended
from engine.model.noun import Flag
from engine.model.state import GameState, Situation
from engine.model.update import (
    CharacterResponse,
    CharacterUpdate,
    SituationUpdate,
    StateUpdate,
    SuggestedMove,
    ThreadChanges,
)
from engine.moves.moment import Moment
from engine.moves.suggesting import engine_suggestions
from engine.ports import Locale


def update_of(
    before: GameState, moment: Moment, responses: tuple[CharacterResponse, ...], locale: Locale, number: int
) -> StateUpdate:
    """The difference between the state before the turn and the moment after it; next moves from there."""
    return StateUpdate(
        suggestions=next_moves(moment.adventure, moment.state, locale, number),
        updated_situation=_situation(before.situation, moment),
        updated_characters=_characters(before, moment.state) or None,
        responses=responses or None,
    )


def next_moves(
    adventure: Adventure, state: GameState, locale: Locale, number: int
) -> tuple[SuggestedMove, ...]:
    """The engine's own suggestions, as a game master writes them down."""
    return tuple(
        SuggestedMove(type=s.type, label=s.label, text=s.text, risk_level=s.risk_level)
        for s in engine_suggestions(adventure, state, locale, number)
    )


def _situation(before: Situation, moment: Moment) -> SituationUpdate | None:
    after = moment.state.situation
    added = tuple(t for t in after.open_threads if t not in before.open_threads)
    removed = tuple(t for t in before.open_threads if t not in after.open_threads)
    flags = _flags(before.world_state_flags, after.world_state_flags)
    update = SituationUpdate(
        scene_id=after.scene_id if after.scene_id != before.scene_id else None,
        current_scene=next((c.text for c in reversed(moment.changes) if isinstance(c, SceneDescribed)), None),
        new_timeline_entries=tuple(c.text for c in moment.changes if isinstance(c, TimelineAppended)),
        open_threads_changes=ThreadChanges(added=added, removed=removed) if added or removed else None,
        world_state_flags=flags or None,
    )
    return None if update == SituationUpdate() else update


def _flags(before: dict[str, Flag], after: dict[str, Flag]) -> dict[str, Flag | None]:
    gone: dict[str, Flag | None] = {key: None for key in before if key not in after}
    return gone | {key: value for key, value in after.items() if key not in before or before[key] != value}


def _characters(before: GameState, after: GameState) -> tuple[CharacterUpdate, ...]:
    updates = []
    for character in after.characters.values():
        known = before.characters[character.id].knowledge
        learnt = tuple(text for text in character.knowledge if text not in known)
        if learnt:
            updates.append(CharacterUpdate(character_id=character.id, knowledge_gained=learnt))
    return tuple(updates)
