"""The form in which the storyteller writes down what changed: only people, places and flags that are there.

A small model fills in everything that it may, so the form is chosen so small that even its longest answer
fits the tokens that it is given; what a smaller form leaves out is what the story misses least.
"""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from pydantic import JsonValue

from engine.asking.wire_schema import Schema, wire_schema
from engine.gamemaster import Brief
from engine.model.noun import Flag
from engine.model.update import StateUpdate
from engine.moves.newcomers import newcomers_left
from engine.moves.possible import OFF_MAP, flags_in_reach, ways

CHARS_PER_TOKEN = 2.8
"""Of a whole answer in JSON as a small model lays it out, line by line: 2.6 to 2.9 with 49,000 words."""
_SHORT_THREAD = 80
_FLAGS = 6
_REMEMBERED = 256
"""Scenes whose form is kept: it changes only when somebody comes, a thread opens or a flag is set."""


@dataclass(frozen=True)
class _Size:
    """How much one record may hold. Texts in letters; 0 leaves a member out."""

    suggestions: int
    text: int
    scene: int
    entries: int
    entry: int
    thread: int
    newcomers: int
    people: int
    knowledge: int
    bonds: int
    responses: int


_SIZES = (
    _Size(4, 120, 160, 2, 100, 80, 1, 3, 90, 2, 2),
    _Size(3, 100, 140, 2, 90, 80, 1, 2, 80, 1, 1),
    _Size(3, 80, 110, 1, 90, 70, 1, 2, 80, 0, 1),
    _Size(3, 70, 90, 1, 80, 60, 1, 1, 70, 0, 1),
    _Size(3, 60, 80, 1, 70, 60, 1, 1, 60, 0, 0),
    _Size(3, 50, 70, 1, 60, 50, 0, 1, 50, 0, 0),
    _Size(2, 50, 70, 1, 60, 50, 0, 1, 50, 0, 0),
    _Size(2, 50, 70, 1, 60, 0, 0, 1, 50, 0, 0),
    _Size(2, 40, 50, 1, 50, 0, 0, 0, 0, 0, 0),
    _Size(2, 40, 0, 1, 50, 0, 0, 0, 0, 0, 0),
)
"""From roomy to narrow. The designed budgets are 400 tokens, 250 in a small window, 150 on a slow machine."""


@dataclass(frozen=True)
class _Scene:
    """What a record can speak of here and now.

    party, met: ids. owns_position: where the party is, is not for a record to say. flags: each with the
    values that it may get.
    """

    party: tuple[str, ...]
    met: tuple[str, ...]
    ways: tuple[str, ...]
    owns_position: bool
    threads: tuple[str, ...]
    flags: tuple[tuple[str, tuple[Flag, ...]], ...]
    may_come: bool


def record_schema(brief: Brief, most_tokens: int) -> Schema:
    """The wire schema of a StateUpdate for this turn, the roomiest whose longest answer fits the tokens.

    Not to be changed by whoever gets it: turns in one scene share it.
    """
    adventure, state = brief.adventure, brief.state
    flags = list(flags_in_reach(adventure, state).items())[:_FLAGS]
    scene = _Scene(
        party=tuple(c.id for c in state.party()),
        met=tuple(c.id for c in state.present()),
        ways=tuple(ways(adventure, state)),
        owns_position="position" in brief.ruleset.owns,
        threads=tuple(t for t in state.situation.open_threads if len(t) <= _SHORT_THREAD),
        flags=tuple((name, tuple(values)) for name, values in flags),
        may_come=bool(newcomers_left(state)),
    )
    return _roomiest(scene, most_tokens)


@lru_cache(_REMEMBERED)
def _roomiest(scene: _Scene, most_tokens: int) -> Schema:
    most_chars = most_tokens * CHARS_PER_TOKEN
    fits = bisect_left(_SIZES, True, key=lambda size: longest_answer(_schema(scene, size)) <= most_chars)
    return _schema(scene, _SIZES[min(fits, len(_SIZES) - 1)])


