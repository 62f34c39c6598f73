"""A character's numbers. What follows from others (attack, saves, armour class) is worked out, not kept."""

from typing import Annotated

from pydantic import Field

from engine.model.noun import Noun, Scalar
from engine.model.pack_words import Slug
from engine.model.rules.active_effect import ActiveEffect
from engine.model.rules.item import Item
from engine.model.rules.terms import MOST_LEVEL, Ability, Alignment, ClassId, ThiefSkill


class Score(Noun):
    """An ability. now: after damage and burning; whole: what it heals back to. Both 0 to 24."""

    now: Annotated[int, Field(ge=0, le=24)]
    whole: Annotated[int, Field(ge=0, le=24)]


class KnownSpell(Noun):
    """A spell that somebody has learned. quirk: of the book, rolled once; is_lost: until the next day."""

    id: Slug
    quirk: Slug | None = None
    is_lost: bool = False


class Sheet(Noun):
    """A character's numbers. level 0: no class yet.

    hp never goes below 0. bleeding: rounds that are left to save a dying character; null = not dying.
    died_at: minute of the game's clock; null = alive. luck_sign: of the book's signs; luck_at_birth gives its
    modifier for life. lucky_weapon: item kind of a warrior. displeasure: a cleric's range, from 1.
    money: copper. choices: what is still to be chosen by the player ("class", "level", "spell").
    """

    level: Annotated[int, Field(ge=0, le=MOST_LEVEL)] = 0
    xp: Annotated[int, Field(ge=0)] = 0
    class_id: ClassId | None = None
    alignment: Alignment = "neutral"
    occupation: Slug
    luck_sign: Slug
    luck_at_birth: Annotated[int, Field(ge=0, le=24)]
    abilities: dict[Ability, Score]
    hp: Annotated[int, Field(ge=0)]
    hp_most: Annotated[int, Field(ge=1)]
    speed: Annotated[int, Field(ge=0)] = 30
    money: Annotated[int, Field(ge=0)] = 0
    items: tuple[Item, ...] = ()
    effects: tuple[ActiveEffect, ...] = ()
    spells: tuple[KnownSpell, ...] = ()
    lucky_weapon: Slug | None = None
    skills: dict[ThiefSkill, int] = {}
    displeasure: Annotated[int, Field(ge=1, le=20)] = 1
    bleeding: Annotated[int, Field(ge=0)] | None = None
    died_at: int | None = None
    choices: tuple[str, ...] = ()

    @property
    def is_dead(self) -> bool:
        """True once nothing but a miracle, a rewind or a body found in time brings them back."""
        return self.died_at is not None

    @property
    def is_up(self) -> bool:
        """Whether they can do anything at all: alive, and not bleeding out."""
        return self.died_at is None and self.bleeding is None and self.hp > 0

    def in_short(self) -> dict[str, Scalar]:
        """What a storyteller has to know of it: not the numbers that only dice need."""
        short: dict[str, Scalar] = {
            "class": self.class_id or self.occupation,
            "level": self.level,
            "hp": f"{self.hp}/{self.hp_most}",
            "in_hand": ", ".join(item.name for item in self.items if item.is_worn) or None,
            "effects": ", ".join(effect.name for effect in self.effects) or None,
            "condition": "dead" if self.is_dead else "dying" if self.bleeding is not None else None,
        }
        return {key: value for key, value in short.items() if value is not None}
