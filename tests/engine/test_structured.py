"""Reading what a model wrote down."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.model.update import CharacterUpdate, SituationUpdate, StateUpdate, SuggestedMove
from engine.structured import MemberReader, Read, read

WET = '{"updated_situation":{"current_scene":"Wet."},"responses":null}'
IS_WET = StateUpdate(updated_situation=SituationUpdate(current_scene="Wet."))

WHOLE = json.dumps(
    {
        "suggestions": [{"type": "explore", "label": "Look: }]", "text": '\\"', "risk_level": "low"}],
        "updated_situation": {"current_scene": "A, {b} [c]", "world_state_flags": {"n": 12}},
        "updated_characters": [{"character_id": "mags", "knowledge_gained": ["x"]}],
        "responses": None,
    }
)


@pytest.mark.parametrize(
    "answer",
    [
        WET,
        f"\ufeff\r\n{WET}\n\n\n",
        f"```json\n{WET}\n```\nShall I go on?",
        f"Sure! Here it is:\n```\n{WET}\n```",
        f"Here it is: {WET}",
        f"It rains, so I write {{that}}.\n</think>{WET}",
        '{"updated_situation":{"current_scene":"W\\u0000et\\u0007."}}',
        '{"updated_situation":{"current_scene":"Dry."},"updated_situation":{"current_scene":"Wet."}}',
        '{"updated_situation":{"current_scene":"Wet.","mood":3},"hp":{"ann":-4}}',
        '{"updated_situation":{"current_scene":"Wet.","scene_id":-Infinity},"responses":null}',
        '{"updated_situation":{"current_scene":"Wet.","scene_id":' + "9" * 5000 + "}}",
        f'{{"type":"object","properties":{{"responses":{{"type":"array"}}}}}}\n{WET}',
        f'For example {{so}} or {{"so": 1}}:\n```json\n{WET}\n```',
    ],
)
def test_an_answer_is_found_whatever_stands_around_it(answer: str) -> None:
    """Nobody at the table should notice that a model is chatty."""
    found = read(answer, StateUpdate)

    assert (found.value, found.is_whole) == (IS_WET, True)


@pytest.mark.parametrize(
    ("answer", "fault"),
    [
        ("", "The answer is empty."),
        ("The door opens.", "The answer contains no JSON object."),
        ("{}", "none of the members suggestions,"),
        ('{"hp": 3}', "none of the members suggestions,"),
        ('{"responses": [}', "} closes what another mark has opened"),
        ("<think>Rain, then", "before its thought has ended"),
        ('{"responses": ' + "[" * 2000, "nests too deeply"),
        ('{"updated_situation": {"current_scene": "We', "stops before"),
    ],
)
def test_what_cannot_be_read_is_named_for_the_model(answer: str, fault: str) -> None:
    """The corrective try can only help if it says what was wrong."""
    found = read(answer, StateUpdate, is_final=True)

    assert (found.status, found.value) == ("rejected", None)
    assert fault in found.fault


def test_what_is_no_object_where_one_is_due_costs_that_member_only() -> None:
    """A sentence instead of a situation is no reason to lose the buttons."""
    answer = '{"suggestions":[{"label":"Go"}],"updated_situation":"Wet.","updated_characters":NaN}'

    found = read(answer, StateUpdate)

    assert found.value == StateUpdate(suggestions=(SuggestedMove(label="Go"),), updated_characters=())
    assert len(found.warnings) == 2


def test_objects_that_say_nothing_to_us_are_passed_over_while_the_answer_comes() -> None:
    """A model that repeats the form before it fills it in has still filled it in."""
    reader = MemberReader(StateUpdate)
    answer = '{"type":"object","properties":{"responses":{}}} {no} {"a":{"suggestions":[]}}' + " " * 300 + WET

    closed = [reader.feed(mark) for mark in answer]

    assert reader.is_whole
    assert (reader.result().value, closed.count(True)) == (IS_WET, 2)


def test_a_cut_value_is_never_used() -> None:
    """-1 may be the beginning of -12; a rope that left one bag must arrive in another."""
    cut = (
        '{"updated_situation":{"current_scene":"Arrows fly."},'
        '"updated_characters":[{"character_id":"mags","current_mood":"calm"},{"character_id":"a'
    )

    assert read(f"Here: {cut}", StateUpdate) == Read(
        "needs_continuation",
        StateUpdate(updated_situation=SituationUpdate(current_scene="Arrows fly.")),
        fault="The answer stops before its closing brace.",
        text=cut,
    )


def test_an_answer_cut_anywhere_holds_only_members_that_were_closed() -> None:
    """Cut text is never used, wherever a model stops."""
    whole = read(WHOLE, StateUpdate).value or StateUpdate()
    ends = {
        "suggestions": "}],",
        "updated_situation": "}},",
        "updated_characters": "}],",
        "responses": "null}",
    }
    closed_from = {name: WHOLE.index(end, WHOLE.index(f'"{name}"')) + len(end) for name, end in ends.items()}

    for length in range(len(WHOLE)):
        found = read(WHOLE[:length], StateUpdate).value or StateUpdate()
        for name, closed in closed_from.items():
            assert getattr(found, name) in (None, getattr(whole, name))
            if length >= closed:
                assert getattr(found, name) == getattr(whole, name)


@given(st.lists(st.integers(1, 40), min_size=1))
def test_members_are_handed_over_as_they_close_however_the_answer_is_cut_into_pieces(
    sizes: list[int],
) -> None:
    """The buttons appear while the rest is still being written."""
    reader, at, seen = MemberReader(StateUpdate), 0, []

    while at < len(WHOLE):
        size = sizes[at % len(sizes)]
        if reader.feed(WHOLE[at : at + size]):
            seen.append(reader.result().value or StateUpdate())
        at += size

    assert reader.is_whole
    assert reader.result() == read(WHOLE, StateUpdate)
    assert seen[-1] == reader.result().value
    assert seen[0].suggestions == seen[-1].suggestions


@given(st.text() | st.text('{}[]":,\\ntrue1.-e `').map(lambda s: '{"responses":' + s))
def test_any_text_is_read_or_unreadable(text: str) -> None:
    """Nothing that a model writes can break a turn."""
    found = read(text, StateUpdate, is_final=True)

    assert (found.value is None) is (found.status == "rejected")
    assert bool(found.fault) is not found.is_whole


def test_one_wrong_field_costs_that_field_only() -> None:
    """A model's slip loses a mood, not the evening."""
    answer = json.dumps(
        {
            "suggestions": {"type": "EXPLORE", "label": "Look", "text": "Look.", "risk_level": "deadly"},
            "updated_situation": {"current_scene": 7, "new_timeline_entries": "It rained.", "scene_id": None},
            "updated_characters": {
                "mags": {"current_mood": "calm", "knowledge_gained": ["a", "a", 3, "b"]},
                "bo": {"current_mood": ["angry"]},
            },
            "responses": [{"type": "speech"}, "Hello", None],
        }
    )

    found = read(answer, StateUpdate)

    assert found.value == StateUpdate(
        suggestions=(SuggestedMove(type="explore", label="Look", text="Look.", risk_level="medium"),),
        updated_situation=SituationUpdate(new_timeline_entries=("It rained.",)),
        updated_characters=(
            CharacterUpdate(character_id="mags", current_mood="calm", knowledge_gained=("a", "b")),
            CharacterUpdate(character_id="bo"),
        ),
        responses=(),
    )
    assert len(found.warnings) == 7
