"""The adventure that is shipped can be played to each of its ends without a model, in every language."""

import pytest

from engine.model.adventure import Adventure
from engine.model.noun import Language
from tests.engine.offline.evening import Evening, repeats
from tests.engine.offline.shipped import pressed, shipped
from tests.engine.offline.typed import TYPED, UNKNOWN, WAIT

LANGUAGES: tuple[Language, ...] = ("en", "de", "it")

NIGHT = (
    "look rail", "look notices", "go >inn", "take lantern", "take slippers", "go >registry",
    "talk tilk/report", "use slip", "look night-book",
)  # fmt: skip
DOOR = (
    "go >inn", "talk nella/night", "talk nella/who", "go >quarry", "talk hasp/button", "open iron-door",
    "go >gallery", "look chalk", "go >nest", "talk the-echo/stone",
)  # fmt: skip
LAMP = (
    "go >gallery", "go >quarry", "talk hasp/young", "go >terrace", "take red-lamp", "go >quarry", "use mast",
)  # fmt: skip
NEST = ("go >gallery", "go >nest")
PATHS: dict[str, tuple[str, ...]] = {
    "good_morning": (*NIGHT, "look first-volume", *DOOR, *LAMP, *NEST, "talk good-morning"),
    "own_word": (*NIGHT, *DOOR, *LAMP, *NEST, "talk stone"),
    "carried": (
        *NIGHT, *DOOR, "go >gallery", "go >quarry", "go >inn", "take hay-box", "go >quarry", *NEST,
        "take stone",
        "go >gallery", "go >quarry", "go >terrace",
    ),
    "wrong_word": ("take trumpet", *NIGHT, *DOOR, "use trumpet-here", "use trumpet-here"),
    "seven_oclock": (*NIGHT, "go >inn", "use bed", "use bed"),
    "breakfast": (*NIGHT, *DOOR, *LAMP, "go >inn", "use bed", "use bed"),
}  # fmt: skip
"""To each ending, by what is done; a suggestion is known by the deed behind it."""


def adventure(language: Language) -> Adventure:
    return shipped("echo", language)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("ending", PATHS)
async def test_who_only_presses_suggestions_can_reach_each_ending(ending: str, language: Language) -> None:
    """A phone on a sofa is enough for the whole story, in an evening's number of turns."""
    evening = Evening(adventure(language))
    await evening.begin()

    path = list(PATHS[ending])
    while path:
        await pressed(evening, path)

    assert evening.state.ending_id == ending
    assert 12 <= len(evening.turns) - 1 <= 40
    assert repeats(evening.turns) == []


def test_each_ending_has_a_path_here() -> None:
    """A new ending must come with a way to it."""
    assert set(PATHS) == {ending.id for ending in adventure("en").endings}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("ending", PATHS)
async def test_who_types_what_they_mean_reaches_each_ending(ending: str, language: Language) -> None:
    """In one's own words, as people write them, with typos and small words."""
    evening = Evening(adventure(language), players=2)
    await evening.begin()

    for words in typed_path(ending, language):
        await evening.say(words)

    assert evening.state.ending_id == ending
    assert 12 <= len(evening.turns) - 1 <= 40
    assert repeats(evening.turns) == []


def typed_path(ending: str, language: Language) -> list[str]:
    """The path in a player's words; where none are written down for a deed, it is a bug of this test."""
    return [TYPED[language][deed] for deed in PATHS[ending]]


@pytest.mark.parametrize("language", LANGUAGES)
async def test_waiting_never_ends_well(language: Language) -> None:
    """Doing nothing is a decision, and the mountain decides too."""
    evening = Evening(adventure(language))
    await evening.begin()

    for _ in range(40):
        await evening.say(WAIT[language])

    good = {ending.id for ending in evening.adventure.endings if ending.is_good}
    assert evening.state.ending_id is not None
    assert evening.state.ending_id not in good
    assert repeats(evening.turns) == []


@pytest.mark.parametrize("language", LANGUAGES)
async def test_unknown_words_get_many_different_answers(language: Language) -> None:
    """Whoever tries everything that a parser cannot know is still told something new."""
    evening = Evening(adventure(language))
    await evening.begin()

    told = [await evening.say(words) for words in UNKNOWN[language]]

    assert len(told) == 30
    assert len({text.split("\n\n")[0].split(". ")[0] for text in told}) >= 8
    assert repeats(evening.turns) == []
    assert evening.state.situation.scene_id == "terrace"
