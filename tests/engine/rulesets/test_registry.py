"""The ways to play that the game comes with: each complete, each with the words that a model needs."""

from typing import get_args

import pytest

from engine.model.adventure import Adventure
from engine.model.noun import Language
from engine.rulesets.registry import SHIPPED, Rulesets
from engine.rulesets.story import STORY
from engine.tool import Caller, Ruleset
from tests.engine.games_for_tests import INN
from tests.engine.rules_for_tests import Roll, rules
from tests.fakes.library import shipped_prompts

CALLERS: tuple[Caller, ...] = get_args(Caller)
NAMES: tuple[str, ...] = get_args(Adventure.model_fields["ruleset"].annotation)


def played_by(name: str) -> Ruleset:
    return SHIPPED.of(INN.model_copy(update={"ruleset": name}))


@pytest.mark.parametrize("name", NAMES)
def test_every_ruleset_that_an_adventure_may_name_is_there(name: str) -> None:
    """An adventure that passes its check can be played."""
    assert played_by(name).name == name


def test_a_story_offers_no_tool_to_anybody() -> None:
    """What happens follows from what is told; so a story turn asks its model twice, and never for a plan."""
    assert played_by("story") == STORY
    assert [STORY.tools(caller) for caller in CALLERS] == [()] * len(CALLERS)
    assert STORY.owns == frozenset()


@pytest.mark.parametrize("language", get_args(Language))
@pytest.mark.parametrize("name", NAMES)
def test_every_ruleset_and_tool_has_its_words_in_every_language(name: str, language: Language) -> None:
    """A tool that no model hears of is never used; its arguments are single values, which can be stored."""
    prompts = shipped_prompts()[language]

    assert prompts.text(f"ruleset-{name}")
    for caller in CALLERS:
        for tool in played_by(name).tools(caller):
            assert caller != "model" or prompts.text(f"tool-{tool.called}")
            kinds = {str(part.get("type")) for part in tool.model_json_schema()["properties"].values()}
            assert not kinds & {"array", "object"}


def test_a_tool_is_known_by_its_exact_name_and_only_to_those_who_may_use_it() -> None:
    """An allow-list that guesses is none."""
    ruleset = rules()

    assert ruleset.tool("roll", "model") is Roll
    assert [ruleset.tool(name, "model") for name in ("Roll", "roll ", "", "press", "overrule")] == [None] * 5


def test_a_table_can_be_given_other_rules() -> None:
    """New rules are a file and a line, and tried out without touching what is shipped."""
    ruleset = rules()

    assert Rulesets(ruleset).of(INN) is ruleset
