"""Rules of cutting a long story into messages."""

from hypothesis import given, settings
from hypothesis import strategies as st

from cogs.payload import units
from cogs.splitting import Chunk, split

PIECES = ["The door opens.", "**Run!**", "*softly*", "`x`", "```\ncode\n```", "||secret||", "__under__"]
PIECES += [
    "~~gone~~",
    "**",
    "*",
    "`",
    "_",
    "snake_case",
    "\n\n",
    " ",
    "🜂" * 9,
    "Wort",
    "“Wer da?”",
    "\\*",
    "a" * 90,
    "``",
    "````",
    "`" * 40,
    "\\```",
    "\\`",
]
WORDS = st.lists(st.sampled_from(PIECES), max_size=60)


def test_a_short_story_is_one_message_as_it_is() -> None:
    """Nobody wants marks or cuts where none are needed."""
    assert split("The door **opens**. You go in.") == (Chunk("The door **opens**. You go in."),)


def test_a_story_is_cut_behind_a_sentence() -> None:
    """A message that ends in the middle of a sentence reads like an accident."""
    text = "One two three four five six seven eight. " * 5

    chunks = split(text, limit=150)

    assert [c.shown[-6:] for c in chunks] == ["eight."] * len(chunks)
    assert len(chunks) > 1


def test_a_bold_run_longer_than_a_message_is_closed_and_opened_again() -> None:
    """A lone ** would turn the rest of the channel's message into stars."""
    chunks = split("**" + "bold " * 60 + "bold**", limit=150)

    assert len(chunks) > 1
    assert all(c.shown.count("**") == 2 for c in chunks)


def test_a_fence_that_is_cut_stays_a_fence_in_both_messages() -> None:
    """Half a fence swallows everything behind it."""
    chunks = split("```\n" + "line of a letter\n" * 30 + "```", limit=200)

    assert len(chunks) > 1
    assert all(c.shown.count("```") == 2 for c in chunks)


def test_closing_marks_never_become_a_fence() -> None:
    """Two backticks beside two others are a fence that nobody wrote, and it swallows what stands below."""
    assert [c.shown.count("```") for c in split("It reads ``")] == [0]


def test_an_escaped_fence_counts_as_one() -> None:
    """Half of it is not escaped, so whether it opens something is for the reader's device to say."""
    assert split("\\```\nlines") == (Chunk("\\```\nlines", after="\n```"),)


def test_a_blank_story_gives_no_message() -> None:
    """Discord refuses an empty message; the announcer has its own words for that case."""
    assert split("  \n ") == ()


@given(WORDS.map(" ".join), st.integers(100, 400))
@settings(max_examples=150, deadline=None)
def test_whatever_is_told_arrives_whole_in_messages_that_fit(text: str, limit: int) -> None:
    """No word of a story is lost or doubled at a cut, and Discord takes every piece."""
    chunks = split(text, limit)

    assert "".join(c.text for c in chunks).split() == text.split()
    assert all(0 < units(c.shown) <= limit for c in chunks)
    assert all(c.shown.count("```") % 2 == 0 for c in chunks)


@given(WORDS.map("".join))
@settings(max_examples=60, deadline=None)
def test_a_growing_story_never_moves_its_earlier_cuts(text: str) -> None:
    """While it streams, a message that is full must not change again."""
    whole = split(text, 200)

    for end in range(0, len(text), max(1, len(text) // 8)):
        early = split(text[:end], 200)
        assert [c.text for c in early[:-1]] == [c.text for c in whole[: max(0, len(early) - 1)]]
