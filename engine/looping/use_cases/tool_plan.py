"""The tools that settle a turn, chosen before it is told: an answer that may come in pieces."""

from dataclasses import dataclass

from engine.asking.wire_schema import Schema
from engine.looping.continuation_context import ContinuationContext
from engine.looping.continuation_prompt import continuation_prompt
from engine.looping.template import template_of
from engine.looping.use_case import FirstPrompt, PromptArgs, UseCase
from engine.ports import Prompts

ID = "tool_plan"


@dataclass(frozen=True, kw_only=True)
class ToolPlanArgs(PromptArgs):
    """The turn that is planned. tools: names of those that may be chosen."""

    session_id: str
    turn_id: str
    tools: tuple[str, ...] = ()


class ToolPlanPrompts:
    """What a ToolPlan is asked for with."""

    @classmethod
    def first(cls, prompts: Prompts, schema: Schema) -> FirstPrompt:
        """The task, end of the last message of the turn's conversation, and the template of its form."""
        return prompts.text("task-plan"), template_of(schema)

    @classmethod
    async def build_with_continuation(
        cls,
        continuation_context: ContinuationContext,
        template_structure: str,
        base_prompt: str,
        prompt_args: ToolPlanArgs,
    ) -> str:
        """The request for the rest."""
        return continuation_prompt(continuation_context, template_structure, base_prompt, prompt_args.form)


USE_CASE = UseCase(
    id=ID,
    args_class=ToolPlanArgs,
    prompt_maker=ToolPlanPrompts.first,
    prompt_builder=ToolPlanPrompts.build_with_continuation,
)
