"""A story that breaks off ends like one."""

import pytest

from engine.words.sentences import whole_sentences


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
