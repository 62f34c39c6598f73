"""How typed words are compared with names."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.offline.words import Spelling, find, is_one_slip_away

GERMAN = Spelling(
    articles=frozenset({"der", "die", "das", "den"}),
    endings=("en", "er", "e", "n"),
    folds=(("ae", "a"), ("oe", "o"), ("ue", "u")),
)


@pytest.mark.parametrize(
    ("typed", "word"),
    [
        ("lantern", "lantern"),
        ("lanten", "lantern"),
        ("lanternn", "lantern"),
        ("lantarn", "lantern"),
        ("lnatern", "lantern"),
        ("alntern", "lantern"),
        ("antern", "lantern"),
    ],
)
def test_one_slip_is_forgiven(typed: str, word: str) -> None:
    """Thumbs are wide and phones are small."""
    assert is_one_slip_away(typed, word)


@pytest.mark.parametrize(
    ("typed", "word"), [("lamp", "lantern"), ("lnatenr", "lantern"), ("pattern", "lantern")]
)
def test_two_slips_are_another_word(typed: str, word: str) -> None:
    """Too much good will would open the wrong door."""
    assert not is_one_slip_away(typed, word)


@pytest.mark.parametrize(
    ("typed", "word", "is_same"),
    [
        ("alten", "alte", True),
        ("schlussel", "schluss*", True),
        ("rad", "rat", False),
        ("tor", "tur", False),
        ("betrachte", "betracht*", True),
        ("bett", "beten", False),
    ],
)
def test_endings_and_stems_count_short_words_do_not_bend(typed: str, word: str, is_same: bool) -> None:
    """ "Alten Tisch" is the old table; "Rat" is no wheel."""
    assert GERMAN.same(typed, word) is is_same


def test_umlauts_can_be_typed_in_every_way() -> None:
    """Not every keyboard has them."""
    assert GERMAN.tokens("Schlüssel SCHLUESSEL schlussel") == ("schlussel",) * 3


def test_a_name_is_found_over_the_articles_in_it() -> None:
    """Some languages put small words where others put none."""
    found = find(("ich", "nehme", "den", "eisernen", "den", "schlussel"), ("eisern", "schlussel"), GERMAN)

    assert found is not None
    assert (found.start, found.length) == (3, 3)


def test_a_name_without_its_words_is_not_found() -> None:
    """Half a name is another thing's."""
    assert find(("eiserner",), ("eisern", "schlussel"), GERMAN) is None


@given(st.text(max_size=40))
def test_a_name_is_always_found_in_itself(name: str) -> None:
    """Whatever an author calls a thing, a player who types it means it."""
    tokens = GERMAN.named(name)

    if tokens:
        assert find(tokens, tokens, GERMAN) is not None
