"""A story that breaks off ends like one."""

import pytest

from engine.words.sentences import ends_whole, sentence_starts, whole_sentences


@pytest.mark.parametrize(
    ("broken", "whole"),
    [
        ("Rain falls. The door", "Rain falls."),
        ("“Stay!” she says. “Or", "“Stay!” she says."),
        ("Half a word and no en", ""),
        ("Wait… The lamp **dies.** And", "Wait… The lamp **dies.**"),
        ("It costs 3.50 and", ""),
        ("", ""),
    ],
)
def test_a_broken_text_ends_at_its_last_whole_sentence(broken: str, whole: str) -> None:
    """Nobody reads half a sentence."""
    assert whole_sentences(broken) == whole


@pytest.mark.parametrize(
    ("text", "is_whole"),
    [("Rain falls.", True), ("“Stay!” \n", True), ("Rain falls. The", False), (" ", False)],
)
def test_a_text_ends_whole_where_a_sentence_does(text: str, is_whole: bool) -> None:
    """A story that stops there needs no rest."""
    assert ends_whole(text) is is_whole


def test_sentences_begin_after_the_ends_of_others() -> None:
    """A story that is told again is told again from one of these."""
    assert sentence_starts("Rain falls.\n\n“Stay!” she says. ") == (0, 13, 21)
