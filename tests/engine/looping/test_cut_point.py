"""Where an answer was cut, and how that place is drawn."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.looping.cut_point import hierarchy, scan


@pytest.mark.parametrize(
    ("text", "drawn"),
    [
        ("", " <-- CUT POINT"),
        ("{", "{\n  <-- CUT POINT"),
        ('{"sug', '{\n  "sug <-- CUT POINT'),
        ('{"a"', '{\n  "a" <-- CUT POINT'),
        ('{"a": 1', '{\n  "a": 1 <-- CUT POINT'),
        ('{"a": 1,', '{\n  "a": 1,\n  <-- CUT POINT'),
        ('{"a": [', '{\n  "a": [\n    <-- CUT POINT'),
        ('{"a": [1, {"b": "y', '{\n  "a": [\n    … 1 complete entry,\n    {\n      "b": "y <-- CUT POINT'),
        ('{"a": {"b": [1, 2, 3], "c', '{\n  "a": {\n    "b": [1, 2, 3],\n    "c <-- CUT POINT'),
    ],
)  # fmt: skip
def test_the_place_is_drawn_inside_all_that_is_open(text: str, drawn: str) -> None:
    """A model finds its way back by the structure around the cut."""
    assert hierarchy(text, scan(text)) == drawn


def test_the_drawing_stays_small_whatever_was_written() -> None:
    """A long answer does not fill the window a second time."""
    long = (
        '{"a": "'
        + "x" * 5000
        + '", "b": {'
        + ",".join(f'"m{n}": [1]' for n in range(99))
        + ', "c": "'
        + "y" * 999
    )

    drawn = hierarchy(long, scan(long))

    assert len(drawn) < 500
    assert drawn.endswith("y <-- CUT POINT")
    deep = '{"a":[' * 500
    assert len(hierarchy(deep, scan(deep))) < 500


@pytest.mark.parametrize("text", ['{"a": "x\\', '{"a": "x', '{"a": "x\\"'])
def test_a_cut_inside_a_text_is_known(text: str) -> None:
    """An escaped quote does not close a text."""
    assert scan(text).is_in_text


@pytest.mark.parametrize("text", ['{"a": -1', '{"a": tru', '{"a": 1.'])
def test_a_number_or_word_at_the_end_may_go_on(text: str) -> None:
    """-1 may be the beginning of -12."""
    cut = scan(text)

    assert (cut.is_in_word, cut.levels[0].elements) == (True, [])


@pytest.mark.parametrize(
    "text",
    [
        "{'a': 1",
        '{"a" 1',
        '{"a": 1 "b"',
        '{"a": [1}',
        '{"a": nul,',
        '{"a": 1}}',
        'x {"a"',
        '{"a": [1,]',
        "{,",
    ],
)
def test_what_is_no_json_is_seen(text: str) -> None:
    """Two pieces that only look like JSON together are not joined."""
    assert not scan(text).is_strict


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=12,
)


@given(st.dictionaries(st.text(max_size=4), VALUES, max_size=4), st.booleans(), st.data())
def test_any_beginning_of_any_json_is_strict_and_closed_as_far_as_it_says(
    value: dict[str, object], is_wide: bool, data: st.DataObject
) -> None:
    """The place of the cut is right for whatever was written."""
    text = json.dumps(value, indent=2 if is_wide else None)
    cut_at = data.draw(st.integers(1, len(text)))

    cut = scan(text[:cut_at])

    assert cut.is_strict
    assert bool(cut.levels) == (cut_at < len(text))
    for element in cut.levels[0].elements if cut.levels else []:
        name, written = json.loads(element.name), text[element.value : element.end]
        assert json.loads(written) == json.loads(text)[name]