def longest_answer(schema: JsonValue) -> int:
    """Letters of the longest answer that fits a wire schema, with a blank after each comma and colon."""
    match schema:
        case {"anyOf": list(options)}:
            return max(longest_answer(option) for option in options)
        case {"enum": list(values)}:
            return max(len(str(value)) + 2 for value in values)
        case {"type": "string", "maxLength": int(most)}:
            return most + 2
        case {"type": "array", "maxItems": int(most), "items": item}:
            return most * (longest_answer(item) + 2) + 2
        case {"type": "object", "properties": dict(members)}:
            return sum(len(name) + 6 + longest_answer(member) for name, member in members.items()) + 2
        case {"type": "integer" | "number"}:
            return 10
        case _:
            return 5


def _schema(scene: _Scene, size: _Size) -> Schema:
    whole, members = _noun()
    moves = {**_list(size.suggestions, {"$ref": "#/$defs/SuggestedMove"}), "minItems": 2}
    replace = {**_moves(scene, size), **_situation(scene, size), **_people(scene, size)}
    return wire_schema({**whole, "properties": {**members, "suggestions": moves}}, replace=replace)


@cache
def _noun() -> tuple[Schema, Schema]:
    """The schema of a StateUpdate, and its members."""
    whole: Schema = StateUpdate.model_json_schema()
    members = whole["properties"]
    return whole, members if isinstance(members, dict) else {}


def _moves(scene: _Scene, size: _Size) -> Schema:
    return {
        "suggestions[].label": _text(34),
        "suggestions[].text": _text(size.text),
        "suggestions[].for_character": _enum(scene.party) if len(scene.party) > 1 and size.people else None,
    }


def _situation(scene: _Scene, size: _Size) -> Schema:
    here = "updated_situation"
    parts: Schema = {
        f"{here}.scene_id": None if scene.owns_position else _enum([*scene.ways, OFF_MAP]),
        f"{here}.current_scene": _text(size.scene) if size.scene else None,
        f"{here}.new_timeline_entries": _list(size.entries, _text(size.entry)),
        f"{here}.world_state_flags": _flags(scene),
    }
    if size.thread:
        parts |= {
            f"{here}.open_threads_changes.added": _list(1, _text(size.thread)),
            f"{here}.open_threads_changes.removed": _list(1, _enum(scene.threads)) if scene.threads else None,
        }
    else:
        parts[f"{here}.open_threads_changes"] = None
    if size.newcomers and scene.may_come:
        parts |= {
            f"{here}.new_characters": _list(1, {"$ref": "#/$defs/NewCharacter"}),
            f"{here}.new_characters[].name": _text(24),
            f"{here}.new_characters[].role": _text(40),
        }
    else:
        parts[f"{here}.new_characters"] = None
    return parts


def _flags(scene: _Scene) -> Schema | None:
    """The adventure's flags that may come about here; one that is not written is one that does not change."""
    if not scene.flags:
        return None
    return {"type": "object", "properties": {k: _enum(values) for k, values in scene.flags}, "required": []}


def _people(scene: _Scene, size: _Size) -> Schema:
    party, met = scene.party, scene.met
    parts: Schema = {}
    if size.people and (party or met):
        parts |= {
            "updated_characters": _list(size.people, {"$ref": "#/$defs/CharacterUpdate"}),
            "updated_characters[].character_id": _enum([*met, *party]),
            "updated_characters[].current_mood": _text(24),
            "updated_characters[].knowledge_gained": _list(1, _text(size.knowledge))
            if size.knowledge
            else None,
            "updated_characters[].relationship_changes": _bonds(party or met, size),
        }
    else:
        parts["updated_characters"] = None
    if size.responses and met:
        parts |= {
            "responses": _list(size.responses, {"$ref": "#/$defs/CharacterResponse"}),
            "responses[].character_id": _enum(met),
            "responses[].content": _text(60),
        }
    else:
        parts["responses"] = None
    return parts


def _bonds(ids: Sequence[str], size: _Size) -> Schema | None:
    if not size.bonds:
        return None
    return {"type": "object", "properties": dict.fromkeys(ids[: size.bonds], _text(60)), "required": []}


def _text(most: int) -> Schema:
    return {"type": "string", "minLength": 1, "maxLength": most}


def _list(most: int, item: Schema) -> Schema:
    return {"type": "array", "maxItems": most, "items": item}


def _enum(values: Sequence[Flag]) -> Schema:
    return {"enum": [*values]}
