"""The verb grammar's plan for a turn: one call for each action whose words rules settle."""

from engine.draws import Draws
from engine.gamemaster import Brief
from engine.model.turn import ToolPlan
from engine.offline.crawl.meaning import Meaning
from engine.offline.grammar import Grammar
from engine.ports import Locale
from engine.rules.course import Course
from engine.tool import Use


def plan_of(brief: Brief, grammar: Grammar, locale: Locale) -> ToolPlan:
    """Calls in the order of the actions; those that carry a call of their own, and speech, need none."""
    use = Use(
        adventure=brief.adventure,
        state=brief.state,
        number=brief.number,
        caller="model",
        actor_id=None,
        dice=Draws(brief.seed, ""),
        book=brief.ruleset.book,
    )
    course = Course(use, "plan")
    calls = []
    for action in brief.actions:
        who = course.somebody(action.character_id)
        if action.call is not None or action.type in {"speech", "pass", "go_on"} or who is None:
            continue
        call = Meaning(course, who, grammar, locale).call(action)
        if call is not None:
            calls.append(call)
    return ToolPlan(tool_calls=tuple(calls))
