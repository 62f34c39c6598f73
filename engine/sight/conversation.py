"""One growing conversation for each turn: every request begins like the one before, byte for byte.

system, then [summary] [log] [context] | [actions] [TASK]. What stands before the bar is known before anybody
acts, so that a server can evaluate it while people think. Everything here is a pure function.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from pydantic import JsonValue

from engine.context import context_of
from engine.errors import WindowTooSmall
from engine.gamemaster import Brief
from engine.history import Block, Fence, build, past
from engine.model.fact import Fact
from engine.model.session import Style
from engine.model.turn import Resolution, ToolPlan
from engine.model_request import Message
from engine.ports import Prompts
from engine.sight.budget import Budget, Fit, least_window
from engine.sight.context_pen import Page
from engine.sight.context_text import Written, before_actions, facts_text, with_actions
from engine.sight.system_text import SystemText, system_text
from engine.summary import summary
from engine.words.neutral import neutral, neutral_line, neutral_name
from engine.words.tokens import Measure

WORDS: dict[Style, int] = {"short": 60, "medium": 110, "long": 160}
"""Longest narrative of each style."""
_LEAST_ACTIONS = 100
"""Tokens that the actions keep, however long the reminder line is."""
_LIMIT_LETTERS = 100
_LIMITS = 200
_LEAST_LIMIT = 12
"""Tokens of all lines and veils together, and of each where they are many."""
_ANSWER_LETTERS = 2000
_REMEMBERED = 16
"""Turns whose common part is kept from the telling to the record."""


def prefix_messages(brief: Brief, prompts: Prompts, fit: Fit) -> tuple[Message, ...]:
    """All that a turn's requests will begin with, whatever the players do. Raises WindowTooSmall."""
    script = _script(brief, prompts, fit)
    return (Message("system", script.system.text), Message("user", script.before.text))


def plan_messages(brief: Brief, prompts: Prompts, fit: Fit) -> tuple[Message, ...]:
    """The request for a ToolPlan. Raises WindowTooSmall."""
    script = _script(brief, prompts, fit)
    return _with_user(script, _now(script, ()) + prompts.text("task-plan"))


def narrate_messages(brief: Brief, resolution: Resolution, prompts: Prompts, fit: Fit) -> tuple[Message, ...]:
    """The request for the narrative: one user message, or plan and results where a model chose tools.

    Raises WindowTooSmall.
    """
    script = _script(brief, prompts, fit)
    if not _is_models(resolution.plan, brief):
        return _with_user(script, _now(script, resolution.facts) + script.task)
    results = facts_text(resolution.facts, script.page(script.budget.results))
    return (
        *_with_user(script, _now(script, ()) + prompts.text("task-plan")),
        Message("assistant", _json(resolution.plan.model_dump(mode="json"))),
        Message("user", f"[results]\n{results}\n{script.task}"),
    )


def go_on_messages(
    brief: Brief, messages: Sequence[Message], said: str, prompts: Prompts, fit: Fit
) -> tuple[Message, ...]:
    """The request for the rest of a narrative: its own conversation, what was said of it, and one line."""
    told = fit.measure(brief.settings.language).cut(neutral(said, len(said)), fit.budget.narrative)
    return (*messages, Message("assistant", told), Message("user", prompts.text("task-go-on")))


def record_messages(
    brief: Brief, resolution: Resolution, narrative: str, prompts: Prompts, fit: Fit
) -> tuple[Message, ...]:
    """The request for a StateUpdate: the narrative's own conversation, and one line more."""
    budget = fit.budget
    told = neutral(narrative, len(narrative))
    most = budget.narrative + budget.record
    return (
        *narrate_messages(brief, resolution, prompts, fit),
        Message("assistant", fit.measure(brief.settings.language).cut(told, most)),
        Message("user", prompts.text("task-record")),
    )


def corrective_messages(
    messages: Sequence[Message], answer: str, fault: str, prompts: Prompts
) -> tuple[Message, ...]:
    """The same request once more, after an answer that could not be used. fault: one sentence saying why."""
    return (
        *messages,
        Message("assistant", _answer(answer)),
        Message("user", prompts.text("corrective", fault=neutral_line(fault, 300))),
    )


@dataclass(frozen=True)
class _Script:
    """A turn's conversation as far as it is the same for all of its requests."""

    brief: Brief
    system: SystemText
    before: Written
    task: str
    budget: Budget
    measure: Measure

    def page(self, tokens: int) -> Page:
        """A page of this size."""
        return Page(tokens, self.measure, self.system.in_system)


