"""What is settled is settled once: whatever breaks afterwards, and whoever tells it."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest
from structlog.testing import capture_logs

from engine.errors import ModelUnreachable, StoreError
from engine.events import Resolved
from engine.model.action import ToolCall
from engine.model.adventure import Ending
from engine.model.changes.situation import EndingReached
from engine.model.fact import Fact
from engine.model.pack_words import Condition
from engine.model.turn import ToolPlan
from engine.model.update import SituationUpdate, StateUpdate
from tests.engine.games_for_tests import INN
from tests.engine.rules_for_tests import rulesets
from tests.engine.table_for_tests import Table
from tests.fakes.entropy import SeededEntropy
from tests.fakes.game_master import ScriptedMaster
from tests.fakes.store import MemoryStore

PLAN = ToolPlan(
    intent="fight",
    tool_calls=(
        ToolCall(tool="roll", args={"sides": 20}, purpose="to hit"),
        ToolCall(tool="roll", args={"sides": 20}, purpose="to hit"),
        ToolCall(tool="drink", args={"who": "ada"}),
        ToolCall(tool="drink", args={"who": "ada"}),
    ),
)
OTHER = ToolPlan(intent="run", tool_calls=(ToolCall(tool="go", args={"to": "yard"}),))
WRITES = ("begin_turn", "save_turn", "end_turn")
SEED_BITS = (63, 256)


@pytest.fixture(autouse=True)
def _quiet_log() -> Iterator[None]:
    with capture_logs():
        yield


class SameDice(SeededEntropy):
    """The seed of a turn is always the same."""

    def bits(self, count: int) -> int:
        return 7 if count in SEED_BITS else super().bits(count)


@dataclass
class BrokenAt(MemoryStore):
    """Breaks once, at the write with this number, before or after it is done."""

    number: int = -1
    when: str = ""
    seen: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__()
        self.is_counting = False

    def break_if_told(self, method: str, when: str) -> None:
        if not self.is_counting or method not in WRITES:
            return
        if when == "before":
            self.seen.append(method)
        if (len(self.seen) - 1, when) == (self.number, self.when):
            raise StoreError


async def played(store: BrokenAt, *plans: ToolPlan) -> tuple[Table, ScriptedMaster]:
    """One action at a table that plays by rules, with a fault somewhere on its way."""
    master = ScriptedMaster(plans=plans)
    table = Table(store=store, model=master, rulesets=rulesets(), entropy=SameDice())
    await table.play("ann")
    store.is_counting = True
    await table.act("ann", "I fight.")
    store.is_counting = False
    return table, master


async def settled(table: Table) -> tuple[object, ...]:
    """What was settled in the newest turn, without the id of the turn, and what it made of the game."""
    head, game = await table.head(), await table.game()
    results = [(result.id.partition(":")[2], result.facts) for result in head.resolution.results]
    state = json.loads(game.head_state.model_dump_json())
    return (results, head.resolution.facts, head.resolution.changes, state, game.current_turn_id, head.number)


WRITES_OF_A_TURN = ("begin_turn", "save_turn", "save_turn", "end_turn")
PLACES = [(number, when) for number in range(len(WRITES_OF_A_TURN)) for when in ("before", "after")]


async def test_results_and_effects_are_written_at_once_and_before_anything_is_told() -> None:
    """There is no moment in which a potion is drunk and not felt, or told and not rolled."""
    store = BrokenAt()

    table, master = await played(store, PLAN)

    assert tuple(store.seen) == WRITES_OF_A_TURN
    (_, resolved) = table.surface.of(Resolved)
    assert isinstance(resolved, Resolved)
    resolution = resolved.turn.resolution
    assert [f.code for f in resolution.facts] == ["rolled", "rolled", "healed", "no-potion"]
    assert [c.kind for c in resolution.changes] == ["status_set", "status_set"]
    assert master.narrated[-1].turn_id == resolved.turn.id
    assert (await table.head()).resolution == resolution


@pytest.mark.parametrize(("number", "when"), PLACES)
async def test_a_fault_at_any_write_rolls_nothing_twice(number: int, when: str) -> None:
    """Whatever the disk does, the evening goes on as if nothing had been."""
    due, _ = await played(BrokenAt(), PLAN)

    table, _ = await played(BrokenAt(number, when), PLAN, PLAN)

    assert await settled(table) == await settled(due)


@pytest.mark.parametrize(("number", "when"), PLACES)
async def test_a_model_that_plans_otherwise_the_second_time_changes_nothing_that_is_settled(
    number: int, when: str
) -> None:
    """Once it is stored, a plan is found again and not asked for; never is there a bit of both."""
    table, master = await played(BrokenAt(number, when), PLAN, OTHER)

    was_stored = (number, when) not in {(0, "before"), (0, "after"), (1, "before")}
    head = await table.head()
    assert len(master.resolved) == (1 if was_stored or number == 0 else 2)
    assert head.resolution.plan in (PLAN, OTHER)
    assert head.resolution.plan == PLAN or (number, when) == (1, "before")
    assert (await table.game()).head_state.situation.scene_id == (
        "hall" if head.resolution.plan == PLAN else "yard"
    )


@pytest.mark.parametrize("stop_at", ["Resolved", "Told", "Narrated"])
async def test_the_next_process_finds_the_results_of_the_last(stop_at: str) -> None:
    """Dice once rolled are never rolled again, also not by a start."""
    table = Table(model=ScriptedMaster(plans=(PLAN,)), rulesets=rulesets())
    await table.play("ann")
    table.surface.events.clear()
    await table.send("ann", "I fight.")
    await table.surface.until(stop_at)
    await table.turns.close()
    (resolved,) = table.surface.of(Resolved)
    assert isinstance(resolved, Resolved)

    again = table.restarted(model=ScriptedMaster(plans=(OTHER,)), rulesets=rulesets())
    await again.turns.resume()
    await again.rested()

    assert (await again.head()).resolution == resolved.turn.resolution


async def test_a_telling_that_is_tried_again_keeps_facts_and_dice() -> None:
    """Try again makes other words, never other luck."""
    table = Table(model=ScriptedMaster(plans=(PLAN, OTHER)), rulesets=rulesets())
    await table.play("ann")
    await table.act("ann", "I fight.")
    first = await table.head()

    await table.turns.retell(first.id)
    await table.rested()

    second = await table.head()
    assert second.id != first.id
    assert (second.resolution, second.seed) == (first.resolution, first.seed)


async def test_a_turn_without_a_plan_goes_on() -> None:
    """A model that is away costs a plan, and no turn."""
    table = Table(model=ScriptedMaster(plans=(ModelUnreachable(),)), rulesets=rulesets())
    await table.play("ann")

    await table.act("ann", "I fight.")

    assert (await table.head()).resolution.facts == ()
    assert await table.told() == ["Turn 0 is told.", "Turn 1 is told."]


async def test_a_button_that_carries_its_call_needs_no_plan_to_have_its_effect() -> None:
    """What the rules know to be possible happens, whoever tells it."""
    table = Table(rulesets=rulesets())
    await table.play("ann")

    await table.act("ann", "I drink.", call=ToolCall(tool="drink", args={"who": "ada"}))

    assert (await table.game()).head_state.characters["ada"].status == "well"


async def test_a_broken_tool_is_a_fact_with_a_reference_that_stands_in_the_log() -> None:
    """A bug of ours can be found, and nobody loses a turn by it."""
    plan = ToolPlan(tool_calls=(ToolCall(tool="broken"),))
    table = Table(model=ScriptedMaster(plans=(plan,)), rulesets=rulesets())
    await table.play("ann")

    with capture_logs() as logs:
        await table.act("ann", "I break it.")

    (fact,) = (await table.head()).resolution.facts
    (failed,) = [entry for entry in logs if entry["event"] == "tool_failed"]
    assert fact == Fact(code="tool-failed", args={"tool": "broken", "reference": failed["reference"]})
    assert isinstance(failed["exc_info"], ZeroDivisionError)
    assert await table.told() == ["Turn 0 is told.", "Turn 1 is told."]


@pytest.mark.parametrize("is_late", [False, True])
async def test_an_ending_that_came_about_is_told_out_in_the_next_turn(is_late: bool) -> None:
    """Also where it was written down late."""
    out = Ending(id="out", title="Out", is_good=True, scene="yard", when=Condition(), text="Air.")
    gone = StateUpdate(updated_situation=SituationUpdate(scene_id="yard"))
    written = ((ModelUnreachable(),), (gone,)) if is_late else ((gone,),)
    master = ScriptedMaster(updates=((StateUpdate(),), *written))
    table = Table(model=master, book=INN.model_copy(update={"endings": (out,)}))
    await table.play("ann")
    await table.act("ann", "I go out.")

    await table.act("ann", "I look.")

    changes = await table.store.log(await table.game())
    assert [c for c in changes if isinstance(c, EndingReached)] == [EndingReached(ending_id="out")]
    assert [f.code for f in (await table.head()).resolution.facts] == ["ending-reached"]
