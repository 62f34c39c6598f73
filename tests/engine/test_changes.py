"""State is a fold of changes, and a change that was stored comes back as it was."""

from typing import get_args

from hypothesis import given
from hypothesis import strategies as st

from engine.changes import fold
from engine.model.change import CHANGES as STORED
from engine.model.change import Change, upgraded
from engine.model.changes.cast import CharacterAdded, KnowledgeGained
from engine.model.changes.situation import FlagSet, SceneSet, ThreadOpened, TimelineAppended
from engine.model.character import Character
from engine.model.state import KNOWLEDGE_KEPT, TIMELINE_KEPT, GameState
from tests.engine.changes_at_random import CHANGES

ADA = Character(id="ada", name="Ada", role="pilot", is_user_character=True)


@given(st.lists(CHANGES, max_size=12), st.integers(0, 12))
def test_folding_in_parts_gives_what_folding_at_once_gives(changes: list[Change], cut: int) -> None:
    """A game that was stored between two changes goes on as if it had not been."""
    at_once = fold(GameState(), changes)

    in_parts = fold(fold(GameState(), changes[:cut]), changes[cut:])

    assert in_parts == at_once


@given(st.lists(CHANGES, max_size=8))
def test_changes_read_back_are_the_changes_that_were_written(changes: list[Change]) -> None:
    """What the log says after a restart is what happened."""
    written = STORED.dump_json(tuple(changes))

    assert STORED.validate_json(written) == tuple(changes)


@given(st.lists(CHANGES, max_size=12))
def test_a_state_read_back_is_the_state_that_was_written(changes: list[Change]) -> None:
    """The head survives the store."""
    state = fold(GameState(), changes)

    assert GameState.model_validate_json(state.model_dump_json()) == state


@given(st.lists(CHANGES, max_size=12))
def test_folding_leaves_the_state_before_as_it_was(changes: list[Change]) -> None:
    """Undo can go back to it."""
    before = fold(GameState(), [CharacterAdded(character=ADA), ThreadOpened(text="who rang?")])
    copy = before.model_copy(deep=True)

    fold(before, changes)

    assert before == copy


def test_every_kind_of_change_has_a_name_of_its_own() -> None:
    """Two kinds of one name could not be told apart in the log."""
    names = [kind.model_fields["kind"].default for kind in get_args(Change)]

    assert len(set(names)) == len(names)


def test_a_stored_change_of_an_old_version_is_brought_up_to_date_step_by_step() -> None:
    """Games outlive releases."""
    upgrades = {
        ("scene_set", 0): lambda raw: {**raw, "v": 1, "scene": raw["place"]},
        ("scene_set", 1): lambda raw: {"kind": "scene_set", "v": 2, "scene_id": raw["scene"]},
    }

    found = upgraded({"kind": "scene_set", "v": 0, "place": "hall"}, upgrades)

    assert SceneSet.model_validate(found) == SceneSet(v=2, scene_id="hall")


def test_a_flag_set_to_null_is_gone() -> None:
    """A new value takes the place of the old one; null takes the flag away."""
    state = fold(GameState(), [FlagSet(key="lit", value=True), FlagSet(key="wet", value=2)])

    state = fold(state, [FlagSet(key="lit", value=None), FlagSet(key="wet", value=3)])

    assert state.situation.world_state_flags == {"wet": 3}


def test_the_head_keeps_the_newest_entries_only() -> None:
    """A long campaign stays as fast as a short one."""
    timeline = [TimelineAppended(text=f"day {n}") for n in range(100)]
    knowledge = [KnowledgeGained(character_id="ada", text=f"fact {n}") for n in range(100)]

    state = fold(GameState(), [CharacterAdded(character=ADA), *timeline, *knowledge])

    assert state.situation.timeline == tuple(f"day {n}" for n in range(100 - TIMELINE_KEPT, 100))
    assert state.characters["ada"].knowledge == tuple(f"fact {n}" for n in range(100 - KNOWLEDGE_KEPT, 100))


def test_a_change_for_somebody_unknown_changes_nothing() -> None:
    """A name that a model made up creates nobody."""
    state = fold(GameState(), [KnowledgeGained(character_id="nobody", text="the way out")])

    assert state == GameState()
