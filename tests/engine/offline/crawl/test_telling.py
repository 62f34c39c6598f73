"""A turn under rules as the offline game master settles and tells it."""

from dataclasses import replace

from engine.changes import fold
from engine.executor import execute
from engine.gamemaster import Brief
from engine.model.turn import Resolution
from engine.offline_gm import OfflineGameMaster
from engine.rules.offering import rules_suggestions
from engine.rulesets.dungeon import DUNGEON
from tests.cogs.stage import LOCALES, WordedLibrary
from tests.engine import fen
from tests.engine.games_for_tests import INN
from tests.engine.rules import crawl


class Worded(WordedLibrary):
    """One adventure with all sentences as they are read."""

    def locale(self, language):  # type: ignore[no-untyped-def]  # as in the port
        return LOCALES[language]


def refer(tool: str, error: Exception) -> str:
    raise AssertionError(tool) from error


def brief(*typed: tuple[str, str], seed: int = 1) -> Brief:
    state = crawl.state(crawl.person("Mira", hp=9, hp_most=9), crawl.person("Tom", hp=9, hp_most=9))
    return replace(
        fen.brief(3),
        adventure=crawl.adventure(),
        state=state,
        seed=seed,
        recent=(),
        actions=tuple(fen.action(text, name) for name, text in typed),
        ruleset=replace(DUNGEON, book=crawl.BOOK),
    )


async def played(told: Brief) -> tuple[str, Resolution]:
    master = OfflineGameMaster(Worded(INN))
    planned = await master.resolve(told)
    resolution = execute(told, planned.plan, refer).resolution
    pieces = [piece.text async for piece in master.narrate(told, resolution)]
    return "".join(pieces), resolution


async def test_dice_are_told_before_what_they_bring() -> None:
    """The sentence says who, what, the die and what it means; then the pack's own words."""
    text, resolution = await played(brief(("Mira", "I turn the wheel")))

    first = resolution.results[0]
    assert (first.call.tool, first.actor_id) == ("ability-check", "mira")
    assert "Mira: turn the wheel. d20 (" in text
    assert ("It turns." in text) != ("Water!" in text)


async def test_each_acts_for_themselves() -> None:
    """Two people, one wheel and one song: one result, and both are told of."""
    text, resolution = await played(brief(("Tom", "I turn the wheel"), ("Mira", "I hum a song")))

    assert [r.actor_id for r in resolution.results if r.call.tool == "ability-check"] == ["tom"]
    assert "Tom: turn the wheel." in text


async def test_nobody_moves_by_telling() -> None:
    """The way is barred: the party stays, and hears why."""
    told = brief(("Mira", "go to the porch"))
    _, resolution = await played(told)

    after = fold(told.state, resolution.changes)
    assert after.situation.scene_id == "weir"


def test_what_is_offered_carries_its_call() -> None:
    """A press needs no reading."""
    state = crawl.state(crawl.person("Mira"))

    offered = rules_suggestions(crawl.adventure(), state, crawl.BOOK, LOCALES["en"], 1)

    assert [(s.id, s.label, s.call.args if s.call else None) for s in offered] == [
        ("e1", "Turn it", {"check": "wheel"})
    ]
