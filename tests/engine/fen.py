"""A small story in three languages for tests of what a model sees: people, turns and a brief at a fen."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from functools import cache
from importlib.resources import files

import prompts as prompt_package
from bot.adapters.prompt_files import FilePrompts, load_prompts
from engine.changes import fold
from engine.gamemaster import Brief
from engine.model.action import MergedAction
from engine.model.adventure import Adventure
from engine.model.changes.cast import CharacterAdded
from engine.model.changes.seats import SeatTaken
from engine.model.changes.situation import TimelineAppended
from engine.model.character import Character
from engine.model.fact import Fact
from engine.model.noun import Language
from engine.model.session import GameSettings
from engine.model.state import GameState
from engine.model.turn import Resolution, Turn
from engine.sight.trimming import cast_of
from engine.table.opening import opening_state

NOW = datetime(2026, 1, 1, tzinfo=UTC)

NARRATIVES: Mapping[Language, str] = {
    "en": (
        "Odda does not answer at once. The light in her chest flickers, green, then grey. "
        '"It does not want," she says at last. "It calls. The tide is what '
        'wants."\n\nBehind you the reeds bow, '
        "as if something large had passed through them, and the water at the weir stands still for a breath."
    ),
    "de": (
        "Odda antwortet nicht gleich. Das Licht in ihrer Brust flackert, grün, dann grau. „Sie will nichts“, "
        "sagt sie endlich. „Sie ruft. Die Flut ist es, die etwas will.“\n\nHinter euch "
        "verneigt sich das Schilf, "
        "als wäre etwas Großes hindurchgegangen, und das Wasser am Wehr steht einen Atemzug lang still."
    ),
    "it": (
        "Odda non risponde subito. La luce nel suo petto trema, verde, poi grigia. «Non vuole niente», dice "
        "infine. «Chiama. È la marea che vuole qualcosa.»\n\nDietro di voi le canne si "
        "piegano, come se fosse "
        "passato qualcosa di grande, e l'acqua della chiusa resta ferma per un respiro."
    ),
}
ACTIONS: Mapping[Language, str] = {
    "en": "I put both hands on the wheel and turn it left, slowly, while I watch the crack.",
    "de": (
        "Ich lege beide Hände an das Rad und drehe es langsam nach links, ohne den Riss "
        "aus den Augen zu lassen."
    ),
    "it": (
        "Metto tutte e due le mani sulla ruota e la giro piano a sinistra, senza perdere di vista la crepa."
    ),
}
EVENTS: Mapping[Language, str] = {
    "en": "Mira found the founders' mark on the wheel of the weir.",
    "de": "Mira fand am Rad des Wehrs das Zeichen der Gießer.",
    "it": "Mira trovò sulla ruota della chiusa il segno dei fonditori.",
}
_PROSE: Mapping[Language, str] = {
    "en": (
        "The bell-founders cast a bell that calls the tide; the village drowned, and now "
        "the bell rings again. "
    ),
    "de": "Die Gießer gossen eine Glocke, die die Flut ruft; das Dorf ertrank, und nun läutet sie wieder. ",
    "it": "I fonditori fusero una campana che chiama la marea; il villaggio annegò, e ora la campana suona. ",
}


@cache
def _all_prompts() -> Mapping[Language, FilePrompts]:
    return load_prompts(files(prompt_package))


def prompts(language: Language = "en") -> FilePrompts:
    """The words that the game is shipped with."""
    return _all_prompts()[language]


def adventure(language: Language = "en", *, sentences: int = 4) -> Adventure:
    """Two scenes, one NPC who goes along and one elsewhere. sentences: length of premise and setting."""
    prose = _PROSE[language]
    doing = {"verbs": ["look"], "texts": [prose]}
    return Adventure.model_validate(
        {
            "id": "fen",
            "version": 1,
            "language": language,
            "title": "Hollowmere",
            "pitch": prose,
            "tone": prose,
            "length": "2 h",
            "players": {"least": 1, "most": 6},
            "content_warnings": [],
            "setting": (prose * sentences).strip(),
            "premise": (prose * sentences).strip(),
            "opening": {"scene": "weir", "text": prose},
            "ready_characters": [
                {
                    "id": "mira",
                    "name": "Mira",
                    "role": "x",
                    "line": "x",
                    "goal": "x",
                    "question": "x",
                    "first_move": "x",
                    "personality_traits": ["x"],
                    "speaking_style": "x",
                }
            ],
            "cast": [_member("odda", "Odda Wick", None, prose), _member("ostrey", "Ostrey", "porch", prose)],
            "scenes": [
                {
                    "id": "weir",
                    "name": "Weir Gate",
                    "read_aloud": prose * 2,
                    "again": [prose, prose],
                    "exits": [
                        {
                            "to": "porch",
                            "label": "Porch",
                            "words": ["porch"],
                            "when": {"flags": {"open": True}},
                            "blocked": prose,
                        }
                    ],
                    "things": [{"id": "wheel", "name": "the wheel", "words": ["wheel"], "doings": [doing]}],
                    "moods": [prose] * 3,
                },
                {
                    "id": "porch",
                    "name": "Porch",
                    "read_aloud": prose,
                    "again": [prose] * 2,
                    "moods": [prose] * 3,
                },
            ],
            "threads": [{"id": "bell", "text": prose.split(";")[0], "is_open": True}],
            "filler": {"other": [prose] * 3},
            "endings": [{"id": "end", "title": "x", "is_good": True, "when": {}, "text": prose}],
        }
    )


def _member(character_id: str, name: str, scene: str | None, prose: str) -> dict[str, object]:
    return {
        "id": character_id,
        "name": name,
        "words": [name],
        "role": prose[:40],
        "personality_traits": [prose[:30], prose[30:60]],
        "speaking_style": prose[:40],
        "goals": [prose[:60]],
        "secrets": [prose],
        "scene": scene,
        "looks": prose,
        "small_talk": [prose] * 3,
    }


def player(name: str, **parts: object) -> Character:
    """A player's character, with an id made of its name."""
    return Character.model_validate(
        {
            "id": name.lower(),
            "name": name,
            "role": "ranger",
            "is_user_character": True,
            "personality_traits": ("curious", "stubborn"),
            "speaking_style": "dry, few words",
            "goals": ("bring the ember home",),
        }
        | parts
    )


