"""The plan that a game master wrote: its calls in the order in which they were written, each in its place.

Calls speak of each other by place ("needs"), so none moves up when another cannot be read.
"""

from typing import ClassVar

from pydantic import Field

from engine.model.action import ToolCall
from engine.model.noun import Noun, Scalar
from engine.model.turn import ToolPlan
from engine.words.neutral import neutral_line

_INTENT_LETTERS, _PURPOSE_LETTERS, _NAME_LETTERS = 200, 120, 60


class WrittenCall(Noun):
    """One call as a model writes it; ids that the model makes up for its calls are no member of it."""

    counts_by_place: ClassVar[bool] = True
    """Two equal calls are two; one that cannot be read leaves a blank one."""
    conditions: ClassVar[frozenset[str]] = frozenset({"needs"})
    """A call whose condition cannot be read is not made without one."""

    tool: str = ""
    args: dict[str, Scalar] = Field(default_factory=dict)
    purpose: str = ""
    needs: int | None = None


class WrittenPlan(Noun):
    """A whole plan as a model writes it. Null: that member was not closed."""

    intent: str = ""
    tool_calls: tuple[WrittenCall, ...] | None = None
    needs_override: bool = False

    def plan(self) -> ToolPlan:
        """The plan with harmless words, not checked yet: that is done call by call when it is executed."""
        return ToolPlan(
            intent=neutral_line(self.intent, _INTENT_LETTERS),
            tool_calls=tuple(_call(call) for call in self.tool_calls or ()),
            needs_override=self.needs_override,
        )


def _call(call: WrittenCall) -> ToolCall:
    return ToolCall(
        tool=call.tool[:_NAME_LETTERS],
        args=call.args,
        purpose=neutral_line(call.purpose, _PURPOSE_LETTERS),
        needs=call.needs,
    )
