"""A book with a warrior, a thief and one row in each table, for tests of fights."""

from engine.model.rules.book import RuleBook
from tests.engine.rules import crawl

_SAVES = {"reflex": 1, "fortitude": 1, "will": 0}


def _levels(**parts: object) -> list[dict[str, object]]:
    row = {"crit_die": "1d12", "crit_table": "crit-iii", "saves": _SAVES} | parts
    return [row | {"level": level} for level in range(1, 11)]


def _table(name: str, **row: object) -> dict[str, object]:
    low = {"id": "low", "high": 3, "text": "A scratch on {whom}."}
    return {
        "id": name,
        "name": name,
        "rows": [low, {"id": "high", "low": 4, "text": "It bites {whom}."} | row],
    }


BOOK = RuleBook.model_validate(
    crawl.BOOK.model_dump(mode="json")
    | {
        "classes": {
            "warrior": {
                "id": "warrior", "name": "Warrior", "text": "Fights.", "hit_die": "1d12",
                "levels": _levels(deed="1d3", threat=19), "weapons": ["sword", "maul", "bow"],
            },
            "thief": {
                "id": "thief", "name": "Thief", "text": "Hides.", "hit_die": "1d6",
                "levels": _levels(luck_die="1d3"), "weapons": ["sword"],
                "skills": {"neutral": {"backstab": [3, 5, 7]}},
            },
        },
        "tables": {
            "crit-i": _table("crit-i", extra="1d6"),
            "crit-ii": _table("crit-ii", extra="1d8"),
            "crit-iii": _table("crit-iii", extra="1d4"),
            "crit-creature": _table("crit-creature", extra="1d4"),
            "fumble": {
                "id": "fumble", "name": "Fumbles", "rows": [
                    {"id": "low", "high": 2, "text": "{who} stumbles."},
                    {"id": "high", "low": 3, "text": "{who} lets go.", "drops_weapon": True},
                ],
            },
        },
        "deeds": {
            "trip": {
                "id": "trip", "name": "Trip", "words": ["trip"], "bands": [
                    {
                        "least": least, "text": "{whom} goes down.",
                        "effect": {"id": "prone", "name": "on the ground", "bonus": {"ac": -2}, "rounds": 2},
                    }
                    for least in (3, 5, 7, 9)
                ],
            }
        },
    }
)  # fmt: skip
