"""The check of every field that a model writes."""

from typing import Annotated

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import Field, JsonValue

from engine.model.noun import Noun
from engine.model.update import StateUpdate
from engine.reading.field_check import checked


class Wound(Noun):
    who: str
    depth: Annotated[int, Field(ge=-200, le=200)]
    tags: tuple[Annotated[str, Field(max_length=5)], ...] = ()
    bleeds: bool = False
    share: float = 0.5


@pytest.mark.parametrize(
    ("depth", "kept"),
    [
        (-4, -4), (3.0, 3), ("-4", -4), ("+2", 2), ("3.0", 3),
        ("4 damage", None), (True, None), (10**30, None), (-99999, None), (3.5, None), (None, None),
    ],
)  # fmt: skip
def test_a_whole_number_is_taken_as_written_or_not_at_all(depth: JsonValue, kept: int | None) -> None:
    """Out of range is dropped, not clamped; words are no numbers."""
    found = checked({"who": "ann", "depth": depth}, Wound)

    assert (found and found[0].depth) == kept


def test_what_breaks_a_limit_is_left_out_and_the_rest_stays() -> None:
    """An over-long tag loses the tags, not the wound."""
    found = checked({"who": "a\ud800\x07", "depth": 1, "tags": ["toolong"], "bleeds": 1, "share": "x"}, Wound)

    assert found is not None
    assert found[0] == Wound(who="a\ufffd", depth=1)
    assert len(found[1]) == 3


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from([*StateUpdate.model_fields, "character_id", "label", "x"]), inner)
    ),
    max_leaves=12,
)


@given(st.dictionaries(st.sampled_from(list(StateUpdate.model_fields)), JSON))
def test_no_value_whatever_breaks_the_check(value: dict[str, JsonValue]) -> None:
    """What comes out is a sound noun, or nothing."""
    found = checked(value, StateUpdate)

    assert found is not None
    assert StateUpdate.model_validate(found[0].model_dump()) == found[0]
