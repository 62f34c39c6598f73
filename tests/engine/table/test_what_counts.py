"""Prose is prose: what a telling says changes nothing that tools own, makes no places, and stops no table."""

import json
from collections.abc import Iterator
from dataclasses import replace

import pytest
from structlog.testing import capture_logs

from engine.asking.pace import Paces
from engine.events import Done
from engine.model.adventure import Adventure
from engine.model_gm import ModelGameMaster
from engine.rulesets.registry import SHIPPED, Rulesets
from engine.tool import Owned
from tests.engine.games_for_tests import INN, scene
from tests.engine.rules_for_tests import rulesets
from tests.engine.table_for_tests import Table
from tests.fakes.clock import FakeClock
from tests.fakes.entropy import SeededEntropy
from tests.fakes.language_model import Reply, ScriptedModel
from tests.fakes.one_book import OneBookLibrary

DRINK = {"tool": "drink", "args": {"who": "ada"}, "purpose": "", "needs": None}
TOLD = Reply("Ada drinks; warmth returns. She is whole again.", purpose="narrate", times=None)
UNCHANGED = Reply('{"responses": []}', purpose="record")
NOTHING = replace(UNCHANGED, times=None)


@pytest.fixture(autouse=True)
def _quiet_log() -> Iterator[None]:
    with capture_logs():
        yield


def table_at(
    *replies: Reply, rules: Rulesets = SHIPPED, book: Adventure = INN
) -> tuple[Table, ScriptedModel]:
    """A table at a model that says this."""
    clock = FakeClock(instant=True)
    model = ScriptedModel(replies, clock=clock)
    master = ModelGameMaster(model, OneBookLibrary(book), Paces(), clock, SeededEntropy())
    return Table(model=master, language_model=model, clock=clock, rulesets=rules, book=book), model


def plan(*calls: object) -> Reply:
    return Reply(json.dumps({"intent": "", "tool_calls": calls, "needs_override": False}), purpose="plan")


def record(**members: object) -> Reply:
    return Reply(json.dumps(members), purpose="record")


GREEDY: dict[str, object] = {
    "updated_characters": [
        {"character_id": "ada", "hp_delta": 6, "status": "well", "sheet": {"hp": 99}, "role": "queen"},
        {"character_id": "mags", "status": "rich", "items": ["potion"]},
    ],
    "updated_situation": {"areas": {"hall": "burnt"}, "quests": {"lamp": "done"}, "hp": 20},
    "characters": [{"id": "ada", "hp_delta": 6}],
}


@pytest.mark.parametrize("calls", [(), (DRINK,), (DRINK, DRINK)], ids=["untouched", "drunk", "drunk twice"])
async def test_what_was_drunk_is_what_the_tool_says_and_never_what_is_told(calls: tuple[object, ...]) -> None:
    """A potion is gone and felt together, or neither: by the tool alone, whatever is told and written."""
    table, _ = table_at(NOTHING, plan(*calls), TOLD, rules=rulesets())
    await table.play("ann")
    greedy, _ = table_at(UNCHANGED, record(**GREEDY), plan(*calls), TOLD, rules=rulesets())
    await greedy.play("ann")

    due = (await table.act("ann", "I drink my potion.")).head_state
    found = (await greedy.act("ann", "I drink my potion.")).head_state

    statuses = {name: due.characters[name].status for name in ("ada", "mags")}
    assert statuses == ({"ada": "well", "mags": "poor"} if calls else {"ada": "", "mags": ""})
    assert {c.id: (c.status, c.sheet, c.role) for c in found.characters.values()} == {
        c.id: (c.status, c.sheet, c.role) for c in due.characters.values()
    }
    assert (found.situation, found.areas, found.quests) == (due.situation, due.areas, due.quests)


async def test_a_flag_that_a_tool_has_set_is_not_set_back_by_the_telling() -> None:
    """The door is open, also if the story forgets it."""
    unlock = {"tool": "unlock", "args": {"dc": 1}, "purpose": "", "needs": None}
    shut = {"updated_situation": {"world_state_flags": {"has_key": False, "wet": True}}}
    table, _ = table_at(UNCHANGED, record(**shut), plan(unlock), TOLD, rules=rulesets())
    await table.play("ann")

    game = await table.act("ann", "I unlock it.")

    assert game.head_state.situation.world_state_flags == {"has_key": True, "wet": True}


