"""A next move that the table may choose instead of writing its own."""

from typing import Literal

from engine.model.action import ToolCall
from engine.model.noun import Label, Noun

SuggestionType = Literal["action", "dialogue", "explore", "twist"]
RiskLevel = Literal["low", "medium", "high"]


class Suggestion(Noun):
    """A next move on offer, as it stands on a button.

    id: unique in its turn ("s1"). label: what stands on the button. text: the action in full, as the
    player would have written it. risk_level: shown as a word. for_character: id, or null = anybody.
    call: the tool call that a press carries, where the engine knows it.
    """

    id: str
    type: SuggestionType
    label: Label
    text: str
    risk_level: RiskLevel = "low"
    for_character: str | None = None
    call: ToolCall | None = None
