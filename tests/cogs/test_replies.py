"""Rules of what a person reads when something could not be done."""

from typing import get_args

import pytest

from cogs.replies import sentence
from engine.errors import GameNotPlaying
from engine.model.noun import Language
from engine.model.session import GameStatus
from tests.cogs.stage import LOCALES


@pytest.mark.parametrize("language", get_args(Language))
def test_a_game_that_cannot_do_it_now_says_how_it_stands(language: Language) -> None:
    """“Begin” pressed twice, or a move in a story that rests: each needs another word of advice."""
    locale = LOCALES[language]

    said = {status: sentence(GameNotPlaying(status=status), locale, "R") for status in get_args(GameStatus)}

    assert [text.split(locale.say(f"discord.game-is.{status}"))[0] for status, text in said.items()] == [
        ""
    ] * len(said)
    assert len(set(said.values())) == len(get_args(GameStatus))
