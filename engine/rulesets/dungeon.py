"""A classic dungeon crawl: dice decide, the engine counts, the storyteller tells what they came to."""

from engine.rules.refereeing import DungeonReferee
from engine.tool import Caller, Offer, Ruleset
from engine.tools.ability_check import AbilityCheck
from engine.tools.award_xp import AwardXp
from engine.tools.combat import Combat
from engine.tools.movement import Movement
from engine.tools.roll_dice import RollDice
from engine.tools.saving_throw import SavingThrow
from engine.tools.update_inventory import UpdateInventory
from engine.tools.update_quest import UpdateQuest

_ALL: frozenset[Caller] = frozenset({"model", "player", "dm"})
_NOT_PLAYERS: frozenset[Caller] = frozenset({"model", "dm"})

DUNGEON = Ruleset(
    "dungeon",
    (
        Offer(RollDice, _ALL),
        Offer(Combat, _ALL | {"world"}),
        Offer(AbilityCheck, _ALL),
        Offer(SavingThrow, _ALL),
        Offer(Movement, _ALL),
        Offer(UpdateInventory, _ALL),
        Offer(AwardXp, _NOT_PLAYERS),
        Offer(UpdateQuest, _NOT_PLAYERS),
    ),
    owns=frozenset({"position"}),
    referee=DungeonReferee,
    has_sheets=True,
)
"""Its book comes with the data; see `Rulesets`."""
