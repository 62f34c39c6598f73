"""What one model request cost: stored with its turn, summed for "why?", and the source of a model's pace."""

from typing import Literal

from engine.model.noun import Noun

Purpose = Literal["plan", "narrate", "record", "prepare", "load", "measure"]
DoneReason = Literal["stop", "length", "load", "unload", "broken", ""]


class Usage(Noun):
    """Counts are tokens, times are seconds. prompt_tokens includes what the server had cached."""

    purpose: Purpose
    model: str
    prompt_tokens: int = 0
    output_tokens: int = 0
    load_s: float = 0.0
    prompt_s: float = 0.0
    output_s: float = 0.0
    first_token_s: float = 0.0
    total_s: float = 0.0
    done_reason: DoneReason = ""
