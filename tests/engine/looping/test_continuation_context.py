"""What is known of an answer when its rest is asked for."""

import pytest
from pydantic import ValidationError

from engine.looping.continuation_context import ContinuationContext, build_continuation_context

RAW = '{"suggestions":["Sit"],"situation":{"danger":"calm","summary":"Halfway ac'


def test_it_says_what_is_delivered_and_where_it_stopped() -> None:
    """The model sees its own place in the answer."""
    context = build_continuation_context([{"suggestions": ["Sit"]}], RAW, "state_update", "{}")

    assert context == ContinuationContext(
        section_count=1,
        delivered_summary="state_update: Delivered so far: suggestions.",
        cut_off_element='"summary":"Halfway ac',
        element_before_cutoff='"danger":"calm"',
        template_structure="{}",
        last_complete_part='{"suggestions":["Sit"],"situation":{"danger":"calm"',
        incomplete_part='"situation":{"danger":"calm","summary":"Halfway ac',
        structure_context=(
            '{\n  "suggestions": ["Sit"],\n  "situation": {\n    "danger": "calm",\n'
            '    "summary": "Halfway ac <-- CUT POINT'
        ),
        last_raw_json=RAW,
    )


def test_without_an_answer_there_is_only_the_template() -> None:
    """Nothing is made up about an answer that never came."""
    assert build_continuation_context([], None, None, "{}") == ContinuationContext(
        section_count=0, delivered_summary="Nothing is delivered yet.", template_structure="{}"
    )


def test_it_has_nine_fields_and_no_others() -> None:
    """A misspelt field is a bug of ours that shows at once."""
    assert [*ContinuationContext.model_fields] == [
        "section_count", "delivered_summary", "cut_off_element", "element_before_cutoff",
        "template_structure", "last_complete_part", "incomplete_part", "structure_context", "last_raw_json",
    ]  # fmt: skip
    with pytest.raises(ValidationError):
        ContinuationContext.model_validate({"section_count": 0, "delivered_summary": "", "raw": ""})
