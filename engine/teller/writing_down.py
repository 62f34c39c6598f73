"""Writing down: the model says what its story changed; read while it comes, and asked for the rest if cut."""

from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import dataclass

import structlog

from engine.asking.requests import ModelRequests
from engine.asking.retries import Asking
from engine.asking.wire_schema import Schema
from engine.errors import Unreadable
from engine.gamemaster import Brief, Recording
from engine.looping.chat import Chat, Conversation
from engine.looping.loop import Looped, Options, call_ai_with_looping
from engine.looping.use_cases.state_update import ID, StateUpdateArgs, StateUpdatePrompts
from engine.model.turn import Resolution
from engine.model.update import StateUpdate
from engine.model.usage import Usage
from engine.model_request import Message
from engine.ports import Library
from engine.sight.conversation import corrective_messages, record_messages

_SLOW = 2
"""Requests on a slow machine, where people wait for each; the rest of an answer is asked for once."""

log = structlog.get_logger()


@dataclass
class _Course:
    """How the writing has gone. most: requests for one answer at most; null = as many as usual."""

    brief: Brief
    schema: Schema
    most: int | None
    spent: tuple[Usage, ...] = ()
    last: Looped[StateUpdate] | None = None


class WritingDown:
    """Asks for a StateUpdate."""

    def __init__(self, requests: ModelRequests, asking: Asking, library: Library) -> None:
        self._requests = requests
        self._asking = asking
        self._library = library

    async def record(
        self, brief: Brief, resolution: Resolution, narrative: str
    ) -> AsyncGenerator[Recording, None]:
        """As `GameMaster.record`; what was spent on all requests comes last, also before an error."""
        prompts = self._library.prompts(brief.settings.language)
        corrective: tuple[Message, ...] = ()

        async def conversation() -> tuple[Message, ...]:
            fit = await self._requests.fit(brief.settings, "record")
            return (*record_messages(brief, resolution, narrative, prompts, fit), *corrective)

        course = await self._course(brief)
        prompt, template = StateUpdatePrompts.first(prompts, course.schema)
        async with aclosing(self._asked(course, conversation, prompt, template)) as recordings:
            async for recording in recordings:
                yield recording
        if (last := course.last) is not None and last.data is None and last.error is None:
            log.info("record_asked_again", session=brief.session_id, turn=brief.turn_id, cause=last.fault)
            corrective = corrective_messages((), last.text, last.fault, prompts)
            course.most = 1
            again = self._asked(course, conversation, corrective[-1].content, template)
            async with aclosing(again) as recordings:
                async for recording in recordings:
                    yield recording
        if (last := course.last) is None or last.data is None:
            yield Recording(StateUpdate(), usage=course.spent)
            raise (last.error if last else None) or Unreadable(last.fault if last else "")
        yield Recording(last.data, is_last=True, usage=course.spent, warnings=last.warnings)

    async def _asked(
        self, course: _Course, conversation: Conversation, prompt: str, template: str
    ) -> AsyncGenerator[Recording, None]:
        """What an answer holds, member by member as they close; `course.last` is how it ended."""
        brief = course.brief
        chat = Chat(self._requests, self._asking, brief, conversation, self._requests.record)
        options = Options(chat, StateUpdate, _members(course.schema), course.most)
        args = StateUpdateArgs(
            base_prompt=prompt,
            template_structure=template,
            debug_prefix="record",
            session_id=brief.session_id,
            turn_id=brief.turn_id,
        )
        builder = StateUpdatePrompts.build_with_continuation
        async with aclosing(call_ai_with_looping(prompt, options, builder, args, ID)) as answer:
            async for looped in answer:
                course.last = looped
                if looped.data is not None and not looped.is_last:
                    yield Recording(looped.data)
        if course.last is not None:
            course.spent += course.last.usage

    async def _course(self, brief: Brief) -> _Course:
        """The form of this turn's record, and how often its rest may be asked for."""

        async def formed() -> AsyncGenerator[_Course, None]:
            form = await self._requests.record(brief, ())
            fit = await self._requests.fit(brief.settings, "record")
            yield _Course(brief, form.schema or {}, None if fit.max_words is None else _SLOW)

        async with aclosing(self._asking.stream(formed, lambda _: True)) as courses:
            return await anext(courses)


def _members(schema: Schema) -> frozenset[str]:
    """Names of the members that are asked for."""
    members = schema.get("properties")
    return frozenset(members if isinstance(members, dict) else ())
