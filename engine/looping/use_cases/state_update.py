"""What a told turn changed, written down: an answer that may come in pieces."""

from dataclasses import dataclass

from engine.asking.wire_schema import Schema
from engine.looping.continuation_context import ContinuationContext
from engine.looping.continuation_prompt import continuation_prompt
from engine.looping.template import template_of
from engine.looping.use_case import FirstPrompt, PromptArgs, UseCase
from engine.ports import Prompts

ID = "state_update"


@dataclass(frozen=True, kw_only=True)
class StateUpdateArgs(PromptArgs):
    """The turn that is written down."""

    session_id: str
    turn_id: str


class StateUpdatePrompts:
    """What a StateUpdate is asked for with."""

    @classmethod
    def first(cls, prompts: Prompts, schema: Schema) -> FirstPrompt:
        """The task, last message of the turn's conversation, and the template of this turn's form."""
        return prompts.text("task-record"), template_of(schema)

    @classmethod
    async def build_with_continuation(
        cls,
        continuation_context: ContinuationContext,
        template_structure: str,
        base_prompt: str,
        prompt_args: StateUpdateArgs,
    ) -> str:
        """The request for the rest."""
        return continuation_prompt(continuation_context, template_structure, base_prompt, prompt_args.form)


USE_CASE = UseCase(
    id=ID,
    args_class=StateUpdateArgs,
    prompt_maker=StateUpdatePrompts.first,
    prompt_builder=StateUpdatePrompts.build_with_continuation,
)
