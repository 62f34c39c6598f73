"""The form that a model's answer has to fit: small and bounded, so that even a small model fills it in.

With a 135M model unbounded schemas gave 0 valid answers of 8, bounded ones 8 of 8. What fits the wire schema
fits the noun it was made from, patterns apart; it is a hint all the same: our own check decides.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

from pydantic import BaseModel, JsonValue

Schema: TypeAlias = dict[str, JsonValue]

MAX_LENGTH = 300
MAX_ITEMS = 6
MAX_NUMBER = 1_000_000
_DEPTH = 16
"""Nothing that we ask for nests deeper: a schema that does contains itself."""


class NotBounded(ValueError):
    """A schema takes anything at this place, which no grammar can hold. Replace that part of it."""


def wire_schema(
    source: type[BaseModel] | Mapping[str, JsonValue], replace: Mapping[str, JsonValue] | None = None
) -> Schema:
    """The wire schema of a noun or of a JSON schema; equal input gives equal output, member by member.

    `$ref` inlined; only what a grammar knows is kept (no title, default, pattern, description, format);
    every member required, in order, nullable where its type says so; texts, lists and numbers bounded.

    replace: parts of the schema by place ("updated_characters[].relationship_changes"), made fit as well.
    A part that may be null stays so. Null leaves the member out. Members that take any key (`dict[str, …]`)
    have to be replaced, by `chosen_members` for instance. Raises NotBounded; KeyError for an unknown place.
    """
    whole = source.model_json_schema() if isinstance(source, type) else dict(source)
    writer = _Writer(_object(whole.get("$defs", {})), dict(replace or {}))
    schema = writer.schema(whole, "", 0)
    if unknown := replace.keys() - writer.replaced if replace else None:
        raise KeyError(f"no such place in the schema: {', '.join(sorted(unknown))}")
    return schema


def chosen_members(names: Sequence[str], schema: Mapping[str, JsonValue]) -> Schema:
    """An object that may have any of these members, each of this form: a `dict[str, …]` with known keys.

    Here, and only here, members are not required: in such a dict one that is not there is one that does
    not change, and null may mean something else.
    """
    return {"type": "object", "properties": {name: dict(schema) for name in names}, "required": []}


class _Writer:
    """Writes one schema anew. replaced: places whose replacement was used."""

    def __init__(self, definitions: Schema, replace: dict[str, JsonValue]) -> None:
        self._definitions = definitions
        self._replace = replace
        self.replaced: set[str] = set()

    def schema(self, node: JsonValue, place: str, depth: int) -> Schema:
        """What stands at this place: the node made fit, or its replacement."""
        node = self._resolved(node, place, depth)
        if place not in self._replace:
            return self._fit(node, place, depth)
        self.replaced.add(place)
        new = self._fit(self._resolved(self._replace[place], place, depth), place, depth)
        return _any_of([new, {"type": "null"}]) if _takes_null(node) else new

    def _fit(self, node: Schema, place: str, depth: int) -> Schema:
        if "const" in node:
            return {"const": node["const"]}
        if "enum" in node:
            return {"enum": node["enum"]}
        options = node.get("anyOf", node.get("oneOf"))
        kind = node.get("type")
        if options is None and isinstance(kind, list):
            options = [{**node, "type": k} for k in kind]
        if options is None:
            return self._of_kind(kind, node, place, depth)
        nodes = [self._resolved(option, place, depth + 1) for option in _list(options)]
        return _any_of([self._fit(n, place, depth + 1) for n in nodes])

    def _of_kind(self, kind: JsonValue, node: Schema, place: str, depth: int) -> Schema:
        match kind:
            case "string":
                most = min(_number(node.get("maxLength"), MAX_LENGTH), MAX_LENGTH)
                return {"type": "string", **_kept(node, "minLength", most), "maxLength": most}
            case "integer":
                return {"type": "integer", **_bounds(node, 1)}
            case "number":
                return {"type": "number", **_bounds(node, 0)}
            case "boolean" | "null":
                return {"type": kind}
            case "array":
                return self._array(node, place, depth)
            case "object":
                return self._members(node, place, depth)
        raise NotBounded(f"{place or 'the schema'} says nothing about what it takes")

    def _array(self, node: Schema, place: str, depth: int) -> Schema:
        if "prefixItems" in node:
            parts = _list(node["prefixItems"])
            items: list[JsonValue] = [
                self.schema(part, f"{place}[{number}]", depth + 1) for number, part in enumerate(parts)
            ]
            return {"type": "array", "prefixItems": items, "minItems": len(items), "maxItems": len(items)}
        most = min(_number(node.get("maxItems"), MAX_ITEMS), MAX_ITEMS)
        item = self.schema(node.get("items", True), f"{place}[]", depth + 1)
        return {"type": "array", "items": item, **_kept(node, "minItems", most), "maxItems": most}

    def _members(self, node: Schema, place: str, depth: int) -> Schema:
        members = node.get("properties")
        if members is None and node.get("additionalProperties") is not False:
            raise NotBounded(f"{place or 'the schema'} takes any key: say which, with `replace`")
        written: Schema = {}
        for name, part in _object(members or {}).items():
            inner = f"{place}.{name}" if place else name
            if self._replace.get(inner, part) is None:
                self.replaced.add(inner)
                continue
            written[name] = self.schema(part, inner, depth + 1)
        # Pydantic leaves the list of required members out where all have defaults: an empty one is meant.
        required: list[JsonValue] = [] if node.get("required") == [] else list(written)
        return {"type": "object", "properties": written, "required": required, "additionalProperties": False}

    def _resolved(self, node: JsonValue, place: str, depth: int) -> Schema:
        """The node itself, behind references and single `allOf`s."""
        if depth > _DEPTH:
            raise NotBounded(f"{place} contains itself")
        if not isinstance(node, dict):
            raise NotBounded(f"{place or 'the schema'} says nothing about what it takes")
        if isinstance(reference := node.get("$ref"), str):
            named = _object(self._definitions[reference.removeprefix("#/$defs/")])
            return self._resolved(
                {**named, **{k: v for k, v in node.items() if k != "$ref"}}, place, depth + 1
            )
        if len(parts := _list(node.get("allOf", []))) == 1:
            rest = {k: v for k, v in node.items() if k != "allOf"}
            return self._resolved({**_object(parts[0]), **rest}, place, depth + 1)
        return node


def _any_of(schemas: Sequence[Schema]) -> Schema:
    """One of these; nested choices flat, equal ones once, null last."""
    flat: list[Schema] = []
    for schema in schemas:
        for option in _list(schema["anyOf"]) if "anyOf" in schema else [schema]:
            if option not in flat:
                flat.append(_object(option))
    flat.sort(key=lambda option: option == {"type": "null"})
    options: list[JsonValue] = [*flat]
    return flat[0] if len(flat) == 1 else {"anyOf": options}


def _takes_null(node: Schema) -> bool:
    options = [*_list(node.get("anyOf", [])), *_list(node.get("oneOf", [])), node]
    return any(isinstance(o, dict) and (o.get("type") == "null" or "null" in _kinds(o)) for o in options)


def _kinds(node: Schema) -> list[JsonValue]:
    kind = node.get("type")
    return kind if isinstance(kind, list) else []


def _bounds(node: Schema, step: int) -> Schema:
    """Both ends of a number; an open end of a whole number becomes the next one inside."""
    low = max([-MAX_NUMBER, *_ends(node, "minimum", 0), *_ends(node, "exclusiveMinimum", step)])
    high = min([MAX_NUMBER, *_ends(node, "maximum", 0), *_ends(node, "exclusiveMaximum", -step)])
    return {"minimum": low, "maximum": high}


def _ends(node: Schema, name: str, shift: int) -> Iterator[int | float]:
    if isinstance(end := node.get(name), int | float):
        yield end + shift


def _kept(node: Schema, name: str, most: int) -> Schema:
    least = min(_number(node.get(name), 0), most)
    return {name: least} if least else {}


def _number(value: JsonValue, otherwise: int) -> int:
    return value if isinstance(value, int) else otherwise


def _object(value: JsonValue) -> Schema:
    return value if isinstance(value, dict) else {}


def _list(value: JsonValue) -> list[JsonValue]:
    return value if isinstance(value, list) else []
