"""Whether two languages of an adventure are the same story: same ids, conditions and effects, other words."""

from collections.abc import Iterator

from pydantic import JsonValue

from engine.model.adventure import Adventure

WORDS = frozenset(
    {
        "title",
        "pitch",
        "tone",
        "length",
        "setting",
        "premise",
        "name",
        "role",
        "line",
        "goal",
        "question",
        "first_move",
        "personality_traits",
        "speaking_style",
        "goals",
        "secrets",
        "looks",
        "read_aloud",
        "again",
        "moods",
        "small_talk",
        "words",
        "label",
        "blocked",
        "text",
        "texts",
        "timeline",
        "knowledge",
        "pressure",
        "content_warnings",
        "language",
        "filler",
        "plural",
        "reason",
        "lines",
        "blow_lines",
    }
)
"""Members that are told in each language's own way; only whether they are there is compared."""


def translation_faults(adventure: Adventure, model: Adventure) -> Iterator[str]:
    """Where a translation differs from the adventure that it translates, other than in words."""
    ours: JsonValue = adventure.model_dump(mode="json")
    theirs: JsonValue = model.model_dump(mode="json")
    for place, what in _differences(ours, theirs, ""):
        yield f"{place}: {what} (compared with {model.language}.json)."


def _differences(ours: JsonValue, theirs: JsonValue, place: str) -> Iterator[tuple[str, str]]:
    if isinstance(ours, dict) and isinstance(theirs, dict):
        for name in sorted(ours.keys() | theirs.keys()):
            inner = f"{place}.{name}" if place else name
            if name in WORDS and name in ours and name in theirs:
                if (ours[name] is None) != (theirs[name] is None):
                    yield (
                        inner,
                        "must be left out here too" if theirs[name] is None else "must be given here too",
                    )
            elif name not in theirs:
                yield inner, "must be left out here too"
            elif name not in ours:
                yield inner, f"must be {theirs[name]!r} here too"
            else:
                yield from _differences(ours[name], theirs[name], inner)
    elif isinstance(ours, list) and isinstance(theirs, list):
        if len(ours) != len(theirs):
            yield place, f"must have {len(theirs)} entries, has {len(ours)}"
        for i, (mine, other) in enumerate(zip(ours, theirs, strict=False)):
            yield from _differences(mine, other, f"{place}[{i}]")
    elif ours != theirs:
        yield place, f"must be {theirs!r}, is {ours!r}"
