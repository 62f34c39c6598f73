"""Who runs the game: resolve what can be settled, tell it, write it down. Two of them, one protocol."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Protocol

from engine.model.action import MergedAction
from engine.model.adventure import Adventure
from engine.model.session import GameSettings, model_for
from engine.model.state import GameState
from engine.model.turn import Resolution, ToolPlan, Turn
from engine.model.update import StateUpdate
from engine.model.usage import Usage
from engine.model.uses import ModelUse
from engine.tool import WITHOUT_RULES, Ruleset

RECENT_TURNS = 12
"""How many told turns a brief carries; the prompt's log takes at most the newest 8 of them."""


@dataclass(frozen=True, eq=False)
class Brief:
    """All that a game master may know when it takes a turn; one brief serves all requests of the turn.

    state: before the turn's own changes. number: the turn's depth, 0 = opening. recent: the turns before
    it along the log, oldest first, at most RECENT_TURNS. actions: empty for the opening and for `prepare`.
    ruleset: what the adventure is played by.
    """

    session_id: str
    turn_id: str
    number: int
    seed: int
    settings: GameSettings
    adventure: Adventure
    state: GameState
    recent: tuple[Turn, ...]
    actions: tuple[MergedAction, ...]
    ruleset: Ruleset = WITHOUT_RULES


def uses_of(settings: GameSettings, ruleset: Ruleset) -> tuple[ModelUse, ...]:
    """What a model is asked for in a turn of such a game, in order; nothing where the adventure tells."""
    if settings.narrator == "scripted":
        return ()
    uses: list[ModelUse] = ["rules"] if ruleset.tools("model") else []
    if settings.narrator != "human":
        uses.append("storytelling")
    return (*uses, "record")


def models_of(settings: GameSettings, ruleset: Ruleset) -> tuple[str, ...]:
    """The different models that a turn of such a game asks, the first one first."""
    return tuple(dict.fromkeys(model_for(settings, use) for use in uses_of(settings, ruleset)))


def first_use(settings: GameSettings, ruleset: Ruleset, *, is_opening: bool) -> ModelUse | None:
    """What a model is asked for first in a turn; before an opening nobody has acted. Null: for nothing."""
    return next((u for u in uses_of(settings, ruleset) if not (is_opening and u == "rules")), None)


@dataclass(frozen=True)
class Planned:
    """A plan and what it cost."""

    plan: ToolPlan
    usage: tuple[Usage, ...] = ()


@dataclass(frozen=True)
class Telling:
    """A piece of narrative; the last piece may be empty and carries the usage and what the model saw."""

    text: str = ""
    usage: Usage | None = None
    seen: str = ""


@dataclass(frozen=True)
class Recording:
    """How far the record has been read. update: members that are closed so far; whole in the last one."""

    update: StateUpdate
    is_last: bool = False
    usage: tuple[Usage, ...] = ()
    warnings: tuple[str, ...] = ()


class GameMaster(Protocol):
    """Keeps nothing between calls: each is a function of the brief, and of what has been settled since."""

    async def resolve(self, brief: Brief) -> Planned:
        """Tools to use before anything is told; no calls in a pure story. Raises ModelError."""
        ...

    def narrate(self, brief: Brief, resolution: Resolution) -> AsyncIterator[Telling]:
        """The narrative as it comes. Raises ModelError; StreamBroke if words had come already."""
        ...

    def record(self, brief: Brief, resolution: Resolution, narrative: str) -> AsyncIterator[Recording]:
        """What the narrative changed. Raises ModelError, Unreadable after its own corrective try."""
        ...

    async def prepare(self, brief: Brief) -> tuple[Usage, ...]:
        """Evaluate what the next turn's prompt begins with, while nobody speaks. Safe to cancel."""
        ...
