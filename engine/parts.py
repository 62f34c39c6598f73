"""What the engine is put together from: the ports, the game masters, and the surface that it plays for."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Literal, Protocol

from engine.gamemaster import GameMaster
from engine.model.noun import Surface
from engine.model.session import GameSettings, NarratorKind
from engine.ports import Announcer, Clock, Entropy, LanguageModel, Library, Store


def _unknown(_: GameSettings) -> float | None:
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
    host: whether that server answers at all.
    """

    model: GameMaster
    offline: GameMaster
    language_model: LanguageModel
    expected_s: Callable[[GameSettings], float | None] = _unknown
    host: Host = field(default_factory=_AlwaysThere)

    def teller(self, narrator: NarratorKind) -> GameMaster:
        """Who tells and writes down under this narrator; a human's words are written down by the model."""
        return self.offline if narrator == "scripted" else self.model

    def telling(self) -> WhoTells:
        """Who tells now where the narrator is a model: for `/game status` and whoever else asks."""
        return self.host.telling()

    async def check(self, settings: GameSettings) -> None:
        """Before a game begins: raises ModelError if its narrator needs a model that does not answer."""
        if settings.narrator in {"ai", "draft"}:
            await self.host.look()
            await self.language_model.show(settings.model)


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
    """One surface's engine: its outside world and its limits."""

    surface: Surface
    store: Store
    library: Library
    clock: Clock
    entropy: Entropy
    masters: Masters
    announcer: Announcer
    options: Options = field(default_factory=Options)
