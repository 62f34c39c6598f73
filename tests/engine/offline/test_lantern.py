"""The night on the lighthouse rock can be played to each of its ends without a model."""

from collections.abc import Sequence

import pytest

from engine.model.adventure import Adventure
from engine.model.noun import Language
from engine.moves.endings import waited
from tests.engine.offline.evening import Evening, repeats
from tests.engine.offline.shipped import languages_of, pressed, shipped
from tests.engine.offline.typed import UNKNOWN, WAIT
from tests.engine.offline.typed_lantern import TYPED

LANGUAGES = languages_of("lantern")

HOUSE = ("go >kitchen", "take hand-lantern")
TOVE = ("go >cellar", "look cans", "go >kitchen", "talk tove/oil", "give tove/flask")
CLOCK = ("go >lamp", "talk liv/father", "use clockwork", "go >watch", "go >kitchen")
BOOKS = ("go >watch", "look log", "look ledger")
ESKIL = ("go >landing", "talk eskil/who", "give eskil/jon")
JOREN = ("go >bell", "give joren/tea", "talk joren/minutes")
UP = ("go >kitchen", "go >watch", "go >lamp")
PATHS: dict[str, tuple[str, ...]] = {
    "come_in": (
        *HOUSE, *BOOKS, "look pilot", *CLOCK, "go >cellar", "look cans", "take coil", "go >kitchen",
        "talk tove/oil", "give tove/flask", *ESKIL, *JOREN, "use wire-end", "talk joren/home", *UP,
        "give liv/page", "use flame", "use lens",
    ),
    "bell": (
        *HOUSE, *BOOKS, *CLOCK, *TOVE, *ESKIL, *JOREN, "talk joren/stay", *UP, "give liv/page", "push flame",
    ),
    "thirty_for_seven": (
        *HOUSE, *TOVE, "go >watch", "look log", "go >kitchen", *ESKIL, *UP, "push flame", "push flame",
    ),
    "second_night": (
        *HOUSE, "go >watch", "look log", "go >kitchen", "go >landing", "talk eskil/who", *UP,
        "talk liv/father", "push flame", "push flame",
    ),
    "all_night": (
        *HOUSE, *TOVE, "go >watch", "look log", "go >kitchen", "go >landing", "talk eskil/who", *UP,
        "use flame", "use watch-chair", "use watch-chair",
    ),
}  # fmt: skip
"""To each ending but the one that comes by itself; a suggestion is known by the deed behind it."""
BY_WAITING = "full_house"


def lantern(language: Language) -> Adventure:
    return shipped("lantern", language)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("ending", PATHS)
async def test_who_only_presses_suggestions_can_reach_each_ending(ending: str, language: Language) -> None:
    """A phone on a sofa is enough for the whole night, in an evening's number of turns."""
    evening = Evening(lantern(language))
    await evening.begin()

    left = list(PATHS[ending])
    while left:
        await pressed(evening, left)

    assert evening.state.ending_id == ending
    assert 12 <= len(evening.turns) - 1 <= 40
    assert repeats(evening.turns) == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("ending", PATHS)
async def test_who_types_what_they_mean_reaches_each_ending(ending: str, language: Language) -> None:
    """In one's own words, as people write them, with typos and small words."""
    evening = await told(PATHS[ending], language)

    assert evening.state.ending_id == ending
    assert 12 <= len(evening.turns) - 1 <= 40
    assert repeats(evening.turns) == []


def test_each_ending_has_a_path_here() -> None:
    """A new ending must come with a way to it."""
    assert {*PATHS, BY_WAITING} == {ending.id for ending in lantern("en").endings}


@pytest.mark.parametrize("language", LANGUAGES)
async def test_waiting_never_ends_well(language: Language) -> None:
    """Nobody on the rock is safe who only listens to the steps come nearer."""
    evening = Evening(lantern(language))
    await evening.begin()

    for _ in range(40):
        await evening.say(WAIT[language])

    assert evening.state.ending_id == BY_WAITING
    assert repeats(evening.turns) == []


@pytest.mark.parametrize("language", LANGUAGES)
async def test_who_has_everything_ready_must_still_act(language: Language) -> None:
    """The clock runs down for those, too, who know what they should do."""
    evening = await told(PATHS["come_in"][:-1], language)

    for _ in range(20):
        await evening.say(WAIT[language])

    assert evening.state.ending_id == BY_WAITING
    assert repeats(evening.turns) == []


@pytest.mark.parametrize("language", LANGUAGES)
async def test_winding_the_clock_wins_back_the_dark(language: Language) -> None:
    """Whoever has dawdled can make good for some of it with two hours at the crank."""
    evening = await told((*HOUSE, "go >watch", "go >lamp", "talk liv/father"), language)
    for _ in range(7):
        await evening.say(WAIT[language])

    await evening.say(TYPED[language]["use clockwork"])

    assert waited(evening.state) == 1


@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_reef_can_be_reached_only_at_the_ebb(language: Language) -> None:
    """The tide cuts the rock in two until the clock has been wound, and again behind the keeper."""
    evening = await told(HOUSE, language)
    await evening.say(TYPED[language]["go >landing"])
    await evening.say(TYPED[language]["go >bell"])
    before = evening.state.situation.scene_id

    home = PATHS["come_in"][: PATHS["come_in"].index("talk joren/home") + 1]
    evening = await told(home, language)
    await evening.say(TYPED[language]["go >bell"])

    assert (before, evening.state.situation.scene_id) == ("landing", "landing")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("deed", ["use lens", "push flame"])
async def test_liv_lets_nobody_at_the_light_before_she_knows_why(deed: str, language: Language) -> None:
    """Without the true page the good ends are out of reach, whatever else has been made ready."""
    ending = "come_in" if deed == "use lens" else "bell"
    evening = await told([deed for deed in PATHS[ending][:-1] if deed != "give liv/page"], language)

    await evening.say(TYPED[language][deed])

    assert evening.state.ending_id is None


@pytest.mark.parametrize("language", LANGUAGES)
async def test_unknown_words_get_many_different_answers(language: Language) -> None:
    """Whoever tries everything that a parser cannot know is still told something new."""
    evening = Evening(lantern(language))
    await evening.begin()

    answers = [await evening.say(words) for words in UNKNOWN[language]]

    assert len(answers) == 30
    assert len({text.split("\n\n")[0].split(". ")[0] for text in answers}) >= 8
    assert repeats(evening.turns) == []
    assert evening.state.situation.scene_id == "landing"


async def told(deeds: Sequence[str], language: Language) -> Evening:
    """An evening with two players on which these things were done, in people's own words."""
    evening = Evening(lantern(language), players=2)
    await evening.begin()
    for deed in deeds:
        await evening.say(TYPED[language][deed])
    return evening
