"""The words that ask for the rest of an answer, byte for byte."""

import pytest

from engine.looping.continuation_context import build_continuation_context
from engine.looping.continuation_prompt import continuation_prompt, overlap_of
from engine.looping.registry import USE_CASES
from engine.looping.use_case import PromptArgs, PromptBuilder
from engine.looping.use_cases.state_update import StateUpdateArgs, StateUpdatePrompts
from engine.looping.use_cases.tool_plan import ToolPlanArgs, ToolPlanPrompts

RAW = '{"suggestions":["Sit","Stand"],"situation":{"danger":"calm","summary":"Halfway ac'
TEMPLATE = '{"suggestions":["text"],"situation":{"summary":"text"}}'
BASE = "[TASK] Write {the} update.\nIn English."
GOLDEN = """\
[TASK] Write {the} update.
In English.

--- CONTINUATION REQUEST ---
The previous JSON response was incomplete. Continue from where it stopped.

JSON Structure Template:
{"suggestions":["text"],"situation":{"summary":"text"}}

Context showing structure hierarchy with cut point:
{
  "suggestions": ["Sit","Stand"],
  "situation": {
    "danger": "calm",
    "summary": "Halfway ac <-- CUT POINT

Overlap Requirement:
To ensure proper merging, your response MUST start by repeating approximately the last 100 characters \
from the previous response, then continue with new content.

Last ~100 characters from previous response (repeat these at the start):
{"suggestions":["Sit","Stand"],"situation":{"danger":"calm","summary":"Halfway ac

TASK:
1. Start your response by repeating the last ~100 characters shown above (for overlap/merging)
2. Complete the incomplete element shown in the context above (marked with CUT POINT)
3. Continue generating the remaining content following the JSON structure template above
4. Return ONLY valid JSON following the structure template - no overlap/continuation wrapper objects

CRITICAL:
- Your response must be valid JSON matching the structure template above
- Start with overlap (~100 chars) then continue seamlessly
- Complete the incomplete element and continue with remaining elements"""

CONTEXT = build_continuation_context([], RAW, "any", TEMPLATE)


def test_the_whole_request_stands_as_it_was_agreed() -> None:
    """A model that has learned to go on goes on in the same way everywhere."""
    assert continuation_prompt(CONTEXT, TEMPLATE, BASE, "whole") == GOLDEN


def test_in_a_conversation_the_first_prompt_is_not_said_again() -> None:
    """It stands in the chat already; saying it again costs a slow machine seconds."""
    assert continuation_prompt(CONTEXT, TEMPLATE, BASE, "chat") == GOLDEN.removeprefix(f"{BASE}\n\n")


RECORD = StateUpdateArgs(
    base_prompt=BASE, template_structure=TEMPLATE, form="whole", session_id="g", turn_id="t"
)
PLAN = ToolPlanArgs(base_prompt=BASE, template_structure=TEMPLATE, form="whole", session_id="g", turn_id="t")


async def test_it_is_the_same_for_everything_that_is_asked_for() -> None:
    """No kind of answer has words of its own."""
    asked = [
        await StateUpdatePrompts.build_with_continuation(CONTEXT, TEMPLATE, BASE, RECORD),
        await ToolPlanPrompts.build_with_continuation(CONTEXT, TEMPLATE, BASE, PLAN),
    ]

    assert asked == [GOLDEN] * len(USE_CASES)


@pytest.mark.parametrize(
    ("raw", "overlap"),
    [
        ("", ""),
        ("short", "short"),
        ("x" * 99 + "  end  ", ("x" * 99 + "  end  ")[-100:].strip()),
        ("a" + " " * 100, ""),
    ],
)
def test_the_overlap_is_the_last_hundred_characters_without_blanks_around(raw: str, overlap: str) -> None:
    """What is to be repeated is what the merge will look for."""
    assert overlap_of(raw) == overlap


def test_words_in_the_answer_never_become_blanks_of_the_request() -> None:
    """An answer with {template} in it is only an answer."""
    context = build_continuation_context([], '{"suggestions":["{template} {overlap}', None, TEMPLATE)

    prompt = continuation_prompt(context, TEMPLATE, "{hierarchy}", "whole")

    assert prompt.startswith("{hierarchy}\n\n--- CONTINUATION")
    assert prompt.count('["{template} {overlap}') == 1
    assert prompt.count("{template} {overlap}") == 2


_: tuple[PromptBuilder[StateUpdateArgs], PromptBuilder[ToolPlanArgs], type[PromptArgs]] = (
    StateUpdatePrompts.build_with_continuation,
    ToolPlanPrompts.build_with_continuation,
    PromptArgs,
)
"""Checked by mypy: each builder has the one signature."""
