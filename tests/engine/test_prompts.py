"""The words that a model reads: written in each language, saying the same, in the same places."""

import re
from importlib.resources import files
from typing import get_args

import pytest

import prompts as prompt_package
from engine.history import Fence
from engine.model.noun import Language
from engine.model.session import Content
from engine.model.update import (
    CharacterResponse,
    CharacterUpdate,
    NewCharacter,
    SituationUpdate,
    StateUpdate,
    SuggestedMove,
    ThreadChanges,
)
from engine.prompting import blanks_of
from engine.sight.conversation import WORDS
from engine.sight.trimming import FENCE_LETTERS
from tests.engine import fen

LANGUAGES: tuple[Language, ...] = get_args(Language)
MEMBERS = (
    StateUpdate,
    SituationUpdate,
    CharacterUpdate,
    CharacterResponse,
    NewCharacter,
    SuggestedMove,
    ThreadChanges,
)
FIXED_VALUES = (
    "action",
    "dialogue",
    "explore",
    "twist",
    "low",
    "medium",
    "high",
    "speech",
    "reaction",
    "off_map",
    "null",
)


def words(language: Language) -> dict[str, str]:
    """The prompt files of a language, by name."""
    folder = files(prompt_package) / language
    return {
        file.name: file.read_text(encoding="utf-8") for file in folder.iterdir() if file.name.endswith(".md")
    }


@pytest.mark.parametrize("language", ["de", "it"])
def test_every_language_has_the_same_files_with_the_same_blanks(language: Language) -> None:
    """A table in Italian plays the same game."""
    assert {n: blanks_of(t) for n, t in words(language).items()} == {
        n: blanks_of(t) for n, t in words("en").items()
    }


@pytest.mark.parametrize("language", ["de", "it"])
def test_no_prompt_was_left_in_english(language: Language) -> None:
    """Each language is written, not copied."""
    english = words("en")

    assert [name for name, text in words(language).items() if text == english[name]] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_record_task_names_every_member_and_value_in_english(language: Language) -> None:
    """Keys of data stay the same in every language; a model that was not told them guesses."""
    task = words(language)["system.md"].partition("TASK: RECORD")[2]

    named = set(re.findall(r"\w+", task))

    assert {member for noun in MEMBERS for member in noun.model_fields} - named == set()
    assert set(FIXED_VALUES) - named == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_record_asks_in_the_order_in_which_it_is_used(language: Language) -> None:
    """Suggestions stand on the buttons before the rest is read."""
    task = words(language)["system.md"].partition("TASK: RECORD")[2]

    assert [line.partition(":")[0] for line in task.splitlines()[1:]] == list(StateUpdate.model_fields)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_style_content_and_ruleset_has_its_words(language: Language) -> None:
    """A setting that no model hears of changes nothing."""
    contents: tuple[Content, ...] = ("standard", "strict")
    prompts = fen.prompts(language)

    assert all(prompts.text(f"style-{style}") for style in WORDS)
    assert all(prompts.text(f"content-{content}") for content in contents)
    assert prompts.text("ruleset-story")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_fence_is_as_short_as_a_trim_expects(language: Language) -> None:
    """A trim reckons with the fence without reading it."""
    prompts = fen.prompts(language)

    fence = Fence(prompts.text("log-open"), prompts.text("log-close"))

    assert fence.letters <= FENCE_LETTERS
    assert fence.opening.startswith("[log")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_record_task_is_one_short_line(language: Language) -> None:
    """The second request of a turn evaluates this line and no more."""
    assert len(fen.prompts(language).text("task-record")) <= 80
