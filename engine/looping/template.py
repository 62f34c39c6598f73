"""The shape of an answer in one small example, made from its schema: what a continuation has to fit."""

import json

from pydantic import JsonValue

from engine.asking.wire_schema import Schema

_CHOICES = 6


def template_of(schema: Schema) -> str:
    """One object of this schema, with words for values: "text", the words of a choice, null where it may be.

    >>> template_of({"type": "object", "properties": {"mood": {"enum": ["glad", "sad"]}}})
    '{"mood":"glad|sad"}'
    """
    return json.dumps(_example(schema), ensure_ascii=False, separators=(",", ":"))


def _example(schema: JsonValue) -> JsonValue:
    match schema:
        case {"anyOf": list(options)}:
            return _example(options[0])
        case {"const": value}:
            return value
        case {"enum": list(values)}:
            return _choice(values)
        case {"type": "object", "properties": dict(members)}:
            return {name: _example(member) for name, member in members.items()}
        case {"type": "array", "prefixItems": list(parts)}:
            return [_example(part) for part in parts]
        case {"type": "array", "items": item}:
            return [_example(item)]
        case {"type": "string"}:
            return "text"
        case {"type": "integer" | "number"}:
            return 0
        case {"type": "boolean"}:
            return False
        case _:
            return None


def _choice(values: list[JsonValue]) -> JsonValue:
    if len(values) == 1 or not all(isinstance(value, str) for value in values):
        return values[0]
    shown = [str(value) for value in values[:_CHOICES]]
    return "|".join(shown if len(values) <= _CHOICES else [*shown, "…"])
