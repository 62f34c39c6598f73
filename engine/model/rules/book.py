"""The rulebook: classes, things, spells and tables, in one language, as the data of the ruleset has them."""

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import Field

from engine.model.noun import Language, Noun
from engine.model.pack_words import Line, Prose, Slug, Words
from engine.model.rules.active_effect import ActiveEffect
from engine.model.rules.item import ItemKind
from engine.model.rules.terms import Ability, Alignment, ClassId, DiceText, RollKind, Save, ThiefSkill

SpellSide = Literal["arcane", "divine"]
SpellTarget = Literal["self", "ally", "creature", "creatures", "place", "anyone"]


class LevelRow(Noun):
    """What a class has at a level. attack: the bonus; deed: the die in its place (warrior, dwarf).

    threat: lowest natural roll that is critical. action_dice: first is the main one. is_ours: not in any
    source, went on in the step of levels 1 to 3. spells: how many are known, and up to which level.
    """

    level: Annotated[int, Field(ge=1, le=10)]
    attack: int = 0
    deed: DiceText | None = None
    crit_die: DiceText
    crit_table: Slug
    threat: int = 20
    saves: dict[Save, int]
    action_dice: tuple[DiceText, ...] = ("1d20",)
    luck_die: DiceText | None = None
    spells: int = 0
    spell_level: int = 0
    second_spells: int = 0
    sneak_and_hide: int = 0
    is_ours: bool = False


class ClassRules(Noun):
    """A class. skills: by alignment, by skill, one bonus for each level from 1 (thief). titles: by level."""

    id: ClassId
    name: Line
    text: Prose
    hit_die: DiceText
    speed: int = 30
    casting: Ability | None = None
    side: SpellSide | None = None
    levels: Annotated[tuple[LevelRow, ...], Field(min_length=10, max_length=10)]
    weapons: tuple[Slug, ...] = ()
    """Item kinds that this class is trained with; others are used at -1d."""
    skills: dict[Alignment, dict[ThiefSkill, tuple[int, ...]]] = {}
    scroll_dice: dict[Alignment, tuple[DiceText, ...]] = {}
    skill_abilities: dict[ThiefSkill, Ability] = {}


class Occupation(Noun):
    """What somebody was before. race: dwarf, elf and halfling ones force that class."""

    id: Slug
    name: Line
    low: Annotated[int, Field(ge=1, le=100)]
    high: Annotated[int, Field(ge=1, le=100)]
    race: Literal["human", "dwarf", "elf", "halfling"] = "human"
    weapon: Slug
    goods: Line
    trained_in: tuple[Line, ...] = ()
    """Words of what such people know; a check about it rolls the whole die."""


class LuckSign(Noun):
    """A sign under which somebody was born: one kind of roll has the luck modifier of birth for life."""

    id: Slug
    name: Line
    text: Line
    roll: Annotated[int, Field(ge=1, le=30)]
    kind: RollKind


class TableRow(Noun):
    """A row of a table. low, high: totals it counts for, null = no end on that side.

    extra: damage besides. effect: upon the victim (on the roller where `on_self`). save: to turn the effect
    away, against dc.
    """

    id: Slug
    low: int | None = None
    high: int | None = None
    text: Prose
    extra: DiceText | None = None
    effect: ActiveEffect | None = None
    save: Save | None = None
    dc: int | None = None
    on_self: bool = False
    drops_weapon: bool = False
    hits_ally: bool = False
    loses_action: bool = False
    again: bool = False
    """Roll twice more and take both."""


class RollTable(Noun):
    """A table. Its rows cover every whole number once, without gap or overlap, open at both ends."""

    id: Slug
    name: Line
    rows: Annotated[tuple[TableRow, ...], Field(min_length=2)]

    def row(self, total: int) -> TableRow:
        """The row for a total; there is one for each."""
        return next(
            row
            for row in self.rows
            if (row.low is None or row.low <= total) and (row.high is None or total <= row.high)
        )


class SpellResult(Noun):
    """A band of a spell's result table. text: what is seen and done, with the blanks {caster} and {target}.

    damage, heals: dice, `_per_level` added per caster level. targets: how many at most. effect: upon each
    target. save: of each target. is_failure: nothing happens; is_lost: the spell is gone for the day.
    wakes_noise: it is loud. light: for so many minutes.
    """

    low: int | None = None
    high: int | None = None
    text: Prose
    damage: DiceText | None = None
    damage_kind: Slug | None = None
    damage_per_level: int = 0
    heals: DiceText | None = None
    heals_per_level: int = 0
    targets: Annotated[int, Field(ge=1, le=40)] = 1
    effect: ActiveEffect | None = None
    save: Save | None = None
    dc: int | None = None
    half_on_save: bool = False
    is_failure: bool = False
    is_lost: bool = False
    is_noisy: bool = False
    light_minutes: int = 0
    sends_away: bool = False
    """Targets flee or fall asleep out of the fight."""


class Spell(Noun):
    """A spell. results: bands for every total, as in a RollTable. misfires: by d4, for a natural 1."""

    id: Slug
    name: Line
    words: Words
    side: SpellSide
    level: Annotated[int, Field(ge=1, le=5)]
    text: Prose
    target: SpellTarget
    range_ft: int = 30
    results: Annotated[tuple[SpellResult, ...], Field(min_length=8)]
    misfires: Annotated[tuple[TableRow, ...], Field(max_length=6)] = ()

    def result(self, total: int) -> SpellResult:
        """The band for a total; there is one for each."""
        return next(
            band
            for band in self.results
            if (band.low is None or band.low <= total) and (band.high is None or total <= band.high)
        )


class DeedBand(Noun):
    """What a deed does from this number on the deed die upwards."""

    least: Annotated[int, Field(ge=3, le=10)]
    text: Prose
    effect: ActiveEffect | None = None
    save: Save | None = None
    dc: int | None = None
    on_self: bool = False
    """The effect is upon whoever did the deed."""
    moves_ft: int = 0
    rallies: bool = False


class DeedRules(Noun):
    """One kind of deed; bands by what the die shows, lowest first."""

    id: Slug
    name: Line
    words: Words
    bands: Annotated[tuple[DeedBand, ...], Field(min_length=4)]


class RuleBook(Noun):
    """All of it. tables: critical hits, fumbles, displeasure, warping by severity, quirks, turning.

    names: for new characters, by sound ("human", "dwarf", "elf", "halfling"). words: short names of what the
    rules themselves give, by id ("scar", "guarding").
    """

    language: Language
    classes: Mapping[ClassId, ClassRules] = {}
    items: Mapping[str, ItemKind] = {}
    occupations: tuple[Occupation, ...] = ()
    signs: tuple[LuckSign, ...] = ()
    names: Mapping[str, tuple[Line, ...]] = {}
    words: Mapping[str, Line] = {}
    spells: Mapping[str, Spell] = {}
    tables: Mapping[str, RollTable] = {}
    deeds: Mapping[str, DeedRules] = {}
