"""Good updates as a model may write them: true to the game, each laid out in another way."""

import json
from dataclasses import dataclass
from typing import get_args

from pydantic import JsonValue

from engine.gamemaster import Brief
from engine.model.suggestion import RiskLevel, SuggestionType
from engine.model.update import ResponseType, StateUpdate
from engine.ports import Entropy

UPDATES = 200

_TEXTS = (
    "Rain drums on the roof.",
    'She says: "Not {now}, [not] ever."',
    "Der Schlüssel fällt: klirr — still.",
    "L'acqua sale, piano; \\ il legno geme.",
    "Il s'éloigne… 20 pas, -1, 3.5e2.",
    "門が静かに開く。",
    "🗝️ turns twice 👩‍🚒.",
    "true, null, false: so it says.",
    'A "sword 32\\" long", and a belt.',
    "// not a comment, /* nor this */",
    "One line.\nAnother one.",
    "`tick` and ```fence```",
    "'single' and “curly”",
    "He whispers </think> and stops.",
    '{"suggestions": [1]}',
    "a, b: c} d]",
)
_FENCED = ("```json\n", "\n```")
_AROUND = (("", ""), ("", "\n"), ("\ufeff", ""), _FENCED, ("Here it is:\n", ""), ("<think>Hm.</think>\n", ""))


@dataclass(frozen=True)
class Good:
    """An update and how it is written. closed_at: where each member's value ends, in the text's order."""

    update: StateUpdate
    text: str
    closed_at: dict[str, int]
    whole_at: int

    def closed_before(self, cut: int) -> StateUpdate:
        """The members whose values end within the first `cut` characters; nothing else may ever count."""
        members = {name: getattr(self.update, name) for name, at in self.closed_at.items() if at <= cut}
        return StateUpdate().model_copy(update=members)


def good_updates(brief: Brief, entropy: Entropy, count: int = UPDATES) -> list[Good]:
    """So many of them."""
    dice = _Dice(entropy)
    return [_written(_update(brief, dice), dice) for _ in range(count)]


class _Dice:
    """Choices from a port's chance."""

    def __init__(self, entropy: Entropy) -> None:
        self._entropy = entropy
        self._said = 0

    def below(self, most: int) -> int:
        return self._entropy.bits(32) % most

    def one_of(self, values: list[JsonValue]) -> JsonValue:
        return values[self.below(len(values))]

    def text(self) -> str:
        self._said += 1
        count = 1 + self.below(2 if self.below(3) else 9)
        return f"{self._said}. " + " ".join(_TEXTS[self.below(len(_TEXTS))] for _ in range(count))

    def texts(self, most: int) -> list[JsonValue]:
        return list(dict.fromkeys(self.text() for _ in range(self.below(most + 1))))


def _update(brief: Brief, dice: _Dice) -> StateUpdate:
    people: list[JsonValue] = list(brief.state.characters)
    npcs: list[JsonValue] = [c.id for c in brief.state.present()]
    scenes: list[JsonValue] = [None, "off_map", *(scene.id for scene in brief.adventure.scenes)]
    threads: list[JsonValue] = list(brief.state.situation.open_threads)
    moves: list[JsonValue] = [
        {
            "type": dice.one_of(list(get_args(SuggestionType))),
            "label": f"{number}. {dice.text()}"[:34].rstrip("\ufe0f\u200d"),
            "text": f"{number}. {dice.text()}",
            "risk_level": dice.one_of(list(get_args(RiskLevel))),
            "for_character": dice.one_of([None, *people]),
        }
        for number in range(2 + dice.below(3))
    ]
    situation: JsonValue = {
        "scene_id": dice.one_of(scenes),
        "current_scene": dice.text(),
        "new_timeline_entries": dice.texts(3),
        "open_threads_changes": {"added": dice.texts(2), "removed": threads[: dice.below(2)]},
        "world_state_flags": {f"note-{dice.below(9)}": dice.one_of([True, 3, "wet", None])},
        "new_characters": [{"name": f"Vessa {chr(65 + dice.below(26))}", "role": dice.text()}]
        if dice.below(2)
        else [],
    }
    characters: list[JsonValue] = [
        {
            "character_id": who,
            "current_mood": dice.one_of([None, "grim", "glad"]),
            "knowledge_gained": dice.texts(3),
            "relationship_changes": {str(dice.one_of(people)): dice.text()},
        }
        for who in people[: 1 + dice.below(len(people))]
    ]
    responses: list[JsonValue] = [
        {"character_id": who, "type": dice.one_of(list(get_args(ResponseType))), "content": dice.text()}
        for who in npcs
    ]
    members = {
        "suggestions": moves,
        "updated_situation": situation,
        "updated_characters": characters,
        "responses": responses,
    }
    return StateUpdate.model_validate({n: m for n, m in members.items() if dice.below(8)} or members)


def _written(update: StateUpdate, dice: _Dice) -> Good:
    indent = (None, 1, 2)[dice.below(3)]
    is_ascii, gap = dice.below(2) == 0, (" ", "", "\n")[dice.below(3)]
    before, after = _AROUND[dice.below(len(_AROUND))]
    data = update.model_dump(mode="json")
    names = list(StateUpdate.model_fields)
    for place in range(len(names) - 1, 0, -1):
        other = dice.below(place + 1)
        names[place], names[other] = names[other], names[place]
    text, closed_at = before + "{", {}
    for number, name in enumerate(names):
        value = json.dumps(data[name], ensure_ascii=is_ascii, indent=indent)
        text += f"{',' if number else ''}{gap}{json.dumps(name)}:{gap}{value}"
        closed_at[name] = len(text)
    text += gap + "}"
    return Good(update, text + after, closed_at, len(text))
