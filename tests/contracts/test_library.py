"""What every library does, in memory or from files."""

import json
from pathlib import Path

import pytest

from bot.adapters.files import FileLibrary
from engine.errors import NoSuchAdventure
from engine.ports import Library
from tests.engine.offline.lamp_house import lamp_house, raw
from tests.fakes.library import FakeLibrary


@pytest.fixture(params=["fake", "files"])
def library(request: pytest.FixtureRequest, tmp_path: Path) -> Library:
    """One adventure in English and German, the sentences and prompts that are shipped."""
    if request.param == "fake":
        return FakeLibrary([lamp_house("en"), lamp_house("de")])
    for language in ("en", "de"):
        file = tmp_path / "adventures" / f"{language}.json"
        file.parent.mkdir(exist_ok=True)
        file.write_text(json.dumps(raw(language)), encoding="utf-8")
    return FileLibrary(tmp_path)


def test_an_adventure_is_found_in_its_language(library: Library) -> None:
    """The table's language decides."""
    assert library.adventure("lamp-house", "de") == lamp_house("de")


def test_a_language_that_is_not_there_falls_back_to_the_first(library: Library) -> None:
    """A missing translation is no missing adventure."""
    assert library.adventure("lamp-house", "it") == lamp_house("en")


def test_an_unknown_adventure_is_an_error_of_the_person(library: Library) -> None:
    """A typo gets a sentence, not a crash."""
    with pytest.raises(NoSuchAdventure):
        library.adventure("moon", "en")


def test_the_cards_show_each_adventure_once_by_title(library: Library) -> None:
    """A list that people choose from."""
    cards = library.adventures("de")

    assert [card.title for card in cards] == sorted(card.title for card in cards)
    assert [c.languages for c in cards if c.id == "lamp-house"] == [("en", "de")]


def test_sentences_and_prompts_are_there_in_each_language(library: Library) -> None:
    """Nothing is asked for in a language that has not got it."""
    for language in ("en", "de", "it"):
        assert library.locale(language).language == language
        assert library.locale(language).lines("offline.hesitation")
        assert library.prompts(language).version


def test_an_unknown_key_is_a_bug_and_says_so(library: Library) -> None:
    """A wrong key must fail in a test, not be shown to a player."""
    with pytest.raises(KeyError):
        library.locale("en").say("no.such.key")
    with pytest.raises(KeyError):
        library.locale("en").lines("no.such.key")
    with pytest.raises(KeyError):
        library.prompts("en").text("no-such-prompt")
