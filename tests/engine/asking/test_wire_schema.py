"""A game master that fits its answer into a form needs a form that is small and has an end."""

import json
from collections.abc import Iterator
from typing import Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from pydantic import Field, JsonValue

from engine.asking.wire_schema import (
    MAX_ITEMS,
    MAX_LENGTH,
    MAX_NUMBER,
    NotBounded,
    Schema,
    chosen_members,
    wire_schema,
)
from engine.model.noun import Noun
from engine.model.update import StateUpdate

FLAGS = chosen_members(["lamp_lit"], {"type": ["boolean", "integer", "string"]})
FEELINGS = chosen_members(["mira", "bryn"], {"type": "string"})
FREE_MEMBERS = {
    "updated_situation.world_state_flags": FLAGS,
    "updated_characters[].relationship_changes": FEELINGS,
}


class Lamp(Noun):
    """Has one of everything that a noun can have."""

    name: str = Field(min_length=1, max_length=40, pattern="^[a-z]+$", title="Name", description="What it is")
    oil: int = Field(default=3, ge=0, lt=10)
    shine: float = Field(gt=0.5)
    kind: Literal["oil", "glass"] = "oil"
    only: Literal["lamp"] = "lamp"
    note: str | None = None
    value: bool | int | str = False
    place: tuple[int, str] = (0, "")
    words: tuple[str, ...] = Field(default=(), max_length=99)


class Nest(Noun):
    inner: "Nest | None" = None


class Holder(Noun):
    left: Lamp
    right: Lamp | None = None


def test_every_member_is_required_in_the_nouns_own_order_and_bounded() -> None:
    """An open end is where a small model begins to ramble."""
    schema = wire_schema(Lamp)

    whole = {"type": "integer", "minimum": -MAX_NUMBER, "maximum": MAX_NUMBER}
    text = {"type": "string", "maxLength": MAX_LENGTH}
    assert schema == {
        "type": "object",
        "properties": {
            "name": {"type": "string", "minLength": 1, "maxLength": 40},
            "oil": {"type": "integer", "minimum": 0, "maximum": 9},
            "shine": {"type": "number", "minimum": 0.5, "maximum": MAX_NUMBER},
            "kind": {"enum": ["oil", "glass"]},
            "only": {"const": "lamp"},
            "note": {"anyOf": [text, {"type": "null"}]},
            "value": {"anyOf": [{"type": "boolean"}, whole, text]},
            "place": {"type": "array", "prefixItems": [whole, text], "minItems": 2, "maxItems": 2},
            "words": {"type": "array", "items": text, "maxItems": MAX_ITEMS},
        },
        "required": ["name", "oil", "shine", "kind", "only", "note", "value", "place", "words"],
        "additionalProperties": False,
    }
    assert list(_object(schema["properties"])) == schema["required"]


def test_a_noun_inside_a_noun_is_written_out() -> None:
    """Grammars of small servers do not follow references."""
    schema = wire_schema(Holder)

    lamp = wire_schema(Lamp)
    assert schema["properties"] == {"left": lamp, "right": {"anyOf": [lamp, {"type": "null"}]}}


def test_equal_nouns_give_the_same_text_each_time() -> None:
    """A schema that changes its order costs the server's cache."""
    first, second = (json.dumps(wire_schema(StateUpdate, FREE_MEMBERS)) for _ in range(2))

    assert first == second


def test_a_part_can_be_replaced_by_its_place_and_stays_nullable() -> None:
    """Who is present, and what they feel, is known only at the table."""
    schema = wire_schema(
        StateUpdate, {**FREE_MEMBERS, "suggestions[].label": {"type": "string", "maxLength": 34}}
    )

    properties = _object(schema["properties"])
    character = _inner(_inner(properties["updated_characters"])["items"])
    label = _object(_object(_inner(_inner(properties["suggestions"])["items"])["properties"])["label"])
    assert label == {"type": "string", "maxLength": 34}
    assert _object(character["properties"])["relationship_changes"] == {
        "anyOf": [
            {
                "type": "object",
                "properties": {
                    "mira": {"type": "string", "maxLength": MAX_LENGTH},
                    "bryn": {"type": "string", "maxLength": MAX_LENGTH},
                },
                "required": [],
                "additionalProperties": False,
            },
            {"type": "null"},
        ]
    }


