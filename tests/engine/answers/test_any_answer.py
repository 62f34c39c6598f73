"""What must hold for any answer: nothing is lost by pieces, nothing cut is used, nothing takes long."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.answers.object_reader import ObjectReader
from engine.model.update import StateUpdate
from engine.structured import MemberReader, read
from tests.engine.answers.mutations import mutated
from tests.engine.answers.sheet import Person, Place, Sheet
from tests.fakes.entropy import SeededEntropy

MARKS = "{}[]\"':,\\/*#` \n\u201c\u201d-1aNe."

SHEET = Sheet(
    place=Place(text="It's {wet} [here]: \\ 🗝️ so.", danger="tense"),
    people=(Person(id="ash", wounds=-12, items=("a rope", "5' pole")), Person(id="bryn")),
    moves=("Go, now", "Look: }]"),
)
AS_JSON = json.dumps(SHEET.model_dump(exclude_none=True))
WAYS_TO_WRITE = {
    "json": AS_JSON,
    "indented": json.dumps(json.loads(AS_JSON), indent=2, ensure_ascii=False),
    "python": repr(json.loads(AS_JSON)),
    "fenced": f"Here it is:\n```json\n{AS_JSON}\n```",
    "thought": f"It rains {{so}}.\n</think>\n{AS_JSON}",
    "bare": AS_JSON.replace('"place"', "place")
    .replace('"people"', " people ")
    .replace('"moves"', "// so\nmoves"),
    "commas": AS_JSON.replace(', "', ',, "').replace('"}', '",}').replace('"]', '",]'),
}


@pytest.mark.parametrize("way", WAYS_TO_WRITE)
def test_an_answer_cut_anywhere_holds_only_members_that_are_closed(way: str) -> None:
    """Wherever a model stops, and however it writes: half a value is never played."""
    text, reader, closed = WAYS_TO_WRITE[way], MemberReader(Sheet), Sheet()

    for cut, mark in enumerate(text, start=1):
        is_closing = reader.feed(mark)
        at_once, streamed = read(text[:cut], Sheet), reader.result()

        assert at_once == streamed
        assert is_closing or (streamed.value or Sheet()) == closed
        closed = streamed.value or Sheet()
        assert all(getattr(closed, name) in (None, getattr(SHEET, name)) for name in Sheet.model_fields)
        assert streamed.status in ("ok", "repaired") if reader.is_whole else not streamed.is_whole
    assert closed == SHEET


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**18), 10**18)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4),
    max_leaves=10,
)


MEMBERS = st.dictionaries(st.text(), JSON).filter(lambda members: not next(iter(members), "").startswith("{"))
"""A first name with a brace is taken for an object that was begun twice; strict reading comes before that."""


@given(MEMBERS, st.booleans(), st.sampled_from([None, 0, 2]))
def test_the_tolerant_reader_takes_json_for_what_it_is(
    members: dict[str, object], is_ascii: bool, indent: int | None
) -> None:
    """Being forgiving must never change what was written well."""
    text = json.dumps(members, ensure_ascii=is_ascii, indent=indent)
    reader = ObjectReader(known=())

    end = reader.read(text, 1)

    assert (end, reader.is_whole, reader.fault) == (len(text), True, "") or reader.is_too_deep
    assert reader.members == json.loads(text) or reader.is_too_deep


@given(
    st.text(MARKS).map(lambda s: '{"moves":' + s) | st.text(MARKS), st.lists(st.integers(1, 9), min_size=1)
)
def test_pieces_are_read_as_the_whole_is(text: str, sizes: list[int]) -> None:
    """What a table sees must not depend on how the network cut the answer up."""
    reader, at = MemberReader(Sheet), 0

    while at < len(text):
        size = sizes[at % len(sizes)]
        reader.feed(text[at : at + size])
        at += size

    assert reader.result() == read(text, Sheet)


def test_a_broken_answer_is_read_the_same_in_pieces() -> None:
    """The buttons that came while it was written are those that stay."""
    chance = SeededEntropy(4)

    for _ in range(300):
        text = mutated(WAYS_TO_WRITE["indented"], chance)
        reader = MemberReader(Sheet)
        for mark in text:
            reader.feed(mark)

        assert reader.result() == read(text, Sheet), text


MANY = 100_000


@pytest.mark.parametrize(
    "answer",
    [
        '{"suggestions":[' + ",".join(f'{{"label":"{n}"}}' for n in range(60_000)) + "]}",
        '{"updated_situation":{"current_scene":"' + "x" * 5_000_000 + '"}',
        "{'updated_situation':{'current_scene':'" + "it's " * MANY + "'}}",
        '{"responses":' + "[" * MANY,
        '{"responses":' + "[" * MANY + "]" * MANY + "}",
        '{"a":' * MANY,
        "{" * MANY,
        "[" * MANY,
        '{"' + '"' * MANY,
        '{"responses":"' + '" ' * MANY,
        '{"responses":"' + 'a"\nb ' * MANY,
        '{"responses":"' + "\\" * MANY,
        "{\\n" * MANY,
        "{" + "\\n" * MANY,
        '{"responses":"a"' + " " * MANY + "x",
        '{"responses":"a"\nname' + " " * MANY + "x",
        '{"responses":' + "a " * MANY,
        '{"responses":' + "9" * MANY,
        '{"responses":' + "9" * MANY + "}",
        '{"responses": /*' + "* " * MANY,
        "<think>" * MANY,
        "</think>" * MANY,
        'x {"responses":"</think>' * (MANY // 5),
        "{" + '"responses":null,' * MANY + "}",
        "{" + ",".join(f'"k{n}":1' for n in range(MANY)) + ',"responses":null}',
    ],
    ids=range(25),
)
def test_an_answer_without_end_is_only_long(answer: str) -> None:
    """A model in a loop must not stop the other tables."""
    found = read(answer, StateUpdate, is_final=True)  # one that goes back would be at it for hours

    assert (found.value is None) is (found.status == "rejected")
    assert len(found.warnings) + len(found.fault) < 300


def test_an_answer_may_come_mark_by_mark() -> None:
    """Small models send one letter at a time."""
    reader = MemberReader(StateUpdate)
    answer = json.dumps({"suggestions": [{"label": str(n), "text": "x" * 40} for n in range(850)]})
    assert len(answer) > 59_000

    closed = sum(reader.feed(mark) for mark in answer)

    assert (closed, reader.result()) == (1, read(answer, StateUpdate))
