"""The tools of a dungeon, as a turn uses them."""

from dataclasses import replace

import pytest

from engine.changes import fold
from engine.executor import Executed, execute
from engine.model.action import ToolCall
from engine.model.adventure import Adventure
from engine.model.changes.dungeon import RulingMade
from engine.model.changes.situation import FlagSet
from engine.model.character import Character
from engine.model.noun import Scalar
from engine.model.rules.ruling import Ruling
from engine.model.turn import ToolPlan
from engine.rulesets.dungeon import DUNGEON
from tests.engine import fen
from tests.engine.rules import crawl

SWORD = {"id": "sword-1", "kind": "sword", "name": "short sword"}
LOOT = {
    "treasure": [
        {"id": "purse", "item": "silver", "quantity": "5"},
        {"id": "pin", "item": "sword", "is_hidden": True},
    ],
    "encounters": [],
}


def refer(tool: str, error: Exception) -> str:
    raise AssertionError(tool) from error


def done(
    tool: str, *, adventure: Adventure | None = None, scene: str = "weir", mira: Character | None = None,
    flags: tuple[str, ...] = (), **args: Scalar,
) -> Executed:  # fmt: skip
    """One call of a model's plan, for Mira."""
    state = crawl.state(mira or crawl.person("Mira"), crawl.person("Tom"), scene=scene)
    state = fold(state, [FlagSet(key=flag, value=True) for flag in flags])
    brief = replace(
        fen.brief(3),
        adventure=adventure or crawl.adventure(),
        state=state,
        ruleset=replace(DUNGEON, book=crawl.BOOK),
    )
    return execute(brief, ToolPlan(tool_calls=(ToolCall(tool=tool, args=args),)), refer)


def codes(executed: Executed) -> list[str]:
    return [fact.code for fact in executed.resolution.facts]


def test_a_check_that_is_not_here_is_dropped() -> None:
    """A model cannot make up a door."""
    executed = done("ability-check", check="dragon")

    assert codes(executed) == []
    assert "'dragon'" in executed.warnings[0]


def test_an_unforeseen_check_settles_a_fact_and_changes_nothing_else() -> None:
    """Anybody can try anything."""
    executed = done("ability-check", ability="agi", dc=10)

    assert [code.rsplit(".")[-1] for code in codes(executed)] == ["agi"]


@pytest.mark.parametrize("dc", [4, 21])
def test_nothing_is_easier_than_five_or_harder_than_twenty(dc: int) -> None:
    """The ladder has two ends; what a model writes beyond them is not counted."""
    executed = done("ability-check", ability="agi", dc=dc)

    assert all(5 <= int(fact.args["dc"] or 0) <= 20 for fact in executed.resolution.facts)


def test_only_what_lies_there_can_be_taken_and_only_once() -> None:
    """A model's treasure is worth nothing."""
    pack = crawl.adventure(**LOOT)

    taken = done("update-inventory", action="add", item="purse", scene="porch", adventure=pack)
    hidden = done("update-inventory", action="add", item="pin", scene="porch", adventure=pack)

    state = fold(crawl.state(crawl.person("Mira")), taken.resolution.changes)
    sheet = state.characters["mira"].sheet
    assert sheet is not None
    assert (codes(taken), sheet.money) == (["item-gained"], 50)
    assert codes(hidden) == []


def test_what_is_put_on_takes_the_place_of_what_was_there() -> None:
    """Two hands, and not three."""
    maul = {"id": "maul-1", "kind": "maul", "name": "maul"}
    mira = crawl.person("Mira", items=[SWORD | {"is_worn": True}, maul])

    executed = done("update-inventory", action="equip", item="maul-1", mira=mira)

    state = fold(crawl.state(mira), executed.resolution.changes)
    sheet = state.characters["mira"].sheet
    assert sheet is not None
    assert [(item.kind, item.is_worn) for item in sheet.items] == [("sword", False), ("maul", True)]


def test_a_thing_changes_hands_within_the_party() -> None:
    """And is nobody's twice."""
    mira = crawl.person("Mira", items=[SWORD])

    executed = done("update-inventory", action="give", item="sword-1", to="tom", mira=mira)

    state = fold(crawl.state(mira, crawl.person("Tom")), executed.resolution.changes)
    sheets = [c.sheet for c in state.characters.values() if c.sheet]
    assert [[item.id for item in sheet.items] for sheet in sheets] == [[], ["sword-1"]]


def test_a_model_awards_nothing_that_is_not_due() -> None:
    """Experience is the data's."""
    assert codes(done("award-xp", reason="because", xp=4)) == []


def test_the_dead_do_nothing() -> None:
    """Whatever the plan says."""
    executed = done("movement", to="porch", mira=crawl.person("Mira", hp=0, died_at=3), flags=("open",))

    assert codes(executed) == ["cannot-move"]


def test_moving_brings_the_whole_party_and_the_fight() -> None:
    """One leads, all go, and two rats are waiting."""
    executed = done("movement", to="porch", flags=("open",))

    state = fold(crawl.state(crawl.person("Mira"), crawl.person("Tom")), executed.resolution.changes)
    assert state.situation.scene_id == "porch"
    assert state.fight is not None
    assert {c.id for c in state.fight.order} == {"mira", "tom", "rat-1", "rat-2"}


def test_dice_are_rolled_as_they_are_asked_for() -> None:
    """What no rule foresees is still decided by dice that everybody sees."""
    plain = done("roll-dice", die="d24", quantity=1, modifier=-2, dc=1)
    written = done("roll-dice", expression="4d6kh3 + 2")

    (fact,) = plain.resolution.facts
    assert (fact.code.partition("-")[0], fact.args["expression"]) == ("rolled", "1d24 - 2")
    assert codes(written) == ["rolled"]
    assert [sides for sides, _ in written.resolution.results[0].dice] == [6, 6, 6, 6]


def test_dice_that_cannot_be_read_are_refused() -> None:
    """A model that makes up a notation is told so, and nothing falls."""
    refused = done("roll-dice", expression="two dice please")

    assert (codes(refused), refused.resolution.results[0].dice) == (["not-dice"], ())


@pytest.mark.parametrize(
    ("outcome", "code", "total"), [("20", "rolled-passed", 20), ("success", "rolled-passed", None)]
)
def test_a_dms_ruling_counts_for_plain_dice_too(outcome: str, code: str, total: int | None) -> None:
    """The DM has the last word, whatever is rolled."""
    state = fold(
        crawl.state(crawl.person("Mira")), [RulingMade(ruling=Ruling(id="r", kind="force", outcome=outcome))]
    )
    brief = replace(
        fen.brief(3), adventure=crawl.adventure(), state=state, ruleset=replace(DUNGEON, book=crawl.BOOK)
    )
    call = ToolCall(tool="roll-dice", args={"dc": 20})

    fact = execute(brief, ToolPlan(tool_calls=(call,)), refer).resolution.facts[-1]

    assert fact.code == code
    assert total is None or fact.args["total"] == total
