"""Whether an adventure's words do their work: names told apart, whole buttons, blanks that can be filled."""

from collections.abc import Iterator, Sequence

from pydantic import JsonValue

from bot.adapters.packs.walking import answers
from engine.model.adventure import Adventure
from engine.prompting import sentence_blanks_of

TOLD_BY_NAME = frozenset(
    {"texts", "filler", "blocked", "small_talk", "looks", "text", "timeline", "knowledge"}
)
"""Members whose text is told about somebody's action, so that `{name}` can be filled."""

_OF_A_BLOW = {"who", "whom"}
"""What can be filled where a creature's blow is told."""


def wording_faults(adventure: Adventure) -> Iterator[str]:
    """What players could not say, press or read."""
    for i, scene in enumerate(adventure.scenes):
        yield from _shared(
            [(f"scenes[{i}].things[{j}]", thing.words) for j, thing in enumerate(scene.things)]
        )
        yield from _shared([(f"scenes[{i}].exits[{j}]", way.words) for j, way in enumerate(scene.exits)])
    yield from _shared([(f"things[{j}]", thing.words) for j, thing in enumerate(adventure.things)])
    for answer in answers(adventure):
        if (answer.doing.label is None) != (answer.doing.text is None):
            yield f"{answer.place}: label and text need each other."
    yield from _blanks(adventure.model_dump(mode="json", exclude={"opening", "endings", "pressures"}), "", "")


def _shared(named: Sequence[tuple[str, Sequence[str]]]) -> Iterator[str]:
    owners: dict[str, str] = {}
    for place, words in named:
        for word in dict.fromkeys(word.casefold() for word in words):
            if word in owners:
                yield f'{place}.words: "{word}" is also a word of {owners[word]}; players could mean either.'
            owners.setdefault(word, place)


def _blanks(node: JsonValue, place: str, member: str) -> Iterator[str]:
    if isinstance(node, dict):
        for name, below in node.items():
            inner = member if member == "filler" else name
            yield from _blanks(below, f"{place}.{name}" if place else name, inner)
    elif isinstance(node, list):
        for i, below in enumerate(node):
            yield from _blanks(below, f"{place}[{i}]", member)
    elif isinstance(node, str):
        known = {"name"} if member in TOLD_BY_NAME else set()
        known = _OF_A_BLOW if member == "blow_lines" else known
        for blank in sorted(sentence_blanks_of(node) - known):
            yield f"{place}: cannot fill {{{blank}}}; there is only {{name}}, where an action is answered."
