"""A blow: when it hits, what it does, and what a one or a twenty bring."""

import pytest

from engine.changes import fold
from engine.model.fact import Fact
from engine.model.rules.creature import Creature
from engine.model.rules.terms import Deed
from engine.model.state import GameState
from engine.rules.meeting import begin_fight
from engine.tool import Outcome
from engine.tools.combat import Combat, Operation
from tests.engine.rules import crawl
from tests.engine.rules.fighting.book import BOOK

SWORD = {"id": "sword-1", "kind": "sword", "name": "short sword", "is_worn": True}


def fought(
    operation: Operation, *numbers: int, rat: Creature | None = None, target: str | None = "rat-1",
    deed: Deed | None = None, luck: int = 0, **sheet: object,
) -> tuple[Outcome, GameState]:  # fmt: skip
    """Mira's one action against a rat at hand, its initiative and hers already rolled."""
    mira = crawl.person("Mira", **({"items": [SWORD], "hp": 9, "hp_most": 9} | sheet))
    state = crawl.state(mira, scene="porch", creatures=[rat or crawl.rat()])
    course = crawl.course(state, 10, 5)
    begin_fight(course)
    use = crawl.use(course.state, *numbers, book=BOOK)
    outcome = Combat(operation=operation, target=target, deed=deed, luck=luck).run(use)
    assert isinstance(use.dice, crawl.FixedDice)
    assert use.dice.left == ()
    return outcome, fold(course.state, () if outcome.is_refused else outcome.changes)


def codes(outcome: Outcome) -> list[str]:
    return [fact.code for fact in outcome.facts]


def test_a_hit_takes_the_weapons_die() -> None:
    """Twelve against armour 12 is a hit; the die of damage shows 2."""
    outcome, state = fought("attack", 12, 2)

    assert outcome.facts == (
        Fact(
            code="hit",
            args={"who": "Mira", "whom": "rat 1", "arm": "short sword", "roll": "d20 (12) = 12", "ac": 12},
        ),
        Fact(code="creature-hurt", args={"who": "rat 1", "points": 2}),
    )
    assert (state.creatures["rat-1"].hp, state.creatures["rat-1"].target_id) == (1, "mira")


def test_a_miss_does_nothing() -> None:
    """Eleven is one too few."""
    outcome, state = fought("attack", 11)

    assert (codes(outcome), state.creatures["rat-1"].hp) == (["missed"], 3)


def test_a_one_is_a_miss_and_a_fumble_whatever_is_added() -> None:
    """The fumble die of bare clothes shows 4: the sword is gone from the hand."""
    strong = {ability: {"now": 24, "whole": 24} for ability in ("str", "agi", "sta", "per", "int")}
    outcome, state = fought("attack", 1, 4, abilities=strong | {"lck": {"now": 10, "whole": 10}})

    assert codes(outcome) == ["missed", "fumble-row", "item-dropped-in-fight"]
    sheet = state.characters["mira"].sheet
    assert sheet is not None
    assert [item.is_worn for item in sheet.items] == [False]


def test_the_top_of_the_die_hits_anything_and_is_critical() -> None:
    """Level 0: d4 on the first table shows 4; the row adds a d6."""
    outcome, state = fought("attack", 20, 1, 4, 5, rat=crawl.rat(hp=9, hp_most=9))

    assert codes(outcome) == ["hit", "critical-row", "creature-hurt"]
    assert state.creatures["rat-1"].hp == 3


def test_a_warriors_deed_die_is_added_to_blow_and_damage() -> None:
    """Ten and a three make 13; a two and a three make five."""
    outcome, state = fought(
        "mighty-deed", 3, 10, 2, deed="trip", class_id="warrior", level=1, rat=crawl.rat(hp=9, hp_most=9)
    )

    assert outcome.facts[0].args["roll"] == "d20 (10) + 3 = 13"
    assert codes(outcome) == ["hit", "creature-hurt", "deed", "effect-given"]
    assert state.creatures["rat-1"].hp == 4
    assert [e.id for e in state.creatures["rat-1"].effects] == ["prone"]


@pytest.mark.parametrize("shown", [1, 2])
def test_a_deed_needs_a_three(shown: int) -> None:
    """The blow counts, the feat does not."""
    outcome, _ = fought(
        "mighty-deed", shown, 15, 1, deed="trip", class_id="warrior", level=1, rat=crawl.rat(hp=9, hp_most=9)
    )

    assert codes(outcome) == ["hit", "creature-hurt", "deed-fails"]


def test_a_warrior_threatens_with_nineteen() -> None:
    """A critical hit within the threat range still has to hit, which it does."""
    outcome, _ = fought(
        "attack", 1, 19, 1, 12, 2, class_id="warrior", level=1, rat=crawl.rat(hp=9, hp_most=9)
    )

    assert "critical-row" in codes(outcome)


def test_a_thief_from_behind_adds_the_skill_and_is_critical() -> None:
    """The rat is busy with somebody else: +3, table two with the thief's own die."""
    outcome, state = fought(
        "sneak-attack", 9, 2, 12, 8, class_id="thief", level=1,
        rat=crawl.rat(hp=20, hp_most=20, target_id="tom"),
    )  # fmt: skip

    assert outcome.facts[0].args["roll"] == "d20 (9) + 3 = 12"
    assert codes(outcome) == ["hit", "critical-row", "creature-hurt"]
    assert state.creatures["rat-1"].hp == 10


def test_who_is_seen_coming_strikes_plainly() -> None:
    """A rat that is after the thief has her in view."""
    outcome, _ = fought("sneak-attack", 12, 1, class_id="thief", level=1, rat=crawl.rat(target_id="mira"))

    assert codes(outcome) == ["no-backstab", "hit", "creature-hurt"]


def test_luck_burned_for_a_blow_is_burned_once() -> None:
    """Two points, plus two, a hit."""
    outcome, state = fought("attack", 10, 3, luck=2)

    assert codes(outcome) == ["luck-burned", "hit", "creature-falls"]
    sheet = state.characters["mira"].sheet
    assert sheet is not None
    assert sheet.abilities["lck"].whole == 8


def test_a_foe_beyond_a_move_is_only_come_near_to() -> None:
    """Ninety feet are three moves."""
    outcome, state = fought("attack", rat=crawl.rat(distance_ft=90))

    assert codes(outcome) == ["comes-near"]
    assert state.creatures["rat-1"].distance_ft == 60


def test_a_charge_needs_a_run_up() -> None:
    """Two more to hit from twenty feet off, nothing from five."""
    far, _ = fought("charge", 10, 1, rat=crawl.rat(distance_ft=20))
    near, _ = fought("charge", 10)

    assert (codes(far)[0], codes(near)) == ("hit", ["missed"])


def test_nobody_chooses_a_critical_hit() -> None:
    """It comes by itself, or by a DM."""
    outcome, _ = fought("critical-hit")

    assert (outcome.is_refused, codes(outcome)) == (True, ["comes-by-itself"])


def test_whoever_is_not_hostile_is_once_somebody_strikes() -> None:
    """And so are those with it."""
    _, state = fought("attack", 11, rat=crawl.rat(standing="hostile"))

    assert state.creatures["rat-1"].standing == "hostile"


def test_the_dead_are_no_target() -> None:
    """They have had enough."""
    outcome, _ = fought("attack", rat=crawl.rat(hp=0, standing="dead"), target="rat-1")

    assert codes(outcome) == ["no-target"]
