"""The form that the storyteller fills in."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from engine.asking.record_schema import longest_answer, record_schema
from engine.gamemaster import Brief
from engine.model.changes.cast import CharacterAdded
from engine.model.changes.situation import FlagSet, SceneSet
from engine.model.character import Character
from engine.model.update import StateUpdate
from engine.moves.newcomers import NEWCOMERS_A_GAME, PREFIX
from engine.structured import read
from tests.engine.briefs import brief


def at(schema: Any, *path: str) -> Any:
    """The part of a schema below these members, through lists and choices."""
    for name in path:
        schema = next(
            part["properties"][name] for part in parts(schema) if name in part.get("properties", {})
        )
    return schema


def parts(schema: Any) -> Iterator[dict[str, Any]]:
    if isinstance(schema, dict):
        yield schema
        for option in schema.get("anyOf", [schema.get("items")]):
            yield from parts(option)


def enum(schema: Any) -> list[Any]:
    return next(part["enum"] for part in parts(schema) if "enum" in part)


def filled(schema: Any) -> Any:
    """The longest answer that a model can give, everything filled in."""
    match schema:
        case {"anyOf": list(options)}:
            return filled(max(options, key=longest_answer))
        case {"enum": list(values)}:
            return max(values, key=lambda value: len(str(value)))
        case {"type": "string", "maxLength": int(most)}:
            return ("word " * 80)[: most - 1] + "x"
        case {"type": "array", "maxItems": int(most), "items": item}:
            return [filled(item) for _ in range(most)]
        case {"type": "object", "properties": dict(members)}:
            return {name: filled(member) for name, member in members.items()}
    raise AssertionError(schema)


CROWDED = brief(
    *(FlagSet(key=k, value=True) for k in ("storm", "night")), players=("ann", "bob", "cy", "dee")
)


@pytest.mark.parametrize("told", [brief(), brief(players=("ann",)), CROWDED])
@pytest.mark.parametrize("tokens", [400, 250, 150])
def test_even_the_longest_answer_fits_the_tokens_that_it_gets(told: Brief, tokens: int) -> None:
    """A small model fills in everything; an answer that is always cut would never be whole."""
    schema = record_schema(told, tokens)

    answer = json.dumps(filled(schema))

    assert len(answer) <= longest_answer(schema) <= tokens * 3.6
    Draft202012Validator(schema).validate(json.loads(answer))
    assert read(answer, StateUpdate).warnings == ()


def test_the_form_knows_who_and_what_is_there() -> None:
    """A model can only choose people, ways, threads and flags that exist."""
    schema = record_schema(brief(), 2000)
    situation = at(schema, "updated_situation")

    assert enum(at(schema, "suggestions", "for_character")) == ["pc-ann", "pc-bob"]
    assert enum(at(situation, "scene_id")) == ["yard", "off_map"]
    assert enum(at(situation, "open_threads_changes", "removed")) == ["Who lit the lamp?"]
    assert enum(at(schema, "updated_characters", "character_id")) == ["mags", "pc-ann", "pc-bob"]
    assert enum(at(schema, "responses", "character_id")) == ["mags"]
    flags = next(part for part in parts(at(situation, "world_state_flags")) if "properties" in part)
    assert {name: enum(flag) for name, flag in flags["properties"].items()} == {
        "has_key": [True],
        "lamp": [2],
        "singed": [True],
        "warm": [True],
    }


def test_members_stand_in_the_order_in_which_they_are_used() -> None:
    """The buttons come first."""
    schema = record_schema(brief(), 2000)

    assert list(next(parts(schema))["properties"]) == list(StateUpdate.model_fields)


def test_what_has_come_about_opens_ways_and_is_asked_no_more() -> None:
    """With the key in hand the cellar is a way, and the key no question."""
    schema = record_schema(brief(FlagSet(key="has_key", value=True)), 2000)
    situation = at(schema, "updated_situation")

    assert enum(at(situation, "scene_id")) == ["yard", "cellar", "well", "off_map"]
    assert "has_key" not in json.dumps(at(situation, "world_state_flags"))


def test_off_the_map_the_form_offers_the_way_back() -> None:
    """Whoever has wandered off can come home."""
    schema = record_schema(brief(SceneSet(scene_id="yard"), SceneSet(scene_id=None)), 400)

    assert enum(at(schema, "updated_situation", "scene_id")) == ["hall", "yard", "off_map"]


def test_alone_and_in_a_full_cast_nothing_is_asked_that_cannot_be() -> None:
    """No newcomer beyond the twelfth, nobody to choose between when one plays."""
    crowd = [
        Character(id=f"{PREFIX}{i}", name=f"N{i}", role="", is_user_character=False, place="well")
        for i in range(NEWCOMERS_A_GAME)
    ]

    schema = record_schema(brief(*(CharacterAdded(character=c) for c in crowd), players=("ann",)), 2000)

    assert "new_characters" not in json.dumps(schema)
    assert "for_character" not in json.dumps(schema)
