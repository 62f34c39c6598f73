"""What of an answer counts that was cut, and which answers cannot be used at all."""

import json

import pytest

from engine.structured import Read, read
from tests.engine.answers.sheet import Sheet, of

WET = '{"place":{"text":"Wet."},"moves":["Go"]}'
IS_WET = of("Wet.", "Go")


@pytest.mark.parametrize(
    "answer",
    [
        "",
        " \n",
        "\ufeff",
        "The door opens.",
        "{}",
        "[]",
        "null",
        '"The door opens."',
        '{"hp":3}',
        '{"type":"object","properties":{"moves":{"type":"array"}}}',
        "<think>It rains.",
        '<think>{"moves":["Go"]}',
        '{"moves":[}',
        '{"moves":["Go"},"place":null}',
        '{"moves":["He cried "run", and ran","Go"]}',
        '{"moves":"Go": "Stay"}',
        '{"place":{"text":"He says "go": now"}}',
        '{"moves" ["Go"]}',
        '{"moves":["G',
        '{"mov',
    ],
)
def test_what_cannot_be_understood_is_refused_with_a_reason(answer: str) -> None:
    """Half a sentence, or a guess, would become a truth of the story."""
    found = read(answer, Sheet, is_final=True)

    assert (found.status, found.value) == ("rejected", None)
    assert found.fault.startswith("The answer ")


@pytest.mark.parametrize(
    ("cut", "closed"),
    [
        ('{"place":{"text":"Wet."},"people":[{"id":"ash","wounds":-1', of("Wet.")),
        ('{"place":{"text":"Wet."},"people":[{"id":"ash","items":["rope"]},{"id":"bryn","it', of("Wet.")),
        ('{"place":{"text":"Wet."},', of("Wet.")),
        ('{"place":{"text":"Wet."}', of("Wet.")),
        ('{"place":{"text":"Wet."},"moves":["Go"', of("Wet.")),
        ('{"place":{"text":"Wet."},"moves":["Go"]', IS_WET),
        ('{"place":{"text":"Wet."},"moves":nul', of("Wet.")),
        ("{'place':{text:'Wet.',},'moves':['Go',", of("Wet.")),
        ("{place:{text:'Wet.',},moves:['Go',], // and", IS_WET),
        ('{"moves":"Go', None),
        ('{"moves":"Go"', None),
        ('{"place', None),
    ],
)
def test_only_what_is_closed_counts_of_a_cut_answer(cut: str, closed: Sheet | None) -> None:
    """The rope must not leave one bag while its arrival in the other is cut off; -1 may become -12."""
    found = read(f"Here:\n{cut}", Sheet)
    last = read(cut, Sheet, is_final=True)

    assert (found.status, found.value, found.text) == ("needs_continuation", closed, cut)
    assert (last.status, last.value) == ("partial" if closed else "rejected", closed)


def test_a_fence_that_ends_first_leaves_the_object_cut() -> None:
    """The talk behind a forgotten brace is no part of the answer."""
    found = read('```json\n{"place":{"text":"Wet."}\n```\nShall I go on?', Sheet)

    assert found == Read(
        "needs_continuation",
        of("Wet."),
        fault="The answer stops before its closing brace.",
        text='{"place":{"text":"Wet."}\n',
    )


def test_a_cut_text_of_json_can_be_continued_as_what_it_holds() -> None:
    """What a model has wrapped goes on unwrapped."""
    found = read(json.dumps(WET)[:-12], Sheet)

    assert (found.status, found.value) == ("needs_continuation", of("Wet."))
    assert WET.startswith(found.text)
