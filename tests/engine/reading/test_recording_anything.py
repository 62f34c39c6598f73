"""Whatever a model writes down, the state stays sound."""

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.changes import fold
from engine.model.update import (
    CharacterResponse,
    CharacterUpdate,
    NewCharacter,
    SituationUpdate,
    StateUpdate,
    SuggestedMove,
    ThreadChanges,
)
from engine.moves.newcomers import PREFIX
from engine.reading.recording import changes_of
from engine.reading.world_flags import NOTES_KEPT
from tests.engine.briefs import brief

IDS = st.sampled_from(["mags", "pc-ann", "Ann", "bob", "npc-x", "nobody", ""])
TEXTS = st.text(max_size=9) | st.sampled_from(["Who lit the lamp?", "Tom", "x" * 700])
KEYS = st.sampled_from(["has_key", "lamp", "dawn", "storm", "A b"]) | st.from_regex(
    r"[a-z]{3}", fullmatch=True
)
FLAGS = st.booleans() | st.integers() | TEXTS | st.none()
UPDATES = st.builds(
    StateUpdate,
    suggestions=st.lists(
        st.builds(SuggestedMove, label=TEXTS, text=TEXTS, for_character=IDS), max_size=6
    ).map(tuple),
    updated_situation=st.builds(
        SituationUpdate,
        scene_id=st.sampled_from(["yard", "cellar", "well", "hall", "off_map", "moon", None]),
        current_scene=st.none() | TEXTS,
        new_timeline_entries=st.lists(TEXTS, max_size=5).map(tuple),
        open_threads_changes=st.builds(
            ThreadChanges, added=st.lists(TEXTS, max_size=5).map(tuple), removed=st.lists(TEXTS).map(tuple)
        ),
        world_state_flags=st.dictionaries(KEYS, FLAGS),
        new_characters=st.lists(st.builds(NewCharacter, name=TEXTS, role=TEXTS), max_size=3).map(tuple),
    ),
    updated_characters=st.lists(
        st.builds(
            CharacterUpdate,
            character_id=IDS,
            current_mood=st.none() | TEXTS,
            knowledge_gained=st.lists(TEXTS, max_size=4).map(tuple),
            relationship_changes=st.none() | st.dictionaries(IDS, TEXTS),
        ),
        max_size=4,
    ).map(tuple),
    responses=st.lists(st.builds(CharacterResponse, character_id=IDS, content=TEXTS), max_size=3).map(tuple),
)


@settings(max_examples=40, deadline=None)
@given(st.lists(UPDATES, min_size=1, max_size=4))
def test_no_record_whatever_breaks_the_state(updates: list[StateUpdate]) -> None:
    """Whatever a model writes, turn after turn: known people, known places, bounded growth."""
    told = brief()
    cast = told.state.characters

    for update in updates:
        recorded = changes_of(update, told, origin="model")
        told = replace(told, state=fold(told.state, recorded.changes))
        party = {c.id for c in told.state.party()}
        assert len(recorded.suggestions) <= 4
        assert all(s.for_character in {None, *party} for s in recorded.suggestions)
        assert all(len(s.label) <= 34 and s.text for s in recorded.suggestions)

    state, now = told.state, told.state.situation
    newcomers = state.characters.keys() - cast.keys()
    assert all(i.startswith(PREFIX) for i in newcomers)
    assert len(newcomers) <= len(updates)
    assert now.scene_id in {None, *(s.id for s in told.adventure.scenes)}
    assert len(now.open_threads) <= 12
    assert "dawn" not in now.world_state_flags
    assert len(now.world_state_flags) <= NOTES_KEPT + 5
    assert all(len(text) <= 300 for text in (now.current_scene, *now.timeline, *now.open_threads))
    for character_id, before in cast.items():
        after = state.characters[character_id]
        fixed = ("id", "name", "role", "is_user_character", "goals", "status", "sheet", "place")
        assert all(getattr(after, part) == getattr(before, part) for part in fixed)
        assert after.relationships.keys() <= state.characters.keys() - {character_id}
