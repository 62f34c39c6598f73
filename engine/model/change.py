"""All changes as one type, read from what was stored by this version or an older one."""

from collections.abc import Callable, Mapping
from typing import Annotated, Any, TypeAlias

from pydantic import BeforeValidator, Field, TypeAdapter

from engine.model.changes.cast import (
    CharacterActed,
    CharacterAdded,
    CharacterHandedOver,
    CharacterMoved,
    CharacterRemoved,
    KnowledgeGained,
    MemoryFaded,
    MoodSet,
    RelationshipSet,
    StatusSet,
)
from engine.model.changes.dungeon import (
    AreaChanged,
    AwardGiven,
    ClockSet,
    CreatureAdded,
    CreatureHurt,
    CreatureRemoved,
    CreatureSet,
    FightSet,
    QuestChanged,
    RulingMade,
    RulingUsed,
    TimePassed,
)
from engine.model.changes.memory import LineDrawn, LogTrimmed, SteeringSet, SuggestionsSet, VeilDrawn
from engine.model.changes.rolls import DiceRolled
from engine.model.changes.seats import ActiveCharacterSet, SeatAway, SeatLeft, SeatPlain, SeatTaken
from engine.model.changes.sheets import (
    AbilityChanged,
    ChoicesSet,
    DispleasureSet,
    DyingSet,
    EffectEnded,
    EffectGiven,
    HitPointsChanged,
    ItemAdded,
    ItemRemoved,
    ItemWorn,
    MoneyChanged,
    SheetSet,
    SpellsSet,
    XpAwarded,
)
from engine.model.changes.situation import (
    EndingReached,
    FlagSet,
    PressuresSet,
    SceneDescribed,
    SceneSet,
    SettingWritten,
    ThreadClosed,
    ThreadOpened,
    TimelineAppended,
    TimelineFaded,
)

Change: TypeAlias = (
    SettingWritten
    | SceneSet
    | SceneDescribed
    | TimelineAppended
    | TimelineFaded
    | ThreadOpened
    | ThreadClosed
    | PressuresSet
    | FlagSet
    | EndingReached
    | CharacterAdded
    | CharacterRemoved
    | CharacterHandedOver
    | CharacterMoved
    | CharacterActed
    | MoodSet
    | StatusSet
    | KnowledgeGained
    | MemoryFaded
    | RelationshipSet
    | SeatTaken
    | SeatLeft
    | SeatAway
    | SeatPlain
    | SuggestionsSet
    | LogTrimmed
    | SteeringSet
    | LineDrawn
    | VeilDrawn
    | ActiveCharacterSet
    | SheetSet
    | HitPointsChanged
    | DyingSet
    | AbilityChanged
    | XpAwarded
    | MoneyChanged
    | ItemAdded
    | ItemRemoved
    | ItemWorn
    | SpellsSet
    | DispleasureSet
    | ChoicesSet
    | EffectGiven
    | EffectEnded
    | CreatureAdded
    | CreatureRemoved
    | CreatureHurt
    | CreatureSet
    | FightSet
    | AreaChanged
    | QuestChanged
    | AwardGiven
    | TimePassed
    | ClockSet
    | RulingMade
    | RulingUsed
    | DiceRolled
)

Stored: TypeAlias = dict[str, Any]
"""A change as it lies in the store: JSON, written by this version or an older one."""
Upgrade: TypeAlias = Callable[[Stored], Stored]
UPGRADES: Mapping[tuple[str, int], Upgrade] = {}
"""(kind, version found) to what makes it one version newer; applied until none is left."""


def upgraded(raw: Any, upgrades: Mapping[tuple[str, int], Upgrade] = UPGRADES) -> Any:
    """A stored change in today's form. Anything that is not a dict is left to the validator."""
    while isinstance(raw, dict) and (step := upgrades.get((raw.get("kind", ""), raw.get("v", 1)))):
        raw = step(raw)
    return raw


def _today(raw: Any) -> Any:
    return upgraded(raw)


AnyChange = Annotated[Annotated[Change, Field(discriminator="kind")], BeforeValidator(_today)]
"""A change as a field of a stored noun."""

CHANGES: TypeAdapter[tuple[AnyChange, ...]] = TypeAdapter(tuple[AnyChange, ...])
"""Reads and writes a row's list of changes."""
