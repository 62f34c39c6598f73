"""Where the rest of a story meets what was told: nothing is heard twice, nothing is lost."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.reading.seam import Found, Seam

SAID = "The door creaks. Behind it lies a long, dark hall, and the"
WHOLE = "The door creaks. Behind it lies a hall."


def joined(said: str, more: str, size: int = 1) -> tuple[str, Found]:
    """What goes on from the seam when the rest comes in pieces of this size, and what it was found to be."""
    seam = Seam(said)
    text = "".join(seam.feed(more[at : at + size]) for at in range(0, len(more), size))
    return text + seam.end(), seam.found


@pytest.mark.parametrize("size", [1, 4, 1000])
@pytest.mark.parametrize(
    ("said", "more", "rest"),
    [
        (SAID, "wind howls.", " wind howls."),
        (SAID, " wind howls.", " wind howls."),
        (SAID, "… wind howls.", " wind howls."),
        (SAID, "... and the wind howls.", " wind howls."),
        (SAID, "the wind howls.", " wind howls."),
        (SAID, "then it howls.", " then it howls."),
        (SAID, "dark hall, and the wind howls.", " wind howls."),
        (SAID, "dark\nhall,  and the\n wind howls.", " wind howls."),
        (SAID, "Behind it lies a long, dark hall, and the wind howls.", " wind howls."),
        (SAID, f"{SAID} wind howls.", " wind howls."),
        (SAID, "", ""),
        (SAID, "…", ""),
        ("It goes on and on", ". Then it stops.", ". Then it stops."),
        ("It goes on and on", "and on.", "."),
        ("It goes on and on", "and on, forever.", ", forever."),
        ("It goes on", "onwards.", " onwards."),
        ('He says, "Come', 'in."', ' in."'),
        ('He says, "Come in', '" and goes.', '" and goes.'),
        ("He says,", '"Come in."', ' "Come in."'),
        ("Er sagt: „", "Komm!“", "Komm!“"),
        (WHOLE, "It is cold.", " It is cold."),
        (WHOLE, "\n\nIt is cold.", "\n\nIt is cold."),
        (WHOLE, "Behind it lies a hall. It is cold.", " It is cold."),
        (WHOLE, "hall. It is cold.", " hall. It is cold."),
        ("No.", "No. Never.", " No. Never."),
        ("Rain, Rain", "on the roof.", " on the roof."),
    ],
)
def test_a_rest_is_joined_without_its_run_up(said: str, more: str, rest: str, size: int) -> None:
    """Most models say the last words again before they go on."""
    assert joined(said, more, size) == (rest, "goes on")


@pytest.mark.parametrize(
    ("said", "more"),
    [
        (SAID, "The door creaks. Behind it stands a man."),
        (SAID, "The door creaks. Behind it lies a long,"),
        (WHOLE, "The door creaks. Behind it waits a dog, and it barks."),
        (f"Rain falls on the roof. {SAID}", "The door creaks. Behind it lies nothing."),
    ],
)
def test_a_story_that_begins_anew_is_no_rest(said: str, more: str) -> None:
    """The table has heard it."""
    assert joined(said, more) == ("", "begins anew")


def test_the_sentence_under_way_may_be_said_again_in_other_words() -> None:
    """What has not been heard of it may be replaced."""
    seam = Seam(SAID)

    text = seam.feed("Behind it lies a long stair. It is cold.") + seam.end()

    assert (text, seam.found, seam.said_again) == (
        "",
        "says again",
        "Behind it lies a long stair. It is cold.",
    )


def test_words_go_out_as_soon_as_they_are_new() -> None:
    """A rest streams like the story did."""
    seam = Seam(SAID)

    assert [seam.feed(piece) for piece in ("and", " the", " wind", " how", "ls.")] == [
        "",
        "",
        " wind",
        " how",
        "ls.",
    ]


SENTENCES = st.lists(
    st.lists(
        st.sampled_from(["the", "rain", "falls", "on", "a", "dark", "hall", "and", "Mira"]), min_size=1
    ).map(lambda words: " ".join(words) + "."),
    min_size=1,
    max_size=5,
).map(" ".join)


@given(SENTENCES, st.data(), st.integers(1, 9))
def test_a_story_cut_anywhere_and_gone_on_with_after_a_run_up_is_the_story(
    story: str, data: st.DataObject, size: int
) -> None:
    """However many of the last words are said again, each is heard once."""
    words = [*story.split(), "QUIETLY", "softly", "SLOWLY", "SNOW", "covers", "ALL."]
    at = data.draw(st.integers(len(words) - 3, len(words) - 1))
    run_up = data.draw(st.integers(0, at))

    rest, found = joined(" ".join(words[:at]), " ".join(words[at - run_up :]), size)

    assert " ".join(words[:at]) + rest == " ".join(words)
    assert found == "goes on"


@given(st.text(max_size=60), st.text(max_size=60), st.integers(1, 7))
def test_any_two_texts_are_joined_the_same_way_however_they_are_cut(said: str, more: str, size: int) -> None:
    """A network cuts where it likes."""
    assert joined(said, more, size) == joined(said, more, max(1, len(more)))
