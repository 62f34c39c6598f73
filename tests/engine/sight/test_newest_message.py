"""What a model answers: the newest actions, once, at the end; and old facts where they are asked for."""

import json
from dataclasses import replace

import pytest

from engine.changes import fold
from engine.gamemaster import Brief
from engine.model.action import ToolCall
from engine.model.change import Change
from engine.model.changes.cast import KnowledgeGained
from engine.model.changes.memory import LogTrimmed
from engine.model.changes.situation import TimelineAppended
from engine.model.fact import Fact
from engine.model.turn import Resolution, ToolPlan
from engine.model_request import Message
from engine.sight.budget import Fit
from engine.sight.conversation import (
    corrective_messages,
    go_on_messages,
    narrate_messages,
    plan_messages,
    record_messages,
)
from tests.engine import fen
from tests.engine.rules_for_tests import WithLines, rules

PROMPTS = WithLines(fen.prompts(), rules())
NEWEST = "I lift the third lantern"
BEFORE = "I ask about the second bell"
PLAN = Resolution(
    plan=ToolPlan(intent="see", tool_calls=(ToolCall(tool="roll", args={"sides": 6}),)),
    facts=(Fact(code="rolled", args={"result": 4}),),
)


def told(count: int = 6) -> Brief:
    """A turn after one in which somebody asked something that was never answered."""
    past = [fen.turn(n) for n in range(count - 1)]
    unanswered = fen.turn(count - 1, actions=(fen.action(BEFORE),), narrative="The rain goes on.")
    brief = fen.brief(count, recent=(*past, unanswered), actions=(fen.action(NEWEST),))
    return replace(brief, ruleset=rules())


def requests(brief: Brief, resolution: Resolution) -> dict[str, tuple[Message, ...]]:
    """Every request that a turn can make."""
    fit = Fit()
    narrated = narrate_messages(brief, resolution, PROMPTS, fit)
    recorded = record_messages(brief, resolution, "The lantern flares.", PROMPTS, fit)
    return {
        "plan": plan_messages(brief, PROMPTS, fit),
        "narrate": narrated,
        "go on": go_on_messages(brief, narrated, "The lantern", PROMPTS, fit),
        "record": recorded,
        "record again": corrective_messages(recorded, "{", "The answer is cut.", PROMPTS),
    }


@pytest.mark.parametrize("resolution", [Resolution(), PLAN], ids=["no plan", "plan"])
def test_each_request_has_the_newest_action_once_and_behind_everything_older(resolution: Resolution) -> None:
    """A model that answers the message before last has read it as the newest."""
    for name, messages in requests(told(), resolution).items():
        users = [message.content for message in messages if message.role == "user"]
        newest = [content for content in users if NEWEST in content]

        assert len(newest) == 1, name
        assert newest[0] is users[0], name
        assert users[0].count(NEWEST) == 1, name
        log, _, now = users[0].partition("[end of log]")
        assert BEFORE in log, name
        assert BEFORE not in now, name
        assert NEWEST in now.partition("[actions]")[2], name
        assert all(content.startswith(("[results]", "[TASK", "That cannot")) for content in users[1:]), name


@pytest.mark.parametrize("resolution", [Resolution(), PLAN], ids=["no plan", "plan"])
def test_each_request_ends_with_what_is_to_be_done(resolution: Resolution) -> None:
    """The last word is ours: a task, never somebody's words."""
    ends = {name: messages[-1] for name, messages in requests(told(), resolution).items()}

    assert {message.role for message in ends.values()} == {"user"}
    assert NEWEST not in "".join(message.content.splitlines()[-1] for message in ends.values())


FACT = "The Harl sisters own the quarry"
QUESTION = "Who owns the quarry?"


@pytest.mark.parametrize("num_ctx", [4096, 8192])
@pytest.mark.parametrize("where", ["timeline", "knowledge", "summary"])
@pytest.mark.parametrize("later", [8, 16, 30])
def test_a_fact_that_has_left_the_log_is_there_when_it_is_asked_for(
    where: str, later: int, num_ctx: int
) -> None:
    """Nobody has to say again what everybody heard an hour ago."""
    events = [TimelineAppended(text=f"Mira crossed the fen for the {n}th time.") for n in range(later)]
    facts: dict[str, Change] = {
        "timeline": TimelineAppended(text=f"{FACT}."),
        "knowledge": KnowledgeGained(character_id="mira", text=f"{FACT}."),
        "summary": LogTrimmed(log_from_turn=later, summary=f"Rain.\n{FACT}.\nSnow.", cast_in_system=()),
    }
    more = [KnowledgeGained(character_id="mira", text=f"Reed number {n}.") for n in range(8)]
    state = fold(fen.state(), [facts[where], *events, *more])
    recent = tuple(fen.turn(n) for n in range(later - 8, later))
    brief = fen.brief(later, state=state, recent=recent, actions=(fen.action(QUESTION),))

    messages = narrate_messages(brief, Resolution(), fen.prompts(), Fit(num_ctx))

    assert FACT in messages[1].content


def test_what_comes_back_stands_with_the_actions_so_that_nothing_before_them_changes() -> None:
    """What a server has evaluated while people were thinking stays as it was."""
    state = fold(
        fen.state(),
        [TimelineAppended(text=f"{FACT}."), *[TimelineAppended(text=f"Day {n}.") for n in range(9)]],
    )
    asking = fen.brief(12, state=state, recent=(), actions=(fen.action(QUESTION),))
    waiting = replace(asking, actions=(fen.action("I wait."),))

    asked, waited = (
        narrate_messages(brief, Resolution(), fen.prompts(), Fit())[1].content.partition("[actions]\n")
        for brief in (asking, waiting)
    )

    assert asked[0] == waited[0]
    assert json.loads(asked[2].splitlines()[0])["lore"] == [f"{FACT}."]
    assert "lore" not in waited[2]
