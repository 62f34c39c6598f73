"""How pieces become one answer. Right, or stopped with what is closed: never a third thing."""

import json
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.looping.merging import Answer, Outcome
from tests.engine.looping.pieces import BEGUN_AGAIN, NOT_REPEATED, OF_NO_USE, REPEATED, ROWS, TALKED_AROUND
from tests.engine.looping.small_update import UPDATE, Person, Row, Rows, Situation, Update, use_case


def merged(*pieces: str) -> tuple[Answer[Update], list[Outcome]]:
    answer = Answer(Update, UPDATE)
    answer.begin(pieces[0])
    return answer, [answer.add(piece) for piece in pieces[1:]]


@pytest.mark.parametrize(("pieces", "whole"), [*REPEATED, *TALKED_AROUND, *NOT_REPEATED, *BEGUN_AGAIN])
def test_the_pieces_are_one_answer(pieces: list[str], whole: Update) -> None:
    """What the model meant to write is what is written down."""
    answer, _ = merged(*pieces)

    assert (answer.value, answer.found.status) == (whole, "repaired")


def test_where_a_phrase_is_said_again_and_again_one_of_the_readings_is_taken() -> None:
    """Nobody can say how often the bell was meant to toll; but it tolls, and then there is silence."""
    tolls = "The bell tolls. "

    answer, _ = merged(
        f'{{"situation":{{"summary":"{tolls * 3}', f'{tolls}Then silence."}},"suggestions":["Pray"]}}'
    )

    possible = [
        Update(situation=Situation(summary=f"{tolls * times}Then silence."), suggestions=("Pray",))
        for times in (3, 4)
    ]
    assert answer.value in possible


@pytest.mark.parametrize(("pieces", "outcomes", "closed"), OF_NO_USE)
def test_what_does_not_belong_to_it_changes_nothing_that_is_closed(
    pieces: list[str], outcomes: list[Outcome], closed: Update
) -> None:
    """A value that was cut is never used, and never guessed."""
    answer, became = merged(*pieces)

    assert (answer.value, answer.found.status, became) == (closed, "needs_continuation", outcomes)


def test_pieces_that_are_only_readable_one_by_one_are_put_together() -> None:
    """The member that was cut stands whole in the second piece: nothing is missing."""
    answer, became = merged(
        '{"suggestions":["Sit"],"situation":{"summary":"The ri',
        'x]} "situation":{"summary":"The river rises."}}',
    )

    assert became in (["joined"], ["merged"])
    assert answer.value == Update(suggestions=("Sit",), situation=Situation(summary="The river rises."))
    assert answer.is_whole


TEXTS = st.text(alphabet='abc xyz"\\{}[]:,\n<|ü🗝', min_size=0, max_size=30)
UPDATES = st.builds(
    Update,
    situation=st.builds(Situation, summary=TEXTS, danger=TEXTS) | st.none(),
    characters=st.lists(
        st.builds(Person, id=TEXTS, hp_delta=st.integers(-200, 200)), max_size=3, unique_by=lambda p: p.id
    ).map(tuple),
    suggestions=st.lists(TEXTS, max_size=3, unique=True).map(tuple),
)


@given(UPDATES, st.booleans(), st.data())
def test_any_update_cut_anywhere_is_rebuilt_from_an_overlap(
    update: Update, is_wide: bool, data: st.DataObject
) -> None:
    """Where the model repeats the end, as it was asked to, nothing is lost and nothing is told twice."""
    text = json.dumps(update.model_dump(mode="json"), indent=1 if is_wide else None)
    at = data.draw(st.integers(1, len(text) - 1))
    overlap = data.draw(st.integers(min(30, at), min(120, at)))

    answer, _ = merged(text[:at], text[at - overlap :])

    assert answer.value == update or _is_ambiguous(text, at, overlap)
    assert answer.is_whole


def _is_ambiguous(text: str, at: int, overlap: int) -> bool:
    """The text repeats itself here, so that the overlap could have been longer."""
    rest = text[at - overlap :]
    return any(text[:at].endswith(rest[:length]) for length in range(overlap + 1, min(at, 200) + 1))


@given(UPDATES, UPDATES, st.data())
def test_whatever_comes_next_only_closed_values_of_either_count(
    update: Update, other: Update, data: st.DataObject
) -> None:
    """Numbers stand in one of the pieces as they stand in the result."""
    text, more = update.model_dump_json(), other.model_dump_json()
    first = text[: data.draw(st.integers(1, len(text) - 1))]
    second = more[data.draw(st.integers(0, len(more) - 1)) :]

    answer, _ = merged(first, second)

    numbers = {p.hp_delta for p in (*(update.characters or ()), *(other.characters or ()))}
    got = {p.hp_delta for p in (answer.value.characters or ())} if answer.value else set()
    assert got <= numbers | {None}


def accumulated(*pieces: str) -> Rows | None:
    answer = Answer(Rows, use_case(supports_accumulation=True))
    answer.begin(pieces[0])
    for piece in pieces[1:]:
        answer.add(piece)
    return answer.value


@pytest.mark.parametrize("pieces", ROWS)
def test_rows_of_a_table_are_added_each_roll_once(pieces: Sequence[str]) -> None:
    """A long table comes in pieces, and no roll has two results."""
    rows = [Row(roll="1", text="rat"), Row(roll="2", text="bat"), Row(roll="3", text="cat")]

    assert accumulated(*pieces) == Rows(rows=tuple(rows))


def test_closed_rows_count_even_if_the_rest_never_comes() -> None:
    """Nine rows of ten are a table; half a row is not a row."""
    assert accumulated('{"title":"Beasts","rows":[{"roll":"1","text":"rat"},{"roll":"2","te') == Rows(
        title="Beasts", rows=(Row(roll="1", text="rat"),)
    )


@pytest.mark.parametrize(
    "piece",
    [
        *("</think>" * 20_000, '{"a":[' * 20_000, '"},{"' * 40_000, "\\" * 200_000, "x" * 200_000),
        *(" " * 200_000 + "x", '","' + " " * 200_000 + "x"),
    ],
    ids=range(7),
)
def test_a_piece_that_makes_no_sense_changes_nothing(piece: str) -> None:
    """A model gone mad holds up nobody."""
    answer, _ = merged('{"suggestions":["Sit"],"situation":{"summary":"Half', piece)

    assert answer.value == Update(suggestions=("Sit",))


def test_a_megabyte_is_put_together_too() -> None:
    """An answer that grew out of all bounds holds up nobody."""
    text = json.dumps(
        {"suggestions": [f"Move {number}" for number in range(60_000)], "situation": {"summary": "x"}}
    )
    at = len(text) - 20

    answer, _ = merged(text[:at], text[at - 50 :])

    assert answer.is_whole
