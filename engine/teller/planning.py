"""Planning: the model chooses the tools that settle what players typed, where the rules have any for it.

What needs no choice asks nobody: a pure story, words that are only spoken, a button that carries its call.
"""

from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import dataclass

import structlog

from engine.asking.plan_schema import tools_at_hand
from engine.asking.requests import ModelRequests
from engine.asking.retries import Asking
from engine.asking.wire_schema import Schema
from engine.gamemaster import Brief, Planned
from engine.looping.chat import Chat, Conversation
from engine.looping.loop import Looped, Options, call_ai_with_looping
from engine.looping.use_cases.tool_plan import ID, ToolPlanArgs, ToolPlanPrompts
from engine.model.turn import ToolPlan
from engine.model.usage import Usage
from engine.model_request import Message
from engine.ports import Library
from engine.reading.planned import WrittenPlan
from engine.sight.conversation import corrective_messages, plan_messages

_SLOW = 2
"""Requests for one plan on a slow machine, where people wait for each."""
_NO_CALLS = "The member tool_calls is missing or was cut."

log = structlog.get_logger()


@dataclass
class _Course:
    """How the planning has gone. most: requests for one answer at most; null = as many as usual."""

    brief: Brief
    schema: Schema
    most: int | None
    spent: tuple[Usage, ...] = ()
    last: Looped[WrittenPlan] | None = None

    def plan(self) -> ToolPlan | None:
        """The plan, if there is one whose calls can be read."""
        data = self.last.data if self.last else None
        return None if data is None or data.tool_calls is None else data.plan()


class Planning:
    """Asks for a ToolPlan."""

    def __init__(self, requests: ModelRequests, asking: Asking, library: Library) -> None:
        self._requests = requests
        self._asking = asking
        self._library = library

    async def resolve(self, brief: Brief) -> Planned:
        """As `GameMaster.resolve`: no plan where none is needed, or where none could be read."""
        if not needs_plan(brief):
            return Planned(ToolPlan())
        prompts = self._library.prompts(brief.settings.language)
        corrective: tuple[Message, ...] = ()

        async def conversation() -> tuple[Message, ...]:
            fit = await self._requests.fit(brief.settings, "rules")
            return (*plan_messages(brief, prompts, fit), *corrective)

        course = await self._course(brief)
        prompt, template = ToolPlanPrompts.first(prompts, course.schema)
        await self._ask(course, conversation, prompt, template)
        if course.plan() is None and (last := course.last) is not None and last.error is None:
            fault = last.fault or _NO_CALLS
            log.info("plan_asked_again", session=brief.session_id, turn=brief.turn_id, cause=fault)
            corrective = corrective_messages((), last.text, fault, prompts)
            course.most = 1
            await self._ask(course, conversation, corrective[-1].content, template)
        plan, last = course.plan(), course.last
        if plan is None and last is not None:
            cause = repr(last.error) if last.error else last.fault or _NO_CALLS
            log.warning("plan_unreadable", session=brief.session_id, turn=brief.turn_id, cause=cause)
        if last is not None and last.warnings:
            log.info("plan_trimmed", session=brief.session_id, turn=brief.turn_id, warnings=last.warnings)
        return Planned(plan or ToolPlan(), course.spent)

    async def _ask(self, course: _Course, conversation: Conversation, prompt: str, template: str) -> None:
        """The whole answer; `course.last` is how it ended."""
        brief = course.brief
        chat = Chat(self._requests, self._asking, brief, conversation, self._requests.plan)
        options = Options(chat, WrittenPlan, frozenset(WrittenPlan.model_fields), course.most)
        args = ToolPlanArgs(
            base_prompt=prompt,
            template_structure=template,
            debug_prefix="plan",
            session_id=brief.session_id,
            turn_id=brief.turn_id,
            tools=tuple(tool.called for tool in tools_at_hand(brief)),
        )
        builder = ToolPlanPrompts.build_with_continuation
        async with aclosing(call_ai_with_looping(prompt, options, builder, args, ID)) as answer:
            async for looped in answer:
                course.last = looped
        if course.last is not None:
            course.spent += course.last.usage

    async def _course(self, brief: Brief) -> _Course:
        """The form of this turn's plan, and how often its rest may be asked for. Raises ModelError."""

        async def formed() -> AsyncGenerator[_Course, None]:
            form = await self._requests.plan(brief, ())
            fit = await self._requests.fit(brief.settings, "rules")
            yield _Course(brief, form.schema or {}, None if fit.max_words is None else _SLOW)

        async with aclosing(self._asking.stream(formed, lambda _: True)) as courses:
            return await anext(courses)


def needs_plan(brief: Brief) -> bool:
    """Whether a model has to choose tools: somebody did what neither a call nor mere words settle."""
    is_open = any(action.call is None and action.type != "speech" for action in brief.actions)
    return is_open and bool(tools_at_hand(brief))
