"""Tools: what is allowed runs, in order and once; everything else is left out, and the turn goes on."""

import json
import re
from collections import Counter
from dataclasses import replace
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.changes import fold
from engine.draws import Draws
from engine.executor import MOST_CALLS, Executed, execute, execute_calls
from engine.gamemaster import Brief
from engine.model.action import MergedAction, ToolCall
from engine.model.changes.cast import StatusSet
from engine.model.changes.situation import FlagSet, SceneSet
from engine.model.fact import Fact
from engine.model.noun import Scalar
from engine.model.turn import Resolution, ToolPlan
from engine.reading.planned import WrittenPlan
from engine.structured import read
from engine.tool import Asked, Caller
from tests.engine.briefs import brief
from tests.engine.rules_for_tests import rules

ROLL = ToolCall(tool="roll", args={"sides": 6})
UNLOCK = ToolCall(tool="unlock")


def asked(*calls: ToolCall, actions: tuple[MergedAction, ...] = (), seed: int = 7) -> Executed:
    """What a plan of these calls comes to in the hall of the inn."""
    return execute(at(*actions, seed=seed), ToolPlan(tool_calls=calls), _reference)


def at(*actions: MergedAction, seed: int = 7) -> Brief:
    return replace(brief(), actions=actions, seed=seed, ruleset=rules())


def pressing(player: str, call: ToolCall | None) -> MergedAction:
    return MergedAction(
        source_ids=(f"s-{player}",), player_id=player, player_name=player, character_id=f"pc-{player}",
        type="action", content="I do it.", call=call,
    )  # fmt: skip


def _reference(tool: str, error: Exception) -> str:
    return f"REF-{tool}"


def facts(executed: Executed) -> list[str]:
    return [fact.code for fact in executed.resolution.facts]


def test_calls_run_in_the_order_of_the_plan_on_what_came_before() -> None:
    """A door that was opened can be gone through in the same turn."""
    executed = asked(UNLOCK, ToolCall(tool="go", args={"to": "cellar"}))

    assert facts(executed) == ["open", "went"]
    assert executed.resolution.changes == (
        FlagSet(key="has_key", value=True, origin="tool"),
        SceneSet(scene_id="cellar", origin="tool"),
    )
    assert executed.warnings == ()


def test_the_same_call_twice_is_two_independent_rolls_and_a_replay_rolls_the_same() -> None:
    """Two blows are two blows; a retry of the turn changes neither."""
    once, again, otherwise = asked(ROLL, ROLL), asked(ROLL, ROLL), asked(ROLL, ROLL, seed=8)

    assert once == again
    assert len({result.id for result in once.resolution.results}) == 2
    assert once.resolution.facts != otherwise.resolution.facts
    pairs = Counter(
        tuple(f.args["result"] for f in asked(ROLL, ROLL, seed=seed).resolution.facts) for seed in range(500)
    )
    assert len(pairs) == 36


def test_a_result_is_named_by_turn_tool_arguments_and_how_often() -> None:
    """The same call is found again after a crash, whatever a model calls it."""
    args: dict[str, Scalar] = {"sides": 6}
    text = json.dumps({"args": args, "purpose": "to hit"}, sort_keys=True, separators=(",", ":"))
    wanted = sha256(text.encode()).hexdigest()[:16]

    executed = asked(*[ROLL.model_copy(update={"purpose": "to hit"})] * 2)

    assert [result.id for result in executed.resolution.results] == [
        f"t3:roll:{wanted}:0",
        f"t3:roll:{wanted}:1",
    ]


def test_dice_do_not_depend_on_the_id_of_the_turn_but_on_its_seed() -> None:
    """A turn that a killed process had begun is begun again under another id, with the same dice."""
    other = execute(replace(at(), turn_id="elsewhere"), ToolPlan(tool_calls=(ROLL,)), _reference)

    assert other.resolution.facts == asked(ROLL).resolution.facts


@pytest.mark.parametrize(
    "written",
    [
        {"tool": "shell", "args": {"cmd": "ls"}},
        {"tool": "Roll", "args": {"sides": 4}},
        {"tool": " roll", "args": {"sides": 4}},
        {"tool": "roll", "args": {}},
        {"tool": "roll", "args": {"sides": "many"}},
        {"tool": "roll", "args": {"sides": 1}},
        {"tool": "roll", "args": {"sides": [4]}},
        {"tool": "roll"},
        {"tool": "go", "args": {"to": "moon"}},
        {"tool": "go", "args": {"to": "cellar"}},
        {"tool": "drink", "args": {"who": "mags"}},
        {"tool": "press", "args": {}},
        {"tool": "overrule", "args": {}},
        {"tool": "", "args": {}},
        {},
        "roll",
        None,
        7,
    ],
)
def test_what_is_unknown_absent_or_without_its_arguments_is_left_out(written: object) -> None:
    """Nothing that a model writes is run because it looks like something."""
    plan = read(json.dumps({"tool_calls": [written, {"tool": "roll", "args": {"sides": 4}}]}), WrittenPlan)
    assert plan.value is not None

    executed = execute(at(), plan.value.plan(), _reference)

    assert facts(executed) == ["rolled"]
    assert len(executed.warnings) == 1


