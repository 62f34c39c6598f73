"""What the engine is put together from: the ports, the game masters, and the surface that it plays for."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Literal, Protocol

from engine.gamemaster import Brief, GameMaster, models_of
from engine.model.noun import Surface
from engine.model.session import GameSettings, NarratorKind
from engine.ports import Announcer, Clock, Entropy, LanguageModel, Library, Store
from engine.rulesets.registry import SHIPPED, Rulesets


def _unknown(_: GameSettings) -> float | None:
    return None


async def _has_room(_: Brief) -> None:
    return None


async def _stays(_: str) -> None:
    return None


def _unnoticed(_: str) -> None:
    return None


@dataclass(frozen=True)
class WhoTells:
    """Who tells the turns for which a model is asked: the model, or the offline game master in its place.

    since: since when the model has been out of reach; null while it tells. reason: key below `errors.` of
    what was wrong with it, "" while it tells.
    """

    teller: Literal["model", "offline"] = "model"
    since: datetime | None = None
    reason: str = ""


class Host(Protocol):
    """What is known of the machine that the model runs on."""

    def telling(self) -> WhoTells:
        """Who would tell a turn now."""
        ...

    async def look(self) -> None:
        """See at once whether a host that was away is back. Raises ModelError if it is not."""
        ...

    async def close(self) -> None:
        """Look no more."""
        ...


class _AlwaysThere:
    """A host that nobody watches."""

    def telling(self) -> WhoTells:
        return WhoTells()

    async def look(self) -> None:
        return None

    async def close(self) -> None:
        return None


@dataclass(frozen=True)
class Masters:
    """The two game masters, and the server behind the first.

    expected_s: how long a whole narrative takes with these settings, or null if nothing was measured yet.
    host: whether that server answers at all. fits: raises WindowTooSmall for a game whose prompts would leave
    no room in the model's window. release: lets a model leave the server's memory; raises ModelError.
    asked_beside: hears that this model is asked for something beside play, so that others may be unloaded.
    """

    model: GameMaster
    offline: GameMaster
    language_model: LanguageModel
    expected_s: Callable[[GameSettings], float | None] = _unknown
    host: Host = field(default_factory=_AlwaysThere)
    fits: Callable[[Brief], Awaitable[None]] = _has_room
    release: Callable[[str], Awaitable[None]] = _stays
    asked_beside: Callable[[str], None] = _unnoticed

    def teller(self, narrator: NarratorKind) -> GameMaster:
        """Who tells and writes down under this narrator; a human's words are written down by the model."""
        return self.offline if narrator == "scripted" else self.model

    def telling(self) -> WhoTells:
        """Who tells now where the narrator is a model: for `/game status` and whoever else asks."""
        return self.host.telling()

    async def check(self, brief: Brief) -> None:
        """Before a game begins: raises ModelError if its narrator needs a model that cannot tell it.

        brief: of the opening. A model of a turn is not there, does not answer, or has too small a window.
        """
        settings = brief.settings
        if settings.narrator in {"ai", "draft"}:
            await self.host.look()
            for model in models_of(settings, brief.ruleset):
                await self.language_model.show(model)
            await self.fits(brief)


@dataclass(frozen=True)
class Options:
    """Limits of this process. gather_s: overrides every game's own, or null.

    sleeps_after: without an action for so long a table falls asleep; null = never.
    """

    gather_s: float | None = None
    announce_limit_s: float = 120.0
    store_retry_s: float = 2.0
    sleeps_after: timedelta | None = timedelta(hours=4)


@dataclass(frozen=True)
class Parts:
    """One surface's engine: its outside world, its limits, and the rules that its games may be played by."""

    surface: Surface
    store: Store
    library: Library
    clock: Clock
    entropy: Entropy
    masters: Masters
    announcer: Announcer
    options: Options = field(default_factory=Options)
    rulesets: Rulesets = SHIPPED
