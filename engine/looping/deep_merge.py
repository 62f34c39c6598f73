"""Puts pieces of an answer together that were each read on their own."""

import json
from collections.abc import Sequence

from pydantic import JsonValue


def merge_deep_structures(
    first: JsonValue, second: JsonValue, *, accumulates: bool = False, entry_keys: Sequence[str] = ()
) -> JsonValue:
    """Both in one: objects member by member; of two values, the second counts.

    Lists: told again they are the second; accumulated, its entries are added to the first, each once. Entries
    with the same `entry_keys` are one entry, and merged.

    >>> merge_deep_structures({"a": {"x": 1}, "b": [1]}, {"a": {"y": 2}, "b": [2]})
    {'a': {'x': 1, 'y': 2}, 'b': [2]}
    >>> merge_deep_structures({"b": [1, 2]}, {"b": [2, 3]}, accumulates=True)
    {'b': [1, 2, 3]}
    """
    if isinstance(first, dict) and isinstance(second, dict):
        merged = dict(first)
        for name, value in second.items():
            merged[name] = (
                merge_deep_structures(first[name], value, accumulates=accumulates, entry_keys=entry_keys)
                if name in first
                else value
            )
        return merged
    if isinstance(first, list) and isinstance(second, list) and accumulates:
        return _added(first, second, entry_keys)
    return first if second is None and accumulates else second


def _added(first: list[JsonValue], second: list[JsonValue], entry_keys: Sequence[str]) -> list[JsonValue]:
    entries = {_identity(entry, entry_keys): entry for entry in first}
    for entry in second:
        identity = _identity(entry, entry_keys)
        known = entries.get(identity)
        entries[identity] = (
            entry
            if known is None
            else merge_deep_structures(known, entry, accumulates=True, entry_keys=entry_keys)
        )
    return list(entries.values())


def _identity(entry: JsonValue, entry_keys: Sequence[str]) -> str:
    """Equal for entries that are one."""
    if isinstance(entry, dict):
        for key in entry_keys:
            if key in entry:
                return json.dumps([key, entry[key]], sort_keys=True)
    return json.dumps(entry, sort_keys=True)