@pytest.mark.parametrize(
    ("caller", "allowed"),
    [("model", set()), ("player", {"press"}), ("dm", {"overrule"})],
)
def test_each_caller_has_a_list_of_its_own(caller: Caller, allowed: set[str]) -> None:
    """A model never overrules; a player's button never does what only a DM may."""
    calls = [Asked(ToolCall(tool=name), caller) for name in ("press", "overrule")]

    executed = execute_calls(at(), calls, _reference)

    ran = {result.call.tool for result in executed.resolution.results if not result.is_refused}
    assert ran == allowed


def test_numbers_may_be_written_as_models_write_them() -> None:
    """One call, whether a model writes 6, "6" or 6.0."""
    same = [ToolCall(tool="roll", args={"sides": sides}) for sides in (6, "6", 6.0)]

    results = asked(*same).resolution.results

    assert [result.call.args for result in results] == [{"sides": 6}] * 3
    assert [result.id.rpartition(":")[2] for result in results] == ["0", "1", "2"]


def test_members_that_a_tool_does_not_have_cost_themselves() -> None:
    """A call is not lost because a model wished for more."""
    executed = asked(ToolCall(tool="roll", args={"sides": 6, "advantage": True}))

    assert facts(executed) == ["rolled"]
    assert executed.warnings == ("call of 'roll': Roll.advantage is unknown",)


def test_at_most_five_calls_of_a_plan_count() -> None:
    """A plan is for one moment, not for an evening."""
    executed = asked(*[ROLL] * 9)

    assert len(executed.resolution.results) == MOST_CALLS
    assert executed.warnings == ("only 5 calls of a plan count; call of 'roll' is one more",) * 4


def test_what_players_chose_does_not_count_among_the_five_and_comes_first() -> None:
    """Eight players may each press a button."""
    press = ToolCall(tool="press")
    players = [pressing(f"p{n}", press) for n in range(8)]

    executed = asked(*[ROLL] * 5, actions=tuple(players))

    assert facts(executed) == ["pressed"] * 8 + ["rolled"] * 5
    assert [f.args["by"] for f in executed.resolution.facts[:8]] == [f"pc-p{n}" for n in range(8)]


@pytest.mark.parametrize("purpose", ["", "to see", "as Ann pressed"])
def test_a_model_does_not_repeat_what_a_player_chose(purpose: str) -> None:
    """A button that was pressed once counts once, whatever a model says that it would be for."""
    repeated = ROLL.model_copy(update={"purpose": purpose})

    executed = asked(repeated, actions=(pressing("ann", ROLL),))

    assert facts(executed) == ["rolled"]
    assert executed.warnings == ("call of 'roll' was chosen by a player already",)


def test_a_players_call_that_can_no_longer_be_made_is_told() -> None:
    """The thing was gone before the turn began: the player hears it."""
    executed = asked(actions=(pressing("ann", ToolCall(tool="go", args={"to": "cellar"})),))

    (result,) = executed.resolution.results
    assert (result.is_refused, result.facts) == (True, (Fact(code="not-possible", args={"tool": "go"}),))


def test_what_is_refused_is_a_fact_and_changes_nothing() -> None:
    """The lock holds, and everybody hears that it was tried."""
    executed = asked(ToolCall(tool="unlock", args={"dc": 30}))

    (result,) = executed.resolution.results
    assert result.is_refused
    assert executed.resolution.facts == (Fact(code="stuck"),)
    assert executed.resolution.changes == ()


def test_a_thing_is_used_up_and_felt_together_or_not_at_all() -> None:
    """The second mouthful of a potion neither heals nor costs one."""
    drink = ToolCall(tool="drink", args={"who": "pc-ann"})

    executed = asked(drink, drink)

    assert facts(executed) == ["healed", "no-potion"]
    assert executed.resolution.changes == (
        StatusSet(character_id="mags", status="poor", origin="tool"),
        StatusSet(character_id="pc-ann", status="well", origin="tool"),
    )


