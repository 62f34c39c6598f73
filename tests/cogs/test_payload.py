"""Rules of the gate: whatever the story or a model brings, Discord takes it."""

from hypothesis import given, settings
from hypothesis import strategies as st

from cogs.payload import Button, Card, Menu, Option, Payload, clipped, disabled, gated, rows_of, units

TEXT = st.text(alphabet=st.characters(codec="utf-8"), max_size=60) | st.sampled_from(
    ["🜂" * 3000, "x" * 7000, "", " "]
)
BUTTON = st.builds(Button, custom_id=st.sampled_from(["a", "b", "c", "", "x" * 101]), label=TEXT)
OPTION = st.builds(Option, value=st.sampled_from(["1", "2", "y" * 200]), label=TEXT, description=TEXT)
MENU = st.builds(
    Menu,
    custom_id=st.sampled_from(["m", "n"]),
    placeholder=TEXT,
    options=st.lists(OPTION, max_size=40).map(tuple),
)
ROWS = st.lists(st.lists(BUTTON, max_size=8).map(tuple) | MENU.map(lambda m: (m,)), max_size=8).map(tuple)
CARD = st.none() | st.builds(Card, text=TEXT, title=TEXT, footer=TEXT)


@given(st.builds(Payload, text=TEXT, card=CARD, rows=ROWS))
@settings(max_examples=200, deadline=None)
def test_nothing_leaves_that_discord_would_refuse(payload: Payload) -> None:
    """A refused message is a turn that nobody reads."""
    out = gated(payload)

    items = [item for row in out.rows for item in row]
    ids = [item.custom_id for item in items]
    assert units(out.text) <= 2000
    assert out.text.strip() or out.card
    assert len(out.rows) <= 5
    assert all(1 <= len(row) <= 5 for row in out.rows)
    assert len(ids) == len(set(ids))
    assert all(1 <= units(i) <= 100 for i in ids)
    assert all(1 <= units(item.label) <= 80 for item in items if isinstance(item, Button))
    for menu in (item for item in items if isinstance(item, Menu)):
        values = [option.value for option in menu.options]
        assert 1 <= len(values) <= 25
        assert len(values) == len(set(values))
        assert all(units(o.label) <= 100 and units(o.description) <= 100 for o in menu.options)
    if out.card:
        assert 0 < units(out.card.text + out.card.title + out.card.footer) <= 6000


@given(TEXT, st.integers(2, 80))
@settings(max_examples=100, deadline=None)
def test_a_clipped_text_is_whole_or_says_that_it_goes_on(text: str, limit: int) -> None:
    """A text that just stops looks like a fault."""
    kept = clipped(text, limit)

    assert units(kept) <= limit
    assert kept == text or kept.endswith("…")


def test_half_an_emoji_is_shown_as_a_sign_that_something_is_missing() -> None:
    """Models cut emoji in two; Discord takes no message with half of one."""
    sent = gated(Payload("A bird: \ud83e", Card("\udda9 flies"), ((Button("a", "1. \ud83e\udda9"),),)))

    assert sent == Payload("A bird: \ufffd", Card("\ufffd flies"), ((Button("a", "1. \U0001f9a9"),),))


def test_a_chosen_button_is_marked_by_a_sign_and_not_by_colour_alone() -> None:
    """Who cannot see green still sees what was chosen."""
    rows = rows_of((Button("a", "1. Open"), Button("b", "2. Wait")))

    assert disabled(rows, frozenset({"a"})) == (
        (Button("a", "✓ 1. Open", "good", is_disabled=True), Button("b", "2. Wait", is_disabled=True)),
    )


def test_nine_buttons_stand_in_two_rows() -> None:
    """Discord takes five in a row."""
    rows = rows_of(tuple(Button(str(n), "x") for n in range(9)))

    assert [len(row) for row in rows] == [5, 4]
