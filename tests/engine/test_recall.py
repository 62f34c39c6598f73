"""Old events come back when somebody speaks of them, and only then."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.recall import MOST, recalled

ENTRIES = (
    "Die Schwestern Harl besitzen den Steinbruch.",
    "Mira finds a rusty key.",
    "Il mugnaio teme la campana.",
    "Mira meets Odda.",
    "Mira and Odda cross the weir.",
    "Mira hears a bell.",
)


@pytest.mark.parametrize(
    ("said", "entries"),
    [
        ("Wem gehören die Steinbrüche?", (ENTRIES[0],)),
        ("I try the KEYS", ()),
        ("I look for rust", ()),
        ("I scrape the rusty lock", (ENTRIES[1],)),
        ("Chiedo dei mugnai", (ENTRIES[2],)),
        ("Mira looks around.", ()),
        ("Mira rubs the rusty thing and asks the weir keeper", (ENTRIES[1], ENTRIES[4])),
        ("", ()),
        ("...!?", ()),
    ],
)
def test_an_entry_comes_back_by_a_word_that_is_rare(said: str, entries: tuple[str, ...]) -> None:
    """Whoever asks for the quarry gets the quarry; a name that stands everywhere brings nothing back."""
    assert recalled(ENTRIES, [said]) == entries


@given(entries=st.lists(st.text(max_size=40), max_size=30), said=st.lists(st.text(max_size=40), max_size=4))
def test_few_entries_come_back_in_their_own_order(entries: list[str], said: list[str]) -> None:
    """A prompt has room for a reminder, not for an archive."""
    found = recalled(entries, said)

    assert len(found) <= MOST
    left = iter(entries)
    assert all(entry in left for entry in found)
    assert recalled(entries, said) == found
