"""Rules of cutting a story into messages by paragraphs and by who speaks."""

import re
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cogs.parting import Way, parted
from cogs.payload import CONTENT, units
from cogs.speaking import Speakers
from cogs.splitting import paragraphs
from engine.model.character import Character
from engine.model.session import Delivery
from engine.model.state import GameState


def person(name: str, *, is_player: bool = False) -> Character:
    return Character(id=name.casefold(), name=name, role="a guest", is_user_character=is_player)


PEOPLE = [person("Mags Tallow"), person("Otto"), person("Ada", is_player=True)]
SPEAKERS = Speakers.of(GameState(characters={p.id: p for p in PEOPLE}))
STORY = st.lists(
    st.sampled_from(
        [
            *("It rains. ", "\n", "\n\n", '"Come in," says Otto. ', "Otto: Away! ", "„Komm“, sagt Mags. "),
            *("```", "||", "**", "\u05d0\u05d1\u05d2 ", "\U0001f468\u200d\U0001f469\u200d\U0001f467 ", "*"),
            *("Ada laughs. ", "x" * 700),
        ]
    ),
    max_size=40,
).map("".join)
WAYS = st.builds(Way, st.sampled_from(get_args(Delivery)), st.sampled_from([None, SPEAKERS]))


@pytest.mark.parametrize(
    ("paragraph", "speaker"),
    [
        ('"Come in," says Mags. "Sit down."', "Mags Tallow"),
        ("“Come in,” whispers Mags Tallow, and laughs.", "Mags Tallow"),
        ("„Komm herein“, sagt Otto.", "Otto"),
        ("«Entra», dice Otto.", "Otto"),
        ('Otto says: "Away with you."', "Otto"),
        ("**Otto**: Away with you.", "Otto"),
        ('"Come in," says Ada.', ""),
        ('"Come in." Otto ducks.', ""),
        ('"Come in," says Otto, and Mags frowns.', ""),
        ('"Come in," says somebody behind Otto.', ""),
        ('"Come in," he says. Otto frowns.', ""),
        ("Otto is silent.", ""),
        ("", ""),
    ],
)
def test_only_a_line_that_is_surely_somebodys_is_said_in_their_name(paragraph: str, speaker: str) -> None:
    """A word in a wrong mouth changes the story; a line told by the storyteller does not."""
    found = SPEAKERS.speaker(paragraph)

    assert found == speaker


@given(STORY)
def test_the_paragraphs_together_are_the_text(text: str) -> None:
    """Nothing is lost between two messages."""
    assert "".join(paragraphs(text)) == text


@given(STORY, WAYS)
def test_whatever_the_story_every_message_can_be_posted_and_no_word_is_lost(text: str, way: Way) -> None:
    """Long texts, fences, spoilers, right-to-left and emoji included."""
    messages = parted(text, way)

    assert all(0 < units(m.text) <= CONTENT for m in messages)
    assert _words("".join(m.text for m in messages)) == _words(text)
    assert not messages or messages[-1].speaker == ""


@given(STORY, WAYS, st.integers(0, 400))
def test_a_growing_story_never_moves_a_voice(text: str, way: Way, length: int) -> None:
    """What stands in the channel stays in its place while the story goes on below it."""
    before = parted(text[:length], way, is_whole=False)
    after = parted(text, way)

    voices = [(n, m) for n, m in enumerate(before) if m.speaker]
    assert [(n, after[n]) for n, _ in voices] == voices
    assert not before or before[-1].speaker == ""


def _words(text: str) -> str:
    """Letters alone: marks are closed and opened again at a cut."""
    return re.sub(r"[\s`|*_]", "", text)
