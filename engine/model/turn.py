"""A turn: one or more gathered actions and all that follows from them."""

from datetime import datetime
from typing import Literal

from engine.model.action import MergedAction, ToolCall, ToolResult
from engine.model.change import AnyChange
from engine.model.fact import Fact
from engine.model.noun import Noun
from engine.model.suggestion import Suggestion
from engine.model.usage import Usage

TurnStatus = Literal["gathered", "resolved", "narrated", "waiting", "done", "failed", "undone"]
Teller = Literal["model", "offline", "human"]
"""Who told a turn in the end; `offline` under narrator `ai` means that the model was gone."""

RequestKind = Literal["draft", "narration", "consent"]
"""What a turn waits for a person to do. A later kind adds its name here and its handler."""


class ToolPlan(Noun):
    """What a game master wants to use before it tells: call order is order of execution."""

    intent: str = ""
    tool_calls: tuple[ToolCall, ...] = ()
    needs_override: bool = False


class Resolution(Noun):
    """What is settled before a word is told. Once stored, no fault rolls its dice again."""

    plan: ToolPlan = ToolPlan()
    results: tuple[ToolResult, ...] = ()
    facts: tuple[Fact, ...] = ()
    changes: tuple[AnyChange, ...] = ()


class Request(Noun):
    """What a waiting turn waits for.

    whom: player ids that alone may answer; empty = the host and any DM. until: when `otherwise` happens by
    itself; null = never.
    text: what the person is asked about (the draft; the action that needs their yes).
    """

    id: str
    session_id: str
    turn_id: str
    kind: RequestKind
    whom: tuple[str, ...] = ()
    until: datetime | None = None
    otherwise: Literal["post", "tell", "refuse"] = "post"
    text: str = ""


class Turn(Noun):
    """One turn as stored. `id` is 80 bits as 16 base32 characters; keys and buttons use it, never `number`.

    number: depth below the opening, which is 0. seed: all dice of this turn come from it.
    narrative: "" until told. changes: of the record step and the engine, folded after the resolution's.
    is_recorded: false when the narrative stands but could not be read yet ("not yet written down").
    seen: what the model read of this turn before its task, for "why?"; not the system text.
    reference: of the failure that the players were told about, if any.
    is_announced: true once the surface has shown all of it; a start shows again what is not.
    times: seconds by step (gather, resolve, first_word, narrate, record), for "why?" and the status.
    """

    id: str
    session_id: str
    parent_id: str | None
    number: int
    status: TurnStatus
    seed: int
    actions: tuple[MergedAction, ...] = ()
    resolution: Resolution = Resolution()
    narrative: str = ""
    told_by: Teller | None = None
    changes: tuple[AnyChange, ...] = ()
    suggestions: tuple[Suggestion, ...] = ()
    is_recorded: bool = True
    usage: tuple[Usage, ...] = ()
    seen: str = ""
    reference: str | None = None
    is_announced: bool = False
    times: dict[str, float] = {}
    began_at: datetime
    ended_at: datetime | None = None

    @property
    def is_opening(self) -> bool:
        """True for turn 0, which nobody's action began."""
        return self.parent_id is None

    def all_changes(self) -> tuple[AnyChange, ...]:
        """Every change of this turn in the order of folding."""
        return self.resolution.changes + self.changes
