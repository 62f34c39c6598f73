"""A crawl of two rooms for tests of the rules: a gate that sticks, a cellar of rats, a party, a thin book."""

from collections.abc import Sequence
from dataclasses import replace

from engine.changes import fold
from engine.draws import Draws
from engine.model.adventure import Adventure
from engine.model.changes.cast import CharacterAdded
from engine.model.changes.dungeon import CreatureAdded
from engine.model.changes.seats import SeatTaken
from engine.model.character import Character
from engine.model.rules.book import RuleBook
from engine.model.rules.creature import Creature
from engine.model.rules.sheet import Sheet
from engine.model.rules.terms import ABILITIES
from engine.model.state import GameState, Situation
from engine.rules.course import Course
from engine.tool import Caller, Use
from tests.engine import fen


class FixedDice(Draws):
    """Dice that fall as a test says, in order. Raises AssertionError when one more is asked for."""

    def __init__(self, *numbers: int) -> None:
        super().__init__(0, "fixed")
        self._numbers = list(numbers)

    def die(self, sides: int) -> int:
        assert self._numbers, f"one more die than was scripted: d{sides}"
        number = self._numbers.pop(0)
        assert 1 <= number <= sides, f"a d{sides} cannot show {number}"
        self._fallen.append((sides, number))
        return number

    @property
    def left(self) -> tuple[int, ...]:
        """Numbers that no die has shown."""
        return tuple(self._numbers)


BOOK = RuleBook.model_validate(
    {
        "language": "en",
        "words": {"scar": "a scar", "guarding": "on guard"},
        "items": {
            "sword": {
                "id": "sword", "name": "short sword", "words": ["sword"], "slot": "weapon", "damage": "1d6",
            },
            "maul": {
                "id": "maul", "name": "maul", "words": ["maul"], "slot": "weapon", "damage": "1d10",
                "hands": 2,
            },
            "bow": {
                "id": "bow", "name": "short bow", "words": ["bow"], "slot": "weapon", "damage": "1d6",
                "range_ft": [50, 100, 150], "hands": 2,
            },
            "leather": {
                "id": "leather", "name": "leather", "words": ["leather"], "slot": "armour", "ac": 2,
                "check_penalty": -1, "fumble_die": "1d8",
            },
            "silver": {"id": "silver", "name": "silver", "words": ["silver"], "slot": "coin", "value": 10},
        },
        "signs": [
            {"id": "plough", "name": "Under the Plough", "text": "All saves.", "roll": 1, "kind": "save"},
            {"id": "blank", "name": "Under no star", "text": "Nothing.", "roll": 2, "kind": "languages"},
        ],
    }
)  # fmt: skip
"""A thin rulebook: no classes, no tables. Tests that need more add it with `model_copy`."""


def adventure(**rules_of_the_cellar: object) -> Adventure:
    """The fen's two scenes under rules; what is given goes into the rules of the second (`porch`)."""
    plain = fen.adventure()
    gate, porch = plain.scenes
    check = {
        "id": "wheel", "name": "turn the wheel", "words": ["wheel"], "ability": "str", "dc": 15,
        "label": "Turn it", "text": "I turn the wheel.", "helpers": 2,
        "on_success": {"text": "It turns.", "effects": {"flags": {"open": True}}},
        "on_fail": {"text": "Water!", "saved": {"save": "reflex", "dc": 11}, "damage": "1d6"},
    }  # fmt: skip
    rats = {"id": "rats", "kind": "rat", "count": "2", "text": "Rats!"}
    return Adventure.model_validate(
        plain.model_dump(mode="json")
        | {
            "ruleset": "dungeon",
            "dungeon": {
                "kinds": [
                    {
                        "id": "rat", "name": "rat", "plural": "rats", "words": ["rat"], "looks": "Grey.",
                        "initiative": 2, "attacks": [{"name": "bite", "bonus": 1, "damage": "1d3"}], "ac": 12,
                        "hit_dice": "1d4", "hp": 3, "saves": {"reflex": 2},
                    }
                ]
            },
            "scenes": [
                gate.model_dump(mode="json") | {"rules": {"checks": [check]}},
                porch.model_dump(mode="json") | {"rules": {"encounters": [rats]} | rules_of_the_cellar},
            ],
        }
    )  # fmt: skip


def sheet(**parts: object) -> Sheet:
    """A sheet of level 0 with all abilities at 10 and 4 hit points, as changed by `parts`."""
    return Sheet.model_validate(
        {
            "occupation": "digger", "luck_sign": "blank", "luck_at_birth": 10, "hp": 4, "hp_most": 4,
            "abilities": {ability: {"now": 10, "whole": 10} for ability in ABILITIES},
        }
        | parts
    )  # fmt: skip


def person(name: str, **parts: object) -> Character:
    """A player's character with such a sheet; its id is its name in small letters."""
    return fen.player(name, sheet=sheet(**parts).model_dump(mode="json"))


def state(*people: Character, scene: str = "weir", creatures: Sequence[Creature] = ()) -> GameState:
    """These people of players "p-<name>" in this scene, with these creatures."""
    began = GameState(situation=Situation(scene_id=scene, visited_scenes=(scene,)))
    return fold(
        began,
        [
            *(CharacterAdded(character=one) for one in people),
            *(
                SeatTaken(player_id=f"p-{one.name}", player_name=one.name, character_id=one.id)
                for one in people
            ),
            *(CreatureAdded(creature=creature) for creature in creatures),
        ],
    )


def rat(number: int = 1, **parts: object) -> Creature:
    """A hostile rat in the cellar."""
    return Creature.model_validate(
        {
            "id": f"rat-{number}", "kind": "rat", "name": f"rat {number}", "scene_id": "porch",
            "encounter": "rats", "hp": 3, "hp_most": 3, "standing": "hostile",
        }
        | parts
    )  # fmt: skip


def use(
    state: GameState,
    *numbers: int,
    actor: str | None = "mira",
    caller: Caller = "player",
    adventure_: Adventure | None = None,
    book: RuleBook = BOOK,
) -> Use:
    """An occasion on which the dice fall as these numbers say."""
    return Use(
        adventure=adventure_ or adventure(),
        state=state,
        number=1,
        caller=caller,
        actor_id=actor,
        dice=FixedDice(*numbers),
        book=book,
    )


def course(state: GameState, *numbers: int, tool: str = "test", **parts: object) -> Course:
    """The course of a call on such an occasion."""
    occasion = use(state, *numbers)
    return Course(replace(occasion, **parts) if parts else occasion, tool)  # type: ignore[arg-type]  # parts by name
