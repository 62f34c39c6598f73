"""The auction can be played to each of its ends, by each of its plans, without a model."""

import pytest

from engine.model.adventure import Adventure
from engine.model.noun import Language
from tests.engine.offline.evening import Evening, repeats
from tests.engine.offline.shipped import languages_of, pressed, shipped
from tests.engine.offline.typed import WAIT
from tests.engine.offline.typed_auction import TYPED, UNKNOWN

LANGUAGES = languages_of("auction")

IN = ("look bill", "go >hall", "give minna/coats")
VIEW = ("go >viewing", "look lot-77", "look card")
DECOY = ("go >cellar", "take bottles", "take worms")
SWAP = ("go >viewing", "use orchestra-key", "use gap")
MINNA = ("go >hall", "look book", "talk minna/admit")
PADDLE = ("take paddles", "look paddle-carried")
FEND = ("go >box", "talk fend/lie", "talk fend/measles")
HALF = ("go >saleroom", "go >hall", "talk minna/half")
CORK = ("open bottle-saleroom", "open bottle-saleroom")
PLANS: dict[str, tuple[str, tuple[str, ...]]] = {
    "swapped, out by the water-gate": (
        "everyone",
        (*IN, *VIEW, *DECOY, "open gate", *SWAP, "go >cellar", "go >steps", "open bottle-sky"),
    ),
    "swapped, out in a coat": (
        "everyone",
        (*IN, *VIEW, *DECOY, *SWAP, "go >hall", "give minna/hide", "go >steps", "open bottle-sky"),
    ),
    "bought with somebody else's money": (
        "everyone",
        (*IN, *VIEW, "go >saleroom", *PADDLE, "talk quillon/call", "push bid-six", "go >hall", "go >steps",
         "open bottle-sky"),
    ),
    "made to confess, given back": (
        "returned",
        (*IN, "look racks", *VIEW, *MINNA, "go >viewing", "talk count/moustache", "talk count/confess",
         "go >saleroom", "give quillon/confession", "go >hall", "give minna/return"),
    ),
    "swapped, given back": (
        "returned",
        (*IN, "take umbrella-stand", *VIEW, *DECOY, *SWAP, *MINNA, "give minna/hide", "give minna/return"),
    ),
    "claimed with the ticket, given to O.": (
        "for_o",
        (*IN, "look racks", "take umbrella-stand", *VIEW, "talk count/moustache", *MINNA, "go >saleroom",
         *FEND, *HALF, "go >saleroom", "give quillon/half", "go >box", "talk fend/tell_now",
         "give fend/give"),
    ),
    "bought by himself, given to O.": (
        "for_o",
        (*IN, "look racks", "take umbrella-stand", *VIEW, "talk count/moustache", *MINNA, "go >saleroom",
         *FEND, *HALF, "go >saleroom", "go >box", "talk fend/tell", "go >saleroom", "take paddles",
         "talk quillon/call", "push bid-six", "go >box", "give fend/give"),
    ),
    "bid honestly": (
        "lots",
        (*IN, "look racks", "take umbrella-stand", *VIEW, "talk count/moustache", "go >saleroom",
         "take paddles", "talk quillon/call", "push bid-nine", "push bid-nine"),
    ),
    "opened under a roof": ("matinee", (*IN, *VIEW, *DECOY, *SWAP, "go >saleroom", *CORK)),
    "sat down": (
        "dark",
        (*IN, "take umbrella-stand", *VIEW, "look parrot", "talk count/moustache", "go >saleroom",
         "take paddles", "use armchair", "use armchair"),
    ),
    "given away too soon": (
        "dark",
        (*IN, "take umbrella-stand", *VIEW, *DECOY, *SWAP, "go >saleroom", "go >box", "give fend/give_warn",
         "give fend/give_dark"),
    ),
}  # fmt: skip
"""By what people would call it: the ending, and what is done; a suggestion is known by the deed behind it."""


def auction(language: Language) -> Adventure:
    return shipped("auction", language)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("plan", PLANS)
async def test_every_plan_can_be_carried_out_by_pressing_suggestions(plan: str, language: Language) -> None:
    """A phone on a sofa is enough for each of the plans, in an evening's number of turns."""
    ending, path = PLANS[plan]
    evening = Evening(auction(language))
    await evening.begin()

    left = list(path)
    while left:
        await pressed(evening, left)

    assert evening.state.ending_id == ending
    assert 12 <= len(evening.turns) - 1 <= 40
    assert repeats(evening.turns) == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("plan", PLANS)
async def test_every_plan_can_be_carried_out_in_ones_own_words(plan: str, language: Language) -> None:
    """As people write them, with typos and small words."""
    ending, path = PLANS[plan]
    evening = Evening(auction(language), players=2)
    await evening.begin()

    for deed in path:
        await evening.say(TYPED[language][deed])

    assert evening.state.ending_id == ending
    assert 12 <= len(evening.turns) - 1 <= 40
    assert repeats(evening.turns) == []


def test_each_ending_has_a_plan_here() -> None:
    """A new ending must come with a way to it."""
    assert {ending for ending, _ in PLANS.values()} == {ending.id for ending in auction("en").endings}


@pytest.mark.parametrize("language", LANGUAGES)
async def test_waiting_never_ends_well(language: Language) -> None:
    """Whoever lets the lots go by has let the afternoon go, too."""
    evening = Evening(auction(language))
    await evening.begin()

    for _ in range(40):
        await evening.say(WAIT[language])

    good = {ending.id for ending in evening.adventure.endings if ending.is_good}
    assert evening.state.ending_id is not None
    assert evening.state.ending_id not in good
    assert repeats(evening.turns) == []


@pytest.mark.parametrize("language", LANGUAGES)
async def test_who_has_the_bottle_must_not_dawdle_either(language: Language) -> None:
    """The hammer falls for those who have won already, and goes on standing about."""
    evening = Evening(auction(language))
    await evening.begin()
    for deed in (*IN, *VIEW, *DECOY, *SWAP):
        await evening.say(TYPED[language][deed])

    for _ in range(20):
        await evening.say(WAIT[language])

    assert evening.state.ending_id == "matinee"
    assert repeats(evening.turns) == []


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_warm_bottle_does_not_pass_the_ushers(language: Language) -> None:
    """What was swapped has to be hidden, or carried out below."""
    evening = Evening(auction(language))
    await evening.begin()
    for deed in (*IN, *VIEW, *DECOY, *SWAP, "go >hall"):
        await evening.say(TYPED[language][deed])

    await evening.say(TYPED[language]["go >steps"])

    assert evening.state.situation.scene_id == "hall"


@pytest.mark.parametrize("language", LANGUAGES)
async def test_unknown_words_get_many_different_answers(language: Language) -> None:
    """Whoever tries everything that a parser cannot know is still told something new."""
    evening = Evening(auction(language))
    await evening.begin()

    told = [await evening.say(words) for words in UNKNOWN[language]]

    assert len(told) == 30
    assert len({text.split("\n\n")[0].split(". ")[0] for text in told}) >= 8
    assert repeats(evening.turns) == []
    assert evening.state.situation.scene_id == "steps"
