"""Creatures: what a kind of them can do, and one of them in the game."""

from typing import Annotated, Literal

from pydantic import Field

from engine.model.noun import Noun
from engine.model.pack_words import Line, Prose, Slug, Words
from engine.model.rules.active_effect import ActiveEffect
from engine.model.rules.consequence import Consequence
from engine.model.rules.terms import Alignment, DiceText, Save, Trait

Tactics = Literal["nearest", "weakest", "strongest", "same", "grabs", "stays"]
"""Whom a creature goes for: whoever stands first in the order; lowest hit points; highest; whom it hit last;
whoever is not held yet; only who comes to it."""
Standing = Literal["waiting", "hostile", "friendly", "fled", "at_rest", "dead"]
"""waiting: has not noticed anybody. at_rest: laid to rest without a fight."""


class CreatureAttack(Noun):
    """One way to hurt. on_hit: what comes with the damage. reach_ft: hand to hand; range: with missiles."""

    name: Line
    bonus: Annotated[int, Field(ge=-10, le=30)] = 0
    damage: DiceText
    reach_ft: Annotated[int, Field(ge=5, le=120)] = 5
    on_hit: Consequence | None = None


class CreatureKind(Noun):
    """What all creatures of a kind share. hp: fixed, else rolled from `hit_dice`.

    immune: saves that it always makes. morale: false for those that never flee. double_from, half_from:
    words of damage ("sound", "plain-blade", "water") that count double or half. on_death: when it falls.
    ends_fight: when it falls, the others of its encounter fall too. crit: die and table for its natural 20,
    else by its traits. moves_near: feet a round. steps: how many of its encounter join in each round
    (dice), null = all at once.
    """

    id: Slug
    name: Line
    plural: Line
    words: Words
    looks: Prose
    initiative: int = 0
    attacks: Annotated[tuple[CreatureAttack, ...], Field(min_length=1)]
    ac: Annotated[int, Field(ge=5, le=30)]
    hit_dice: DiceText
    hp: Annotated[int, Field(ge=1)] | None = None
    speed: Annotated[int, Field(ge=0)] = 30
    action_dice: tuple[DiceText, ...] = ("1d20",)
    saves: dict[Save, int] = {}
    immune: tuple[Save, ...] = ()
    alignment: Alignment = "neutral"
    traits: tuple[Trait, ...] = ()
    tactics: Tactics = "nearest"
    morale: bool = True
    crit_die: DiceText | None = None
    crit_table: Slug | None = None
    double_from: tuple[Slug, ...] = ()
    half_from: tuple[Slug, ...] = ()
    on_death: Consequence | None = None
    ends_fight: bool = False
    blow_lines: Annotated[tuple[Line, ...], Field(max_length=8)] = ()
    """How its blow is told offline, with the blanks {who} and {whom}; none = the locale's."""


class Creature(Noun):
    """One creature. encounter: of the area's data that brought it; "" = by a DM's word.

    kind: of the adventure; made_up: its own kind, where a DM made one by hand. came_in: round in which it
    joins.
    """

    id: str
    kind: Slug
    name: Line
    scene_id: str | None
    encounter: str = ""
    hp: Annotated[int, Field(ge=0)]
    hp_most: Annotated[int, Field(ge=1)]
    standing: Standing = "waiting"
    effects: tuple[ActiveEffect, ...] = ()
    made_up: CreatureKind | None = None
    target_id: str = ""
    """Whom it last went for."""
    distance_ft: Annotated[int, Field(ge=0)] = 5
    """From the party; hand to hand at 5."""
