"""The adventures that are shipped, and a player who plays them by pressing buttons only."""

from functools import cache
from itertools import takewhile

import pytest

from bot.adapters.files import FileLibrary
from engine.model.adventure import Adventure
from engine.model.noun import Language
from engine.model.suggestion import Suggestion
from engine.moves.deeds import deed_name
from engine.moves.moment import Moment
from engine.moves.offers import offers
from tests.engine.offline.evening import Evening
from tests.fakes.library import shipped_locales

PATIENCE = 6
"""Turns that a player looks about for a suggestion that does not stand there at once."""


@cache
def library() -> FileLibrary:
    """All that is shipped, read once for all tests."""
    return FileLibrary()


def shipped(adventure_id: str, language: Language) -> Adventure:
    """An adventure in a language that it has."""
    found = library().adventure(adventure_id, language)
    assert found.language == language
    return found


def languages_of(adventure_id: str) -> tuple[Language, ...]:
    """The languages in which an adventure is shipped."""
    cards = library().adventures("en")
    return next(card.languages for card in cards if card.id == adventure_id)


def pressable(evening: Evening) -> dict[str, Suggestion]:
    """The buttons, by the deed behind them."""
    found = offers(Moment(evening.adventure, evening.state), shipped_locales()[evening.adventure.language])
    texts = {offer.text: deed_name(offer.deed) for offer in found}
    return {texts[suggestion.text]: suggestion for suggestion in evening.state.suggestions}


def labelled(adventure: Adventure) -> frozenset[str]:
    """The buttons of the story's own doings; looking about and small talk are not among them."""
    things = (*adventure.things, *(thing for scene in adventure.scenes for thing in scene.things))
    return frozenset(doing.label for thing in things for doing in thing.doings if doing.label is not None)


async def pressed(evening: Evening, path: list[str]) -> None:
    """Press the next button of a path and take it off the path; what is done in one place goes in any order.

    While none of it stands there, the player looks about or talks.
    """
    here = list(takewhile(lambda deed: not deed.startswith("go "), path)) or path[:1]
    for _ in range(PATIENCE):
        buttons = pressable(evening)
        if found := [deed for deed in here if deed in buttons]:
            path.remove(found[0])
            await evening.choose(buttons[found[0]])
            return
        idle = [name for name in buttons if name.startswith(("look ", "talk ")) and "/" not in name]
        assert idle, f"{here} is never offered; there are {sorted(buttons)}"
        idle.sort(key=lambda name: buttons[name].label in labelled(evening.adventure))
        await evening.choose(buttons[idle[0]])
    pytest.fail(f"{here} is never offered; there are {sorted(pressable(evening))}")
