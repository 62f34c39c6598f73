"""However long a campaign gets, what is told of its state does not outgrow the window."""

import json
from dataclasses import replace

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.context import context_of
from engine.model.character import Character
from engine.model.state import GameState, Situation, Steering
from engine.sight.context_pen import Page
from engine.sight.context_text import before_actions
from engine.words.tokens import Measure
from tests.engine import fen
from tests.engine.changes_at_random import SHEETS

RULER = Measure(3.75)

LONG = (("👾", 400), ("字", 300), ("x", 2000), ("[INST]", 200), ("ä ö ü ", 99))
numbers = st.integers() | st.floats(allow_nan=False, allow_infinity=False)
words = st.text(max_size=30) | st.sampled_from(LONG).map(lambda long: long[0] * long[1])
many = st.lists(words, max_size=40).map(tuple)
characters = st.builds(
    Character,
    id=st.text(min_size=1, max_size=12),
    name=words,
    role=words,
    is_user_character=st.booleans(),
    personality_traits=many,
    speaking_style=words,
    goals=many,
    current_mood=words,
    status=words,
    knowledge=many,
    relationships=st.dictionaries(words, words, max_size=20),
    recent_actions_summary=words,
    place=st.none() | words,
    sheet=st.none() | SHEETS,
)
states = st.builds(
    GameState,
    situation=st.builds(
        Situation,
        scene_id=st.none() | st.just("weir"),
        setting=words,
        current_scene=words,
        timeline=many,
        open_threads=many,
        external_pressures=many,
        world_state_flags=st.dictionaries(words, words | st.integers() | st.booleans(), max_size=40),
    ),
    characters=st.lists(characters, max_size=14).map(lambda people: {c.id: c for c in people}),
    steering=st.builds(Steering, desired_tone=words, note=words, focus_characters=many),
)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(state=states, tokens=st.sampled_from([60, 300, 500, 900]))
def test_any_state_is_told_within_the_budget(state: GameState, tokens: int) -> None:
    """However long a campaign gets, the prompt does not outgrow its window."""
    brief = replace(fen.brief(3, state=state), actions=())
    page = Page(tokens, RULER)

    text = before_actions(context_of(brief), page).text

    assert RULER.tokens(text) <= tokens
    assert isinstance(json.loads(text), dict)
    assert not any(mark in text for mark in ("[INST", "<", ">"))
