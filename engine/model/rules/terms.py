"""The fixed words of classic dungeon-crawl rules. Data and state use these in every language."""

from typing import Annotated, Literal, get_args

from pydantic import Field, StringConstraints

Ability = Literal["str", "agi", "sta", "per", "int", "lck"]
"""Strength, agility, stamina, personality, intelligence, luck; rolled in this order."""
Save = Literal["reflex", "fortitude", "will"]
ClassId = Literal["warrior", "dwarf", "cleric", "thief", "wizard", "elf", "halfling"]
Alignment = Literal["lawful", "neutral", "chaotic"]
ThiefSkill = Literal[
    "backstab", "sneak", "hide", "pick-pocket", "climb", "pick-lock", "find-trap", "disable-trap",
    "forge", "disguise", "read-languages", "handle-poison", "cast-from-scroll",
]  # fmt: skip
Deed = Literal["blinding", "disarm", "pushback", "trip", "precision", "rally", "defence"]
RollKind = Literal[
    "all", "attack", "melee", "missile", "unarmed", "damage", "melee-damage", "missile-damage",
    "starting-weapon", "check", "skill", "traps", "secret-doors", "save", "reflex", "fortitude", "will",
    "trap-save", "poison-save", "initiative", "ac", "casting", "spell-damage", "turning", "healing",
    "critical", "warping", "fumble", "hit-points", "speed", "languages", "swim",
]  # fmt: skip
"""What a bonus may be to. "all": attacks, checks, saves and casting; "attack": melee and missile; "save": all
three; "check": abilities and skills."""
Hindrance = Literal["act", "move", "cast", "hear", "see"]
Trait = Literal[
    "undead", "made", "mindless", "demon", "dragon", "giant", "humanoid", "swims", "flies", "unmoving"
]
"""What a creature is; some effects count only against some. made: put together by somebody; unmoving: never
leaves its place."""

DiceText = Annotated[str, StringConstraints(min_length=1, max_length=40, pattern=r"^[0-9dD%+\-*/() ]+$")]
"""A dice expression without a player's extras, as data has it: "2d6+1"."""
Dc = Annotated[int, Field(ge=5, le=20)]
"""How hard a check is: 5 easy, 10 usual, 15 hard, 20 heroic."""
ABILITIES: tuple[Ability, ...] = ("str", "agi", "sta", "per", "int", "lck")
SAVES: tuple[Save, ...] = ("reflex", "fortitude", "will")
THIEF_SKILLS: tuple[ThiefSkill, ...] = get_args(ThiefSkill)
MOST_LEVEL = 10
