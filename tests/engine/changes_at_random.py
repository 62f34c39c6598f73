"""Any change whatever, for property tests."""

from typing import get_args

from hypothesis import strategies as st

from engine.model.action import ToolCall
from engine.model.change import Change
from engine.model.character import Character
from engine.model.rules.active_effect import ActiveEffect
from engine.model.rules.creature import Creature
from engine.model.rules.item import Item
from engine.model.rules.sheet import KnownSpell, Sheet
from engine.model.suggestion import Suggestion

WORDS = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
NAMES = st.text("abc", min_size=1, max_size=12)
IDS = st.sampled_from(["ada", "bo", "cy", "m1"])

SLUGS = st.sampled_from(["sword", "scar", "deaf", "rope-1"])
EFFECTS = st.builds(
    ActiveEffect,
    id=SLUGS,
    name=NAMES,
    damage=st.none() | st.just("1d6"),
    scene_id=st.none(),
    only_in=st.none(),
)
ITEMS = st.builds(Item, kind=SLUGS, name=NAMES, id=SLUGS)
SHEETS = st.builds(
    Sheet,
    occupation=SLUGS,
    luck_sign=SLUGS,
    lucky_weapon=st.none(),
    spells=st.lists(st.builds(KnownSpell, id=SLUGS, quirk=st.none()), max_size=2).map(tuple),
    items=st.lists(ITEMS, max_size=3).map(tuple),
    effects=st.lists(EFFECTS, max_size=2).map(tuple),
    skills=st.just({}),
)
CREATURES = st.builds(
    Creature,
    id=IDS,
    kind=SLUGS,
    name=NAMES,
    effects=st.lists(EFFECTS, max_size=2).map(tuple),
    made_up=st.none(),
)

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
    sheet=st.none() | SHEETS,
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
    "creature_id": IDS,
    "creature": CREATURES,
    "whom": IDS,
    "effect": EFFECTS,
    "effect_id": SLUGS,
    "item": ITEMS,
    "item_id": SLUGS,
    "sheet": SHEETS,
    "spells": st.lists(st.builds(KnownSpell, id=SLUGS, quirk=st.none()), max_size=2).map(tuple),
}


def _of(kind: type[Change]) -> st.SearchStrategy[Change]:
    known = {name: s for name, s in _KNOWN.items() if name in kind.model_fields}
    return st.builds(kind, v=st.just(1), **known)


CHANGES = st.one_of([_of(kind) for kind in get_args(Change)])
