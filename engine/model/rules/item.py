"""Things that can be owned: what kinds there are, and what somebody carries."""

from typing import Annotated, Literal

from pydantic import Field

from engine.model.noun import Noun
from engine.model.pack_words import Line, Prose, Slug, Words
from engine.model.rules.terms import DiceText, RollKind, Trait

Slot = Literal["weapon", "armour", "shield", "ring", "light", "scroll", "gear", "treasure", "coin"]


class ItemKind(Noun):
    """A kind of thing, of the rulebook or of an adventure.

    damage, backstab_damage: of a weapon. range_ft: short, medium, long; null = only hand to hand. hands: 1
    or 2. ac, check_penalty, speed, fumble_die: of armour and shields. bonus: what it adds while it is worn
    or used. against: the traits that `bonus` counts against; empty = all. value: in copper. spell: on a
    scroll. carries_light: seen by. breaks: it breaks when dropped. weight_note: shown on the sheet, e.g.
    "slows swimmers".
    """

    id: Slug
    name: Line
    words: Words
    slot: Slot = "gear"
    text: Prose | None = None
    damage: DiceText | None = None
    backstab_damage: DiceText | None = None
    range_ft: tuple[int, int, int] | None = None
    hands: Annotated[int, Field(ge=0, le=2)] = 1
    ac: int = 0
    check_penalty: int = 0
    speed: int = 0
    fumble_die: DiceText | None = None
    bonus: dict[RollKind, int] = {}
    against: tuple[Trait, ...] = ()
    value: Annotated[int, Field(ge=0)] = 0
    spell: Slug | None = None
    carries_light: bool = False
    breaks: bool = False
    swim_penalty: Annotated[int, Field(ge=0)] = 0
    """Per piece, on swimming."""


class Item(Noun):
    """Something that somebody carries. id: unique in the game; kind: of the book or of the adventure.

    is_worn: in hand, or put on.
    """

    id: str
    kind: Slug
    name: Line
    quantity: Annotated[int, Field(ge=1, le=100_000)] = 1
    is_worn: bool = False