@lru_cache(_REMEMBERED)
def _script(brief: Brief, prompts: Prompts, fit: Fit) -> _Script:
    measure = fit.measure(brief.settings.language)
    system = system_text(brief, prompts, fit)
    task = _task(brief, prompts, fit)
    fixed = fit.budget.making_room(system=measure.tokens(system.text))
    if not fixed.fits(fit.num_ctx):
        needed = least_window(
            lambda tokens: _fixed(brief, prompts, replace(fit, num_ctx=tokens)), fit.num_ctx
        )
        raise WindowTooSmall(num_ctx=fit.num_ctx, needed=needed)
    budget = fixed.making_room(system=0, actions=measure.tokens(task) + _LEAST_ACTIONS)
    waiting = replace(brief, actions=())
    log = _log(waiting, prompts, fit, budget)
    logged = frozenset(
        c.id for c in brief.state.characters.values() if log.text and c.acted_on >= log.next_log_from_turn
    )
    page = Page(budget.context, measure, system.in_system, brief.adventure.setting, logged)
    context = before_actions(context_of(waiting), page)
    earlier = summary(brief.state.summary.splitlines(), "", budget.summary, measure)
    before = "".join((f"[summary]\n{earlier}\n" if earlier else "", log.text, f"[context]\n{context.text}\n"))
    return _Script(brief, system, Written(before, context.in_full), task, budget, measure)


def _fixed(brief: Brief, prompts: Prompts, fit: Fit) -> Budget:
    """The shares of a window, with as much room as the system text takes of it."""
    text = system_text(brief, prompts, fit).text
    return fit.budget.making_room(system=fit.measure(brief.settings.language).tokens(text))


def _log(brief: Brief, prompts: Prompts, fit: Fit, budget: Budget) -> Block:
    """The newest turns word for word, within characters and tokens both."""
    measure = fit.measure(brief.settings.language)
    turns = past(brief.recent, brief.state.characters)
    fence = Fence(prompts.text("log-open"), prompts.text("log-close"))
    letters = min(brief.settings.history_max_chars, fit.log_chars(brief.settings.language, budget.log))
    block = build(turns, brief.state.log_from_turn, letters, fence)
    while measure.tokens(block.text) > budget.log:
        letters = letters * 3 // 4
        block = build(turns, brief.state.log_from_turn, letters, fence)
    return block


def _now(script: _Script, facts: tuple[Fact, ...]) -> str:
    """What is happening now; for the opening, how the adventure itself would begin."""
    brief = script.brief
    tokens = max(_LEAST_ACTIONS, script.budget.actions - script.measure.tokens(script.task))
    if brief.number == 0:
        opening = neutral_line(brief.adventure.opening.text, len(brief.adventure.opening.text))
        known = f"[facts]\n{facts_text(facts, script.page(_LEAST_ACTIONS))}\n" if facts else ""
        return f"[opening]\n{script.measure.cut(opening, tokens)}\n{known}"
    actions = with_actions(context_of(brief, facts), script.page(tokens), script.before.in_full)
    return f"[actions]\n{actions}\n"


def _task(brief: Brief, prompts: Prompts, fit: Fit) -> str:
    """The task with its one reminder line: what must not be forgotten stands last."""
    words = min(WORDS[brief.settings.style], fit.max_words or WORDS["long"])
    party = brief.state.party()
    person = (
        prompts.text("person-one", who=neutral_name(party[0].name))
        if len(party) == 1
        else prompts.text("person-many")
    )
    measure = fit.measure(brief.settings.language)
    drawn = {"lines": brief.state.lines, "veils": brief.state.veils}
    tokens = max(_LEAST_LIMIT, _LIMITS // max(1, len(brief.state.lines) + len(brief.state.veils)))
    limits = [
        prompts.text(f"limits-{kind}", **{kind: "; ".join(_limit(text, measure, tokens) for text in texts)})
        for kind, texts in drawn.items()
        if texts
    ]
    name = "task-opening" if brief.number == 0 else "task-narrate"
    return prompts.text(
        name, words=str(words), person=person, limits="".join(f" {limit}" for limit in limits)
    )


def _limit(text: str, measure: Measure, tokens: int) -> str:
    """A line or veil; many are shortened, none is ever left out."""
    return measure.cut(neutral_line(text, _LIMIT_LETTERS).rstrip("."), tokens)


def _with_user(script: _Script, rest: str) -> tuple[Message, ...]:
    return (Message("system", script.system.text), Message("user", script.before.text + rest))


def _is_models(plan: ToolPlan, brief: Brief) -> bool:
    """Whether a model was asked for this plan: calls that came with a button or command need no model."""
    bound = [action.call for action in brief.actions if action.call is not None]
    return bool(plan.intent) or any(call not in bound for call in plan.tool_calls)


def _answer(answer: str) -> str:
    """A model's own JSON with harmless words; what is not JSON becomes harmless as a whole."""
    try:
        return _json(json.loads(answer))
    except (ValueError, RecursionError):
        return neutral(answer, _ANSWER_LETTERS)


def _json(data: JsonValue) -> str:
    text = json.dumps(_harmless(data), ensure_ascii=False, separators=(",", ":"))
    return text if len(text) <= _ANSWER_LETTERS else neutral(text, _ANSWER_LETTERS)


def _harmless(data: JsonValue) -> JsonValue:
    match data:
        case str():
            return neutral_line(data, 300)
        case list():
            return [_harmless(item) for item in data]
        case dict():
            return {neutral_line(key, 40): _harmless(value) for key, value in data.items()}
        case _:
            return data
