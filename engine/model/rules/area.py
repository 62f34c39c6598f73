"""What an adventure under rules says of a place: what can be tried, what hurts, who waits, what lies there.

Doors, hazards and whatever else is so or not so are world flags.
"""

from typing import Annotated, Literal

from pydantic import Field

from engine.model.noun import Label, Noun
from engine.model.pack_words import Condition, Line, Prose, Slug, Words
from engine.model.rules.consequence import Consequence
from engine.model.rules.terms import Ability, Dc, DiceText, RollKind, Save, ThiefSkill
from engine.model.suggestion import RiskLevel

Tries = Literal["once", "once-each", "always"]


class Modifier(Noun):
    """A bonus to a check while something holds: a flag, an item that is carried."""

    when: Condition = Condition()
    has_item: Slug | None = None
    bonus: int


class Check(Noun):
    """Something that can be tried here. Exactly one of ability, skill, save says with what.

    words: what a player calls it. when: it can be tried while this holds. tries: by the party once, by each
    once, or as often as they like. helpers: how many others may help, +2 each. kind: of roll, for effects
    that count only for some. is_noisy: wakes what noise wakes. needs_item: kind that must be carried.
    label, text: as a suggestion. passes_with: item kind that makes it succeed without a roll.
    """

    id: Slug
    name: Line
    words: Words
    ability: Ability | None = None
    skill: ThiefSkill | None = None
    save: Save | None = None
    dc: Dc
    modifiers: tuple[Modifier, ...] = ()
    when: Condition = Condition()
    tries: Tries = "once-each"
    helpers: Annotated[int, Field(ge=0, le=5)] = 0
    kind: RollKind = "check"
    trained: tuple[Slug, ...] = ()
    """Occupations and classes that roll the whole action die; empty: all do, else others roll d10."""
    is_noisy: bool = False
    needs_item: Slug | None = None
    passes_with: Slug | None = None
    minutes: Annotated[int, Field(ge=0, le=240)] = 10
    label: Label
    text: Line
    risk_level: RiskLevel = "low"
    on_success: Consequence
    on_fail: Consequence


class Hazard(Noun):
    """What happens by itself. on: entering, leaving, noise, the end of each round or turn.

    when: only while this holds; once: never again after the first time. least: people who must be there.
    attack: it strikes at one of them instead of everybody.
    """

    id: Slug
    name: Line
    on: Literal["enter", "leave", "noise", "turn", "round"]
    when: Condition = Condition()
    once: bool = False
    least: Annotated[int, Field(ge=1, le=6)] = 1
    attack_bonus: int | None = None
    consequence: Consequence


class Encounter(Noun):
    """Creatures of one kind that belong here. count: dice, rolled when the party first meets them.

    on: when they notice the party: at once on entering, on noise, or when something wakes them (`wakes`).
    peace: a check with this id (or an item that is used) lets them be; each_round: so many more join a round.
    """

    id: Slug
    kind: Slug
    count: DiceText = "1"
    on: Literal["enter", "noise", "waked"] = "enter"
    when: Condition = Condition()
    each_round: DiceText | None = None
    is_friendly: bool = False
    distance_ft: Annotated[int, Field(ge=5, le=300)] = 20
    """How far off they are when they notice the party."""
    text: Prose
    """Told when they notice the party."""
    on_over: Consequence | None = None
    """When none of them fights any more."""


class Treasure(Noun):
    """Something that lies here. is_hidden: until a consequence reveals it. when: it can be taken now."""

    id: Slug
    item: Slug
    quantity: DiceText = "1"
    is_hidden: bool = False
    when: Condition = Condition()
    on_take: Consequence | None = None


class Passage(Noun):
    """Rules of a way out of here, beside the scene's own exit. locked_by: item kind that opens it.

    check: of this scene, that has to be passed once before the way is open (its flag), or each time.
    """

    to: Slug
    minutes: Annotated[int, Field(ge=0, le=480)] = 10
    is_secret: bool = False
    check: Slug | None = None
    locked_by: Slug | None = None


class ItemUse(Noun):
    """What comes of using a thing here. times: so many uses it takes; is_noisy: it wakes what noise wakes."""

    item: Slug
    words: tuple[Line, ...] = ()
    when: Condition = Condition()
    times: Annotated[int, Field(ge=1, le=9)] = 1
    is_noisy: bool = False
    is_used_up: bool = False
    label: Label
    text: Line
    consequence: Consequence


class Award(Noun):
    """Experience that is due once, for every survivor, when `when` holds. reason: as it is told."""

    id: Slug
    xp: Annotated[int, Field(ge=0, le=4)]
    reason: Line
    when: Condition


class AreaRules(Noun):
    """The rules of one scene. number: on the map. is_dark: without light checks are at -1d."""

    number: str = ""
    is_dark: bool = False
    passages: tuple[Passage, ...] = ()
    checks: tuple[Check, ...] = ()
    hazards: tuple[Hazard, ...] = ()
    encounters: tuple[Encounter, ...] = ()
    treasure: tuple[Treasure, ...] = ()
    uses: tuple[ItemUse, ...] = ()
    awards: tuple[Award, ...] = ()
    secrets: tuple[Line, ...] = ()
    """For the DM and, in short, the narrator."""


class Countdown(Noun):
    """Something that comes nearer while a flag holds: so many rounds, then what happens each round after."""

    id: Slug
    name: Line
    during: Condition
    scenes: tuple[Slug, ...] = ()
    """It counts only while the party is in one of these; empty = anywhere."""
    rounds: Annotated[int, Field(ge=1, le=60)]
    lines: tuple[Line, ...] = ()
    """Told as it comes nearer, one a round."""
    then: Consequence


class AreaState(Noun):
    """What has become of an area. Doors and hazards are world flags; this is what flags cannot hold.

    tried: by check id, who has tried. taken, found: treasure ids. met: encounter ids whose count was rolled.
    spent: hazards that are over. notes: a DM's.
    """

    tried: dict[str, tuple[str, ...]] = {}
    taken: tuple[str, ...] = ()
    found: tuple[str, ...] = ()
    met: tuple[str, ...] = ()
    spent: tuple[str, ...] = ()
    notes: str = ""
