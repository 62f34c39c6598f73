"""What a player does: the thing that the inbox keeps and a turn is made of."""

from datetime import datetime
from typing import Literal

from engine.model.fact import Fact
from engine.model.noun import Noun, Scalar, Surface

ActionType = Literal["speech", "action", "choice", "pass", "go_on"]
"""A choice names the suggestion that was pressed. pass: lets the others act; go_on: lets the story move."""
Consent = Literal["", "given"]
"""Whether the player whose character an action harms or controls has said yes; "" while nobody was asked."""


class ToolCall(Noun):
    """One use of a tool: its name, its arguments, and why it is used.

    who: id of the character or creature for whom; null = the one whose action it belongs to.
    """

    tool: str
    args: dict[str, Scalar] = {}
    purpose: str = ""
    who: str | None = None
    needs: int | None = None
    """Index of the call in the same plan that must have succeeded first."""


class Action(Noun):
    """What one player did, as it came in.

    source_id: the Discord message or interaction id (or the terminal's own); unique per surface, so
        that the same message delivered twice is one action.
    content: the player's words, or the text of the chosen suggestion.
    turn_id: of the turn whose button was pressed; null for words that were typed.
    call: a tool call that a button or command carries ready-made.
    """

    source_id: str
    session_id: str
    surface: Surface
    player_id: str
    player_name: str
    character_id: str
    type: ActionType = "action"
    content: str
    selected_suggestion_id: str | None = None
    pressed_turn_id: str | None = None
    call: ToolCall | None = None
    is_edited: bool = False
    received_at: datetime


class MergedAction(Noun):
    """All that one player did before a turn began, as one action; `source_ids` in order of arrival."""

    source_ids: tuple[str, ...]
    player_id: str
    player_name: str
    character_id: str
    type: ActionType
    content: str
    selected_suggestion_id: str | None = None
    call: ToolCall | None = None
    consent: Consent = ""


class Forgotten(Noun):
    """A message that was deleted after a turn had taken it: it counts, but no model reads it any more.

    content: the words as they were taken. turn_number: depth of the turn that took them.
    """

    source_id: str
    character_id: str
    turn_number: int
    content: str


class ToolResult(Noun):
    """What one tool call came to; `id` is turn:tool:arguments-hash:occurrence.

    actor_id: for whom it was made. dice: sides and number of every die that fell for it, in order.
    """

    id: str
    call: ToolCall
    actor_id: str | None = None
    facts: tuple[Fact, ...] = ()
    is_refused: bool = False
    dice: tuple[tuple[int, int], ...] = ()
