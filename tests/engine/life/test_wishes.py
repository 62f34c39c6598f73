"""Settings as people type them: understood, or refused with all that may stand there."""

import pytest

from engine.errors import BadSetting
from engine.life.wishes import SETTINGS, changed_by, said_as, setting_called
from engine.model.session import GameSettings


def test_several_settings_are_changed_at_once() -> None:
    """One command before the evening begins."""
    assert changed_by(
        GameSettings(),
        {"style": "Short", "Gather": "2,5", "plain": "ja", "model": "qwen3:8b", "input": "marked"},
    ) == GameSettings(style="short", gather_s=2.5, plain=True, model="qwen3:8b", hearing="marked")


@pytest.mark.parametrize(
    ("name", "words", "allowed"),
    [
        ("style", "epic", "short, medium, long"),
        ("gather", "-1", "0 … 600"),
        ("gather", "nan", "0 … 600"),
        ("gather", "soon", "0 … 600"),
        ("plain", "maybe", "yes, no"),
        ("model", "two words", "gemma2:9b, …"),
        ("model", "", "gemma2:9b, …"),
        ("history", "1e9", "0 … 16000"),
    ],
)
def test_what_cannot_be_is_refused_with_what_can(name: str, words: str, allowed: str) -> None:
    """Nobody has to look up the manual."""
    with pytest.raises(BadSetting) as refused:
        changed_by(GameSettings(), {"style": "long", name: words})

    assert refused.value.blanks["allowed"] == allowed


def test_an_unknown_name_is_answered_with_all_names() -> None:
    """A typo is mended in the next try."""
    with pytest.raises(BadSetting) as refused:
        setting_called("styl")

    assert refused.value.blanks["allowed"] == ", ".join(s.name for s in SETTINGS)


def test_every_setting_is_said_as_it_would_be_typed() -> None:
    """What the panel shows can be typed back."""
    settings = GameSettings(plain=True, gather_s=2.5)

    typed = {s.name: said_as(settings, s) for s in SETTINGS}

    assert changed_by(GameSettings(), typed) == settings
    assert typed["plain"] == "yes"
    assert typed["gather"] == "2.5"


def test_everything_that_a_game_copies_can_be_set() -> None:
    """No setting hides in the code; models by use are the server's to choose."""
    assert {s.field for s in SETTINGS} | {"uses"} == set(GameSettings.model_fields)
