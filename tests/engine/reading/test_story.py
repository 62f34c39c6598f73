"""A story while it is told."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.reading.story import Story
from engine.words.sentences import ends_whole


@pytest.mark.parametrize(
    ("said", "held", "left", "held_then"),
    [
        ("The rain", " fal", "The rain", ""),
        ("The rain", " falls on the ro", "The rain falls on the", " falls on the"),
        ("The rain", " falls.", "The rain falls.", " falls."),
        ("", "Rai", "", ""),
    ],
)
def test_half_a_word_that_nobody_heard_is_dropped_at_a_break(
    said: str, held: str, left: str, held_then: str
) -> None:
    """The rest begins with a whole word, so that the seam can be seen."""
    story = Story(said, held)

    story.break_off()

    assert (story.text, story.held) == (left, held_then)


@pytest.mark.parametrize(
    ("said", "held", "again", "end"),
    [
        ("It rains.", " The old door", "The old gate opens. It creaks.", " The old gate opens. It creaks."),
        ("", "The old door", "The old gate opens.", "The old gate opens."),
        (
            "It rains. The old",
            " door creaks and",
            "The old door opens. Light falls.",
            " door creaks and… Light falls.",
        ),
        ("It rains. The old", " door", "The old door opens.", " door…"),
    ],
)
def test_a_sentence_that_is_said_again_takes_the_place_of_what_nobody_heard(
    said: str, held: str, again: str, end: str
) -> None:
    """What was heard cannot be taken back; it trails off, and is not heard twice."""
    story = Story(said, held)

    story.take_up(again)

    assert story.end(is_cut=False) == end


@given(st.lists(st.text("ab .!\n", max_size=8), max_size=8), st.booleans())
def test_what_went_out_is_the_story_and_a_cut_one_ends_like_one(pieces: list[str], is_late: bool) -> None:
    """No word is lost, none is heard twice, and the end is an end."""
    story, out = Story(), ""
    for piece in pieces:
        out += story.add(piece, only_sentences=is_late)
    text = story.text

    out += story.end(is_cut=True)

    assert out == story.said
    assert not text.strip() or ends_whole(out) or out.strip() == ""
    assert "".join(pieces) == text


def test_a_word_that_is_none_is_not_waited_for() -> None:
    """A model that writes without spaces is heard all the same."""
    story = Story()

    assert story.add("x" * 50, only_sentences=False) == "x" * 50
