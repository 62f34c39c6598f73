"""Where an answer was cut, in words and pieces: what is known of it when the rest is asked for."""

from collections.abc import Mapping, Sequence

from pydantic import BaseModel, ConfigDict, JsonValue

from engine.looping.cut_point import hierarchy, scan

_PIECE = 200
"""Letters of each piece at most."""
_INCOMPLETE = 400


class ContinuationContext(BaseModel):
    """What was delivered so far, and where it stopped."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    section_count: int
    delivered_summary: str
    cut_off_element: str | None = None
    element_before_cutoff: str | None = None
    template_structure: str | None = None
    last_complete_part: str | None = None
    incomplete_part: str | None = None
    structure_context: str | None = None
    last_raw_json: str | None = None


def build_continuation_context(
    all_sections: Sequence[Mapping[str, JsonValue]],
    last_raw_response: str | None = None,
    use_case_id: str | None = None,
    template_structure: str | None = None,
) -> ContinuationContext:
    """The context of an answer so far. all_sections: its closed members, each an object of one.

    The template is the one that was made with the first prompt, unchanged. cut_off_element: the innermost
    value that is not closed; element_before_cutoff: the one before it; last_complete_part: the end of what
    is closed; incomplete_part: the top-level member that is not.
    """
    told = _summary(all_sections, use_case_id)
    if not last_raw_response:
        return ContinuationContext(
            section_count=len(all_sections),
            delivered_summary=told,
            template_structure=template_structure,
            last_raw_json=last_raw_response,
        )
    raw, cut = last_raw_response, scan(last_raw_response)
    before = raw[slice(*cut.last_closed)] if cut.last_closed else ""
    return ContinuationContext(
        section_count=len(all_sections),
        delivered_summary=told,
        cut_off_element=raw[cut.innermost :][-_PIECE:] or None,
        element_before_cutoff=before[-_PIECE:] or None,
        template_structure=template_structure,
        last_complete_part=raw[: cut.closed_to][-_PIECE:] or None,
        incomplete_part=raw[cut.outermost :][-_INCOMPLETE:] or None,
        structure_context=hierarchy(raw, cut),
        last_raw_json=raw,
    )


def _summary(all_sections: Sequence[Mapping[str, JsonValue]], use_case_id: str | None) -> str:
    names = [name for section in all_sections for name in section]
    told = f"Delivered so far: {', '.join(names)}." if names else "Nothing is delivered yet."
    return f"{use_case_id}: {told}" if use_case_id else told