@pytest.mark.parametrize(("owns", "ends_in"), [((), "yard"), (("position",), "hall")])
async def test_where_the_party_is_moves_by_tools_alone_where_the_rules_say_so(
    owns: tuple[Owned, ...], ends_in: str
) -> None:
    """A telling that walks through a wall is only a telling."""
    walked = {"updated_situation": {"scene_id": "yard", "current_scene": "Outside."}}
    table, _ = table_at(UNCHANGED, plan(), TOLD, record(**walked), NOTHING, rules=rulesets(*owns))
    await table.play("ann")

    game = await table.act("ann", "I go out.")

    assert game.head_state.situation.scene_id == ends_in


async def test_a_telling_is_read_from_where_the_tools_have_led() -> None:
    """Who went out by a tool can go on from there, and is not led back by an old thought."""
    go = {"tool": "go", "args": {"to": "yard", "softly": None}, "purpose": "", "needs": None}
    wrong = {"updated_situation": {"scene_id": "cellar"}}
    table, _ = table_at(UNCHANGED, plan(go), TOLD, record(**wrong), rules=rulesets())
    await table.play("ann")

    game = await table.act("ann", "I go out.")

    assert game.head_state.situation.scene_id == "yard"


PONDS = INN.model_copy(
    update={
        "scenes": (
            scene("hall", "pond"),
            scene("pond", "hall").model_copy(update={"name": "Reedy Pond"}),
            scene("kiln", "hall").model_copy(update={"name": "Old Kiln"}),
        )
    }
)


@pytest.mark.parametrize(
    ("written", "ends_in"),
    [
        ("pond", "pond"),
        ("Reedy Pond", "pond"),
        ("reedy pond", "pond"),
        ("  REEDY  POND ", "pond"),
        ("the reedy pond's", "hall"),
        ("Reedy Pont", "hall"),
        ("reedy_pond", "hall"),
        ("Ready Pond", "hall"),
        ("Old Kiln", "hall"),
        ("The Moon", "hall"),
        ("", "hall"),
    ],
)
async def test_another_spelling_of_a_place_makes_no_new_place(written: str, ends_in: str) -> None:
    """The party is where a place is, and there are as many places as the adventure has."""
    update = {"updated_situation": {"scene_id": written, "current_scene": f"At {written}."}}
    table, _ = table_at(UNCHANGED, TOLD, record(**update), book=PONDS)
    await table.play("ann")

    game = await table.act("ann", "I go to the water.")

    situation = game.head_state.situation
    assert situation.scene_id == ends_in
    assert set(situation.visited_scenes) <= {"hall", "pond"}
    assert len({s.id for s in game.adventure.scenes}) == 3


GARBAGE = (
    "It was a dark night.",
    "{{{{",
    "[1, 2, 3]",
    '{"mood": 3}',
    "<think>Hm.</think>",
    "}" * 900,
    '{"sugg',
)


@pytest.mark.parametrize("answers", [GARBAGE[:3], GARBAGE[2:5], GARBAGE[4:]])
async def test_a_record_that_is_garbage_costs_nothing_but_itself(answers: tuple[str, ...]) -> None:
    """The story is told, the state is as it was, there are moves; nobody is asked to say it otherwise."""
    garbage = [Reply(text, purpose="record") for text in answers]
    table, model = table_at(UNCHANGED, TOLD, *garbage, Reply("no", purpose="record", times=None))
    opening = await table.play("ann")
    table.surface.events.clear()

    game = await table.act("ann", "I knock.")

    head = await table.head()
    (done,) = table.surface.of(Done)
    before, after = opening.head_state, game.head_state
    assert isinstance(done, Done)
    assert done.turn.narrative == TOLD.text
    assert (head.is_recorded, head.status) == (False, "done")
    assert after.situation == before.situation
    assert {c.id: c.current_mood for c in after.characters.values()} == dict.fromkeys(after.characters, "")
    assert len(head.suggestions) >= 3
    assert all(suggestion.id.startswith("e") for suggestion in head.suggestions)
    assert len(model.asked("record")) <= 3