@pytest.mark.parametrize("needed", [ToolCall(tool="unlock", args={"dc": 30}), ToolCall(tool="shell")])
def test_a_call_that_needs_one_that_failed_is_skipped(needed: ToolCall) -> None:
    """Nobody goes through a door that stayed shut."""
    executed = asked(needed, ROLL.model_copy(update={"needs": 0}), ROLL)

    assert [result.call.needs for result in executed.resolution.results if not result.is_refused] == [None]
    assert executed.warnings[-1] == "call of 'roll' needs call 0, which did not succeed"


@pytest.mark.parametrize("needs", [-1, 0, 1, 5])
def test_a_call_needs_only_what_stands_before_it(needs: int) -> None:
    """A plan that leads in a circle leads nowhere."""
    assert asked(ROLL.model_copy(update={"needs": needs})).resolution.results == ()


def test_a_call_keeps_its_place_when_one_before_it_cannot_be_read() -> None:
    """What needs the second call does not get the third."""
    calls = [7, {"tool": "unlock", "args": {"dc": 30}}, {"tool": "roll", "args": {"sides": 4}, "needs": 1}]
    plan = read(json.dumps({"tool_calls": calls}), WrittenPlan)
    assert plan.value is not None

    assert facts(execute(at(), plan.value.plan(), _reference)) == ["stuck"]


def test_a_tool_that_breaks_costs_its_own_effect_and_not_the_turn() -> None:
    """A bug of ours never loses what eight people did."""
    executed = asked(UNLOCK, ToolCall(tool="broken"), ROLL)

    assert facts(executed) == ["open", "tool-failed", "rolled"]
    assert executed.resolution.results[1].facts[0].args == {"tool": "broken", "reference": "REF-broken"}
    assert executed.resolution.results[1].is_refused


def test_a_story_has_no_tools_whatever_a_plan_says() -> None:
    """What happens in a pure story follows from what is told."""
    executed = execute(brief(), ToolPlan(tool_calls=(ROLL,)), _reference)

    assert executed.resolution.results == ()


_WORDS = st.text(max_size=12) | st.sampled_from(["roll", "go", "drink", "unlock", "broken", "pc-ann", "yard"])
_ARGS = st.dictionaries(
    st.sampled_from(["sides", "to", "who", "dc", "x"]),
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | _WORDS,
    max_size=4,
)
_CALLS = st.builds(
    ToolCall, tool=_WORDS, args=_ARGS, purpose=st.text(max_size=8), needs=st.none() | st.integers(-2, 9)
)


@given(calls=st.lists(_CALLS, max_size=9), pressed=st.lists(_CALLS, max_size=3), seed=st.integers(0, 2**63))
def test_any_plan_gives_results_and_never_an_error(
    calls: list[ToolCall], pressed: list[ToolCall], seed: int
) -> None:
    """Whatever is asked for, the turn goes on: the same way each time, and in a form that can be stored."""
    told = at(*(pressing(f"p{n}", call) for n, call in enumerate(pressed)), seed=seed)

    executed = execute(told, ToolPlan(tool_calls=tuple(calls)), _reference)

    resolution = executed.resolution
    assert execute(told, ToolPlan(tool_calls=tuple(calls)), _reference) == executed
    assert Resolution.model_validate_json(resolution.model_dump_json()) == resolution
    assert len(resolution.results) <= len(pressed) + MOST_CALLS
    assert len({result.id for result in resolution.results}) == len(resolution.results)
    assert resolution.facts == tuple(fact for result in resolution.results for fact in result.facts)
    assert fold(told.state, resolution.changes).characters.keys() == told.state.characters.keys()


def test_a_die_falls_evenly_and_every_occasion_has_dice_of_its_own() -> None:
    """Chance is fair, and nobody can guess the next roll from the last."""
    dice = Draws(7, "hit")

    fallen = Counter(dice.die(6) for _ in range(6000))

    assert sorted(fallen) == [1, 2, 3, 4, 5, 6]
    assert sum((seen - 1000) ** 2 / 1000 for seen in fallen.values()) < 20.5  # chi-square, 5 degrees, 0.1 %
    others = [Draws(7, "hit"), Draws(7, "miss"), Draws(8, "hit")]
    assert len({other.die(10**9) for other in others}) == 3


@given(seed=st.integers(-5, 2**70), occasion=st.text(), sides=st.integers(1, 10**30))
def test_any_die_falls_on_one_of_its_sides(seed: int, occasion: str, sides: int) -> None:
    """No die falls off the table."""
    assert 1 <= Draws(seed, occasion).die(sides) <= sides


def test_a_die_without_sides_is_a_mistake() -> None:
    """There is nothing that it could show."""
    with pytest.raises(ValueError, match=re.escape("a die with 0 sides")):
        Draws(7, "hit").die(0)