def test_a_replacement_counts_in_each_noun_of_a_choice() -> None:
    """Two kinds of answer may have a member of the same name."""
    either: JsonValue = {"type": "object", "properties": {"args": {"type": "object"}}}
    source: Schema = {
        "oneOf": [either, {**_object(either), "properties": {"args": {}, "b": {"type": "null"}}}]
    }

    schema = wire_schema(source, {"args": {"const": 1}})

    assert [_object(o)["properties"] for o in _list(schema["anyOf"])] == [
        {"args": {"const": 1}},
        {"args": {"const": 1}, "b": {"type": "null"}},
    ]


def test_a_member_that_is_replaced_by_null_is_left_out() -> None:
    """What the engine does not want to know costs tokens."""
    schema = wire_schema(Lamp, {"place": None})

    assert "place" not in _object(schema["properties"])
    assert "place" not in _list(schema["required"])


def test_a_member_with_any_keys_has_to_be_replaced() -> None:
    """Keys of a model's own making have no end."""
    with pytest.raises(NotBounded, match=r"updated_situation.world_state_flags takes any key"):
        wire_schema(StateUpdate)


def test_a_replacement_for_a_place_that_is_not_there_is_a_mistake_of_ours() -> None:
    """A renamed member would silently lose its bounds."""
    with pytest.raises(KeyError, match="label"):
        wire_schema(Lamp, {"label": {"type": "string"}})


@pytest.mark.parametrize("source", [Nest, {}, {"type": "array"}, {"type": "object"}, {"type": "strange"}])
def test_a_schema_without_an_end_is_refused(source: Any) -> None:
    """No grammar can hold it."""
    with pytest.raises(NotBounded):
        wire_schema(source)


TEXTS = st.one_of(
    st.just({"type": "string"}), st.builds(lambda n: {"type": "string", "maxLength": n}, st.integers(0, 9))
)
SCALARS = st.one_of(
    TEXTS,
    st.just({"type": "boolean"}),
    st.just({"type": "null"}),
    st.builds(lambda low: {"type": "integer", "exclusiveMinimum": low}, st.integers(-5, 5)),
    st.builds(lambda high: {"type": ["number", "null"], "maximum": high}, st.integers(-5, 5)),
    st.builds(lambda words: {"enum": words}, st.lists(st.text(max_size=3), min_size=1, unique=True)),
)
SCHEMAS = st.recursive(
    SCALARS,
    lambda inner: st.one_of(
        st.builds(lambda item: {"type": "array", "items": item, "title": "T", "default": []}, inner),
        st.builds(lambda options: {"anyOf": options}, st.lists(inner, min_size=1, max_size=3)),
        st.builds(
            lambda members: {"type": "object", "properties": members, "additionalProperties": False},
            st.dictionaries(st.sampled_from("abcdef"), inner, max_size=4),
        ),
    ),
    max_leaves=8,
)


@given(SCHEMAS)
def test_any_schema_becomes_one_that_is_bounded_everywhere(source: Any) -> None:
    """Whatever a ruleset or a tool asks for, the model's answer has an end."""
    schema = wire_schema(source)

    Draft202012Validator.check_schema(schema)
    for node in _nodes(schema):
        assert not {"$ref", "$defs", "title", "default", "pattern"} & node.keys()
        match node.get("type"):
            case "string":
                assert isinstance(node["maxLength"], int)
                assert node["maxLength"] <= MAX_LENGTH
            case "array":
                assert isinstance(node["maxItems"], int)
                assert node["maxItems"] <= MAX_ITEMS
            case "integer" | "number":
                assert {"minimum", "maximum"} <= node.keys()
            case "object":
                assert node["additionalProperties"] is False


def _nodes(schema: Schema) -> Iterator[Schema]:
    yield schema
    parts = [*_object(schema.get("properties", {})).values(), *_list(schema.get("anyOf", []))]
    for part in [*parts, *_list(schema.get("prefixItems", [])), schema.get("items")]:
        if isinstance(part, dict):
            yield from _nodes(part)


def _inner(value: JsonValue) -> Schema:
    """The part of a nullable schema that is not null; another schema as it is."""
    schema = _object(value)
    return _object(_list(schema["anyOf"])[0]) if "anyOf" in schema else schema


def _object(value: JsonValue) -> Schema:
    assert isinstance(value, dict)
    return value


def _list(value: JsonValue) -> list[JsonValue]:
    assert isinstance(value, list)
    return value
