"""The first adventure keeps what it promises, in every language."""

from collections import Counter
from collections.abc import Iterator
from importlib.resources import files
from typing import get_args

import pytest
from pydantic import JsonValue

import data
from bot.adapters.packs.soundness import faults_of
from bot.adapters.packs.translation import translation_faults
from engine.model.adventure import Adventure, Verb
from engine.model.noun import Language

LANGUAGES: tuple[Language, ...] = get_args(Language)
QUOTES: dict[Language, tuple[str, str]] = {"en": ("“", "”"), "de": ("„", "“"), "it": ("«", "»")}


def echo(language: Language) -> Adventure:
    source = files(data) / "adventures" / "echo" / f"{language}.json"
    return Adventure.model_validate_json(source.read_text(encoding="utf-8"))


def texts_of(node: JsonValue, place: str = "") -> Iterator[tuple[str, str]]:
    """Every text of the pack with its place; words that players type are left out."""
    if isinstance(node, dict):
        for name, below in node.items():
            if name != "words":
                yield from texts_of(below, f"{place}.{name}")
    elif isinstance(node, list):
        for i, below in enumerate(node):
            yield from texts_of(below, f"{place}[{i}]")
    elif isinstance(node, str):
        yield place, node


def texts_in(language: Language) -> dict[str, str]:
    return dict(texts_of(echo(language).model_dump(mode="json")))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_adventure_is_whole(language: Language) -> None:
    """Whoever opens it finds a full cast, a full map and a way to play on every evening."""
    adventure = echo(language)

    counts = (
        len(adventure.ready_characters),
        len(adventure.cast),
        len(adventure.scenes),
        sum(ending.is_good for ending in adventure.endings),
        sum(not ending.is_good for ending in adventure.endings),
        adventure.players.least,
        adventure.players.most,
    )

    assert adventure.language == language
    assert counts == (6, 4, 6, 3, 3, 1, 6)
    assert faults_of(adventure) == ()


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])
def test_each_language_tells_the_same_story(language: Language) -> None:
    """A table that changes its language must not lose a door, a clue or an ending."""
    assert list(translation_faults(echo(language), echo("en"))) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_there_is_enough_to_tell_without_repeating(language: Language) -> None:
    """Nobody wants to read the same sentence twice on one evening."""
    adventure = echo(language)

    filler = {verb: len(adventure.filler.get(verb, ())) for verb in get_args(Verb)}

    assert sum(filler.values()) >= 60
    assert min(filler.values()) >= 6
    assert min(filler["wait"], filler["other"]) >= 8
    assert all(len(scene.again) >= 4 and len(scene.moods) >= 6 for scene in adventure.scenes)
    assert all(3 <= len(scene.things) <= 6 for scene in adventure.scenes)
    assert all(len(member.small_talk) >= 5 and len(member.topics) >= 6 for member in adventure.cast)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_can_be_done_again_is_told_in_other_words(language: Language) -> None:
    """A deed that changes nothing can be repeated at once, so one text would not do."""
    adventure = echo(language)
    doings = [
        *(d for scene in adventure.scenes for thing in scene.things for d in thing.doings),
        *(d for thing in adventure.things for d in thing.doings),
        *(topic.doing for member in adventure.cast for topic in member.topics),
    ]

    told_once = [d.texts[0] for d in doings if not d.effects.flags and len(d.texts) < 2]

    assert told_once == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_longer_text_stands_in_it_twice(language: Language) -> None:
    """A copied paragraph reads like a mistake."""
    counted = Counter(text for place, text in texts_in(language).items() if not place.endswith("timeline"))

    assert [text for text, count in counted.items() if count > 1 and len(text) > 60] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_quotation_marks_are_the_languages_own_and_closed(language: Language) -> None:
    """German speaks in „“, Italian in «», and a line that opens is closed."""
    opened, closed = QUOTES[language]

    unbalanced = [p for p, t in texts_in(language).items() if t.count(opened) != t.count(closed) or '"' in t]

    assert unbalanced == []


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])
def test_nothing_is_left_in_english(language: Language) -> None:
    """A forgotten sentence breaks the spell."""
    english = texts_in("en")

    same = [place for place, text in texts_in(language).items() if len(text) > 25 and text == english[place]]

    assert same == []
