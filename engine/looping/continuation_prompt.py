"""The words that ask for the rest of an answer that was cut: the same for everything that is asked for."""

from typing import Literal

from engine.looping.continuation_context import ContinuationContext

Form = Literal["whole", "chat"]
"""whole: a prompt of its own. chat: the next message of a conversation that has the first prompt in it."""

_OVERLAP = 100

_REQUEST = """\
--- CONTINUATION REQUEST ---
The previous JSON response was incomplete. Continue from where it stopped.

JSON Structure Template:
{template}

Context showing structure hierarchy with cut point:
{hierarchy}

Overlap Requirement:
To ensure proper merging, your response MUST start by repeating approximately the last 100 characters \
from the previous response, then continue with new content.

Last ~100 characters from previous response (repeat these at the start):
{overlap}

TASK:
1. Start your response by repeating the last ~100 characters shown above (for overlap/merging)
2. Complete the incomplete element shown in the context above (marked with CUT POINT)
3. Continue generating the remaining content following the JSON structure template above
4. Return ONLY valid JSON following the structure template - no overlap/continuation wrapper objects

CRITICAL:
- Your response must be valid JSON matching the structure template above
- Start with overlap (~100 chars) then continue seamlessly
- Complete the incomplete element and continue with remaining elements"""


def continuation_prompt(
    context: ContinuationContext, template_structure: str, base_prompt: str, form: Form
) -> str:
    """The request for the rest. Nothing in it but template, hierarchy and overlap ever differs."""
    request = _REQUEST.format(
        template=template_structure,
        hierarchy=context.structure_context or "",
        overlap=overlap_of(context.last_raw_json or ""),
    )
    return request if form == "chat" else f"{base_prompt}\n\n{request}"


def overlap_of(last_raw_json: str) -> str:
    """What the model is asked to begin with."""
    return last_raw_json[-_OVERLAP:].strip()
