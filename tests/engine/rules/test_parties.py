"""Whole parties in a dungeon of ten places: no seed breaks anything, and nobody wins by waiting."""

from functools import cache
from importlib.resources import files
from pathlib import Path

import pytest

from bot.adapters.packs.soundness import faults_of
from bot.adapters.rulebooks import load_rulebooks
from engine.model.adventure import Adventure
from engine.model.rules.book import RuleBook
from engine.model.state import GameState
from tests.engine.rules.parties import Crawl, sensible, waiting

SEEDS = range(24)


@cache
def pack() -> tuple[Adventure, RuleBook]:
    text = (Path(__file__).parent / "big_crawl.json").read_text(encoding="utf-8")
    return Adventure.model_validate_json(text), load_rulebooks(files("data") / "rulesets")["dungeon", "en"]


@cache
def crawled(seed: int) -> Crawl:
    return Crawl(*pack(), seed).play(sensible)


def test_the_pack_is_right() -> None:
    """Everything in it can be reached."""
    assert faults_of(pack()[0]) == ()


@pytest.mark.parametrize("seed", SEEDS)
def test_a_party_can_do_whatever_it_is_offered(seed: int) -> None:
    """Hit points stay within their bounds, and the state comes back from the store as it was."""
    state = crawled(seed).state

    for character in state.party():
        assert character.sheet is not None
        assert 0 <= character.sheet.hp <= character.sheet.hp_most
        assert character.sheet.is_dead <= (character.sheet.hp == 0)
    assert all(0 <= creature.hp <= creature.hp_most for creature in state.creatures.values())
    assert GameState.model_validate_json(state.model_dump_json()) == state
    assert len(state.model_dump_json()) < 64_000


def test_the_same_seed_is_the_same_story() -> None:
    """Dice are the turn's own."""
    again = Crawl(*pack(), 3).play(sensible)

    assert again.state == crawled(3).state


def test_among_many_parties_every_place_is_seen_and_most_tools_are_used() -> None:
    """A dungeon of which half is never entered is half a dungeon."""
    rooms = set().union(*(crawled(seed).rooms for seed in SEEDS))
    tools = set().union(*(crawled(seed).tools.keys() for seed in SEEDS))

    assert rooms == {scene.id for scene in pack()[0].scenes}
    assert {"ability-check", "combat", "movement", "update-inventory"} <= tools


def test_waiting_wins_nothing() -> None:
    """No good end comes to who does nothing."""
    crawl = Crawl(*pack(), 1).play(waiting, 60)

    assert (crawl.ending, crawl.state.awarded) == ("", ())