def state(language: Language = "en", names: tuple[str, ...] = ("Mira", "Tom"), events: int = 0) -> GameState:
    """A game after its opening, with everybody in the system text."""
    began = fold(
        opening_state(adventure(language)),
        [
            *(CharacterAdded(character=player(name)) for name in names),
            *(
                SeatTaken(player_id=f"p-{name}", player_name=name, character_id=name.lower())
                for name in names
            ),
            *(TimelineAppended(text=f"{EVENTS[language]} ({number})") for number in range(events)),
        ],
    )
    return began.model_copy(update={"cast_in_system": cast_of(began)})


def action(content: str, name: str = "Mira", **parts: object) -> MergedAction:
    """What the player of this character did."""
    return MergedAction.model_validate(
        {
            "source_ids": (f"s-{name}",),
            "player_id": f"p-{name}",
            "player_name": name,
            "character_id": name.lower(),
            "type": "action",
            "content": content,
        }
        | parts
    )


def turn(number: int, language: Language = "en", **parts: object) -> Turn:
    """A told turn with one event on the timeline."""
    return Turn.model_validate(
        {
            "id": f"t{number}",
            "session_id": "s",
            "parent_id": f"t{number - 1}" if number else None,
            "number": number,
            "status": "done",
            "seed": 1,
            "actions": (action(ACTIONS[language]),) if number else (),
            "narrative": NARRATIVES[language],
            "changes": (TimelineAppended(text=f"{EVENTS[language]} ({number})"),),
            "began_at": NOW,
        }
        | parts
    )


def brief(number: int = 6, language: Language = "en", **parts: object) -> Brief:
    """A brief of the turn of this depth, after `number` turns have been told, with one action."""
    whole = Brief(
        session_id="s",
        turn_id=f"t{number}",
        number=number,
        seed=1,
        settings=GameSettings(language=language),
        adventure=adventure(language),
        state=state(language, events=number),
        recent=tuple(turn(n, language) for n in range(number))[-12:],
        actions=(action(ACTIONS[language]),) if number else (),
    )
    return replace(whole, **parts)  # type: ignore[arg-type]  # a test names the parts that it is about


def settled(*facts: Fact) -> Resolution:
    """A resolution that no model planned."""
    return Resolution(facts=facts)
