"""Any change whatever, for property tests."""

from typing import get_args

from hypothesis import strategies as st

from engine.model.action import ToolCall
from engine.model.change import Change
from engine.model.character import Character
from engine.model.suggestion import Suggestion

WORDS = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
IDS = st.sampled_from(["ada", "bo", "cy", "m1"])

CHARACTERS = st.builds(
    Character,
    id=IDS,
    name=WORDS,
    role=WORDS,
    is_user_character=st.booleans(),
    personality_traits=st.tuples(WORDS),
    goals=st.just(()),
    knowledge=st.just(()),
    relationships=st.just({}),
    acted_on=st.integers(0, 9),
    sheet=st.none(),
)

SUGGESTIONS = st.builds(
    Suggestion,
    label=st.text("abc", min_size=1, max_size=34),
    text=WORDS,
    call=st.none() | st.builds(ToolCall, args=st.dictionaries(WORDS, st.integers() | WORDS), needs=st.none()),
)

_KNOWN = {
    "suggestions": st.lists(SUGGESTIONS, max_size=4).map(tuple),
    "character_id": IDS,
    "player_id": IDS,
    "other_id": IDS,
    "character": CHARACTERS,
}


def _of(kind: type[Change]) -> st.SearchStrategy[Change]:
    known = {name: s for name, s in _KNOWN.items() if name in kind.model_fields}
    return st.builds(kind, v=st.just(1), **known)


CHANGES = st.one_of([_of(kind) for kind in get_args(Change)])
