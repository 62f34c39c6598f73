"""What an adventure's file must look like: the published schema, and its faults in plain words."""

from functools import cache
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError

from engine.model.adventure import Adventure

_SLUG = "must be small letters, digits, - and _ (40 at most), beginning with a letter"
_SHOWN = 60
"""Characters of a wrong value that a message repeats."""


@cache
def _validator() -> Draft202012Validator:
    return Draft202012Validator(Adventure.model_json_schema())


def schema_faults(content: object) -> tuple[str, ...]:
    """Each place that the schema refuses, with what would be right, in order of place."""
    faults: list[ValidationError] = sorted(
        _validator().iter_errors(content), key=lambda e: list(map(str, e.path))
    )
    return tuple(dict.fromkeys(f"{place_of(fault.absolute_path)}: {_right(fault)}" for fault in faults))


def noun_fault(path: Any, message: str) -> str:  # Any: as for `place_of`
    """What the schema cannot say and the noun does: names of flags, mostly. message: pydantic's own."""
    *above, last = path
    if last == "[key]":
        return f"{place_of(above[:-1])}: has the name {_short(above[-1])}; {_SLUG}."
    return f"{place_of(path)}: {message}."


def place_of(path: Any) -> str:  # Any: jsonschema gives a deque, pydantic a tuple, of names and indexes
    """A JSON path as people write it: scenes[2].exits[0].to."""
    place = ""
    for part in path:
        place += f"[{part}]" if isinstance(part, int) else f".{part}" if place else str(part)
    return place or "the file"


def _right(fault: ValidationError) -> str:
    asked: Any = fault.validator_value  # Any: a schema's keyword holds any JSON
    found: Any = fault.instance  # Any: what stands in a file is what we are about to find out
    match fault.validator:
        case "required":
            missing = [name for name in asked if name not in found]
            return f"needs {_listed(missing)}."
        case "additionalProperties":
            known = fault.schema.get("properties", {}) if isinstance(fault.schema, dict) else {}
            return f"does not know {_listed(sorted(set(found) - set(known)))}; it may have {_listed(known)}."
        case "enum":
            return f"must be one of {_listed(asked)}, not {_short(found)}."
        case "propertyNames":
            return f"has a name that is not allowed. {fault.message}"
        case "type":
            return f"must be a JSON {asked}, not {_short(found)}."
        case "minItems":
            return f"needs at least {asked} entries, has {len(found)}."
        case "maxItems":
            return f"takes at most {asked} entries, has {len(found)}."
        case "minLength":
            return "must not be empty."
        case "maxLength":
            return f"takes at most {asked} characters, has {len(found)}."
        case "pattern":
            return f"{_SLUG}, not {_short(found)}."
        case "const":
            return f'must be "{asked}", not {_short(found)}.'
        case "anyOf":
            choices = fault.context or [fault]
            if all(choice.validator == "type" for choice in choices):
                kinds = " or ".join(str(choice.validator_value) for choice in choices)
                return f"must be a JSON {kinds}, not {_short(found)}."
            best = min(choices, key=lambda f: f.validator == "type")
            return _right(best) if best is not fault else fault.message
        case _:
            return f"{fault.message}."


def _listed(names: Any) -> str:  # Any: whatever collection the schema holds
    return ", ".join(f'"{name}"' for name in names)


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= _SHOWN else text[:_SHOWN] + "…"
