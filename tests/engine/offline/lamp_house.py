"""A small house by a rising river, in three languages: an adventure that tests can finish in a few turns."""

from typing import Any

from engine.model.adventure import Adventure
from engine.model.noun import Language

VERBS = ("look", "go", "talk", "take", "use", "open", "push", "give", "wait", "help", "attack", "other")

WORDS: dict[Language, dict[str, list[str]]] = {
    "en": {
        "hall": ["the hall"], "cellar": ["cellar", "stairs"], "garden": ["garden"],
        "desk": ["desk", "old desk"],
        "key": ["key", "iron key"], "wheel": ["wheel", "sluice wheel"], "pond": ["pond", "water"],
        "odda": ["Odda", "keeper"], "bell": ["bell", "ringing"], "mop": ["mop"],
    },
    "de": {
        "hall": ["die Halle"], "cellar": ["Keller", "Treppe"], "garden": ["Garten"],
        "desk": ["Schreibtisch", "alter Tisch"], "key": ["Schlüssel", "eiserner Schlüssel"],
        "wheel": ["Rad", "Schleusenrad"], "pond": ["Teich", "Wasser"], "odda": ["Odda", "Wärterin"],
        "bell": ["Glocke", "Läuten"], "mop": ["Wischer"],
    },
    "it": {
        "hall": ["la sala"], "cellar": ["cantina", "scale"], "garden": ["giardino"],
        "desk": ["scrivania", "vecchia scrivania"], "key": ["chiave", "chiave di ferro"],
        "wheel": ["ruota", "ruota della chiusa"], "pond": ["stagno", "acqua"], "odda": ["Odda", "guardiana"],
        "bell": ["campana", "rintocco"], "mop": ["spazzolone"],
    },
}  # fmt: skip


def lamp_house(language: Language = "en", **parts: Any) -> Adventure:
    """The adventure; its texts are the same in all languages, its words are not."""
    return Adventure.model_validate(raw(language) | parts)


def raw(language: Language = "en") -> dict[str, Any]:
    """The adventure as it would stand in a file."""
    words = WORDS[language]
    return {
        "id": "lamp-house", "version": 1, "language": language, "title": "The Lamp House",
        "pitch": "The river rises.", "tone": "damp", "length": "short", "players": {"least": 1, "most": 4},
        "content_warnings": [], "setting": "A house by a river.", "premise": "The wheel shuts the sluice.",
        "opening": {"scene": "hall", "text": "Rain has fallen for nine days."},
        "ready_characters": [_ready("mira", "Mira"), _ready("tom", "Tom"), _ready("ann", "Ann Lee")],
        "cast": [_odda(words)],
        "scenes": [_hall(words), _cellar(words), _garden(words)],
        "things": [
            _thing("key-carried", words["key"], [{"verbs": ["look"], "texts": ["It is cold."]}], has_key=True)
        ],
        "threads": [
            {"id": "why", "text": "Why does the river rise?", "is_open": True},
            {"id": "who", "text": "Who rings the bell?"},
        ],
        "pressures": [
            {"at": 2, "text": "Water comes under the door.", "pressure": "The water is ankle-deep."},
            {"at": 4, "text": "The table floats.", "pressure": "The water is knee-deep."},
            {
                "at": 6, "text": "The lamp goes out.", "pressure": "The house is lost.",
                "effects": {"flags": {"drowned": True}},
            },
        ],
        "filler": {verb: [f"Filler {verb} {n} for {{name}}." for n in range(4)] for verb in VERBS},
        "endings": [
            {"id": "dry", "title": "Dry Feet", "is_good": True, "scene": "cellar",
             "when": {"flags": {"shut": True}}, "text": "The river goes back to bed."},
            {"id": "drowned", "title": "Wet Feet", "is_good": False, "when": {"flags": {"drowned": True}},
             "text": "The house goes down the river."},
        ],
    }  # fmt: skip


