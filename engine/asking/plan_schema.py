"""The form in which the storyteller chooses tools: only tools that are allowed, and only what is there.

As in a record, the form is chosen so small that its longest answer fits the tokens that it is given, if any
form does.
"""

from dataclasses import dataclass

from pydantic import JsonValue

from engine.asking.record_schema import CHARS_PER_TOKEN, longest_answer
from engine.asking.wire_schema import Schema, wire_schema
from engine.draws import Draws
from engine.gamemaster import Brief
from engine.tool import Tool, Use


@dataclass(frozen=True)
class _Size:
    """How much one plan may hold: calls, and letters of its intent and of each call's purpose."""

    calls: int
    intent: int
    purpose: int


_SIZES = (
    _Size(5, 100, 60),
    _Size(5, 80, 30),
    _Size(4, 60, 30),
    _Size(3, 60, 30),
    _Size(2, 60, 30),
    _Size(2, 40, 20),
    _Size(1, 40, 20),
)


def tools_at_hand(brief: Brief) -> tuple[type[Tool], ...]:
    """The tools that a model may choose now: those that need something to be there, only where it is."""
    return tuple(tool for tool in brief.ruleset.tools("model") if _is_at_hand(tool, _use(brief)))


def plan_schema(brief: Brief, most_tokens: int) -> Schema:
    """The wire schema of a plan for this turn, of the tools at hand."""
    use = _use(brief)
    calls = [_call(tool, use) for tool in tools_at_hand(brief)]
    forms = (_plan(calls, size) for size in _SIZES)
    smallest = _plan(calls, _SIZES[-1])
    return next((f for f in forms if longest_answer(f) <= most_tokens * CHARS_PER_TOKEN), smallest)


def _use(brief: Brief) -> Use:
    """The occasion before anything is settled; nothing is rolled on it."""
    return Use(
        adventure=brief.adventure,
        state=brief.state,
        number=brief.number,
        caller="model",
        actor_id=next((action.character_id for action in brief.actions), None),
        dice=Draws(brief.seed, ""),
        book=brief.ruleset.book,
    )


def _is_at_hand(tool: type[Tool], use: Use) -> bool:
    fields = tool.model_fields
    return all(there or not fields[name].is_required() for name, there in tool.ids(use).items())


def _call(tool: type[Tool], use: Use) -> Schema:
    """A call of this tool, without its purpose and its place."""
    there: Schema = {name: {"enum": [*ids]} if ids else None for name, ids in tool.ids(use).items()}
    return {"tool": {"enum": [tool.called]}, "args": wire_schema(tool, replace=there)}


def _plan(calls: list[Schema], size: _Size) -> Schema:
    of_call: Schema = {
        "purpose": _text(size.purpose),
        "needs": {"anyOf": [{"type": "integer", "minimum": 0, "maximum": size.calls - 1}, {"type": "null"}]},
    }
    choices: list[JsonValue] = [_object({**call, **of_call}) for call in calls]
    item: JsonValue = choices[0] if len(choices) == 1 else {"anyOf": choices}
    return _object(
        {
            "intent": _text(size.intent),
            "tool_calls": {"type": "array", "items": item, "maxItems": size.calls},
            "needs_override": {"type": "boolean"},
        }
    )


def _object(members: Schema) -> Schema:
    return {
        "type": "object",
        "properties": members,
        "required": [*members],
        "additionalProperties": False,
    }


def _text(most: int) -> Schema:
    return {"type": "string", "minLength": 1, "maxLength": most}