def _hall(words: dict[str, list[str]]) -> dict[str, Any]:
    return {
        "id": "hall", "name": words["hall"][0], "read_aloud": "A hall with one lamp.",
        "again": ["The hall again.", "The hall drips."],
        "exits": [
            {"to": "cellar", "label": "Down the cellar stairs", "words": words["cellar"],
             "when": {"flags": {"has_key": True}}, "blocked": "The cellar is locked, {name}.",
             "text": "The stairs creak."},
            {"to": "garden", "label": "Out into the rain", "words": words["garden"]},
        ],
        "things": [
            _thing("desk", words["desk"], [
                {"verbs": ["look"], "texts": ["A desk full of letters.", "Wet letters.", "Ink runs."]},
                {"verbs": ["open"], "texts": ["The drawer sticks."]},
            ]),
            _thing("key", words["key"], [
                {"verbs": ["look"], "texts": ["A key hangs there."]},
                {"verbs": ["take"], "texts": ["{name} has the key now."], "label": "Take the key",
                 "text": "I take the key from its hook.", "type": "action",
                 "effects": {"flags": {"has_key": True}, "timeline": "{name} took the key.",
                             "knowledge": "The key fits the cellar."}},
            ], has_key=None),
            _thing("mop", words["mop"], [
                {"verbs": ["use", "push"], "texts": ["The water yields a little."],
                 "effects": {"eases_pressure": 1}},
            ]),
        ],
        "moods": ["The lamp hisses.", "Rain drums.", "Something drips."],
    }  # fmt: skip


def _cellar(words: dict[str, list[str]]) -> dict[str, Any]:
    return {
        "id": "cellar", "name": words["cellar"][0], "read_aloud": "A cellar with a wheel.",
        "again": ["The cellar again.", "The cellar is darker."],
        "exits": [{"to": "hall", "label": "Up to the hall", "words": ["up"]}],
        "things": [
            _thing("wheel", words["wheel"], [
                {"verbs": ["push", "use"], "texts": ["The wheel turns; the sluice shuts."],
                 "label": "Turn the wheel", "text": "I turn the wheel.", "risk_level": "medium",
                 "effects": {"flags": {"shut": True}, "closes_threads": ["why"]}},
                {"verbs": ["look"], "texts": ["Bronze, green with age."]},
            ])
        ],
        "moods": ["It smells of river.", "The walls sweat.", "A pipe knocks."],
    }  # fmt: skip


def _garden(words: dict[str, list[str]]) -> dict[str, Any]:
    return {
        "id": "garden",
        "name": words["garden"][0],
        "read_aloud": "A garden under water.",
        "again": ["The garden again.", "The garden shivers."],
        "exits": [{"to": "hall", "label": "Back into the hall", "words": ["inside"]}],
        "things": [
            _thing("pond", words["pond"], [{"verbs": ["look"], "texts": ["Which part is the pond?"]}])
        ],
        "moods": ["Frogs approve.", "Leaves bow.", "The gate swings."],
    }


def _odda(words: dict[str, list[str]]) -> dict[str, Any]:
    return {
        "id": "odda", "name": "Odda", "words": words["odda"], "role": "keeper of the lamp",
        "personality_traits": ["dry"], "speaking_style": "short", "goals": ["keep the lamp"],
        "secrets": ["she rings the bell"], "scene": "hall", "looks": "Odda wears two coats.",
        "small_talk": ["“Wet,” says Odda.", "“Wetter,” says Odda.", "“Still wet,” says Odda."],
        "topics": [
            {"id": "bell", "words": words["bell"], "doing": {
                "verbs": ["talk"], "texts": ["“I ring it,” says Odda.", "“I told you,” says Odda."],
                "label": "Ask Odda about the bell", "text": "I ask Odda about the bell.", "type": "dialogue",
                "effects": {"flags": {"asked": True}, "opens_threads": ["who"],
                            "knowledge": "Odda rings the bell."}}},
            {"id": "key", "words": words["key"], "doing": {
                "verbs": ["give"], "when": {"flags": {"has_key": True}}, "texts": ["“Keep it,” says Odda."]}},
        ],
    }  # fmt: skip


def _thing(
    thing_id: str, words: list[str], doings: list[dict[str, Any]], *, has_key: bool | None = False
) -> dict[str, Any]:
    """has_key: true = there once the key is taken, null = there until then, false = always."""
    when: dict[str, Any] = {}
    if has_key:
        when = {"flags": {"has_key": True}}
    elif has_key is None:
        when = {"without": ["has_key"]}
    return {"id": thing_id, "name": f"the {words[0]}", "words": words, "when": when, "doings": doings}


def _ready(character_id: str, name: str) -> dict[str, Any]:
    return {
        "id": character_id, "name": name, "role": "guest", "line": "Came for the night.", "goal": "Dry feet.",
        "question": "Why here?", "first_move": "I look at the lamp.", "personality_traits": ["calm"],
        "speaking_style": "plain",
    }  # fmt: skip
