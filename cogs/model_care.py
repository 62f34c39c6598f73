"""What a process can find out about the models of its machine, and do with them: asked for by /config."""

from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from engine.errors import ModelUnreachable
from engine.model.noun import Language
from engine.model_request import Fetched
from engine.ports import Locale

Verdict = Literal["good", "slow", "scripted", "unmeasured", "unusable"]
"""How it is to play with a model. unmeasured: it works, and its server does not say how fast."""


@dataclass(frozen=True)
class Room:
    """Memory that models need at the same time, and what there is for them.

    needed: bytes by model; 0 = unknown. there: bytes; 0 = it cannot be seen from here.
    """

    needed: tuple[tuple[str, int], ...] = ()
    there: int = 0

    @property
    def all_needed(self) -> int:
        """Bytes of all together; 0 = unknown."""
        sizes = [size for _, size in self.needed]
        return sum(sizes) if sizes and all(sizes) else 0

    @property
    def is_enough(self) -> bool | None:
        """Whether all fit in at once; null if that cannot be told."""
        if not (self.all_needed and self.there):
            return None
        return self.all_needed <= self.there


@dataclass(frozen=True)
class Found:
    """One thing that a check has found, or waits for, as a line. is_kept: it is worth knowing afterwards."""

    line: str
    is_kept: bool = False


@dataclass(frozen=True)
class Judged:
    """How it is to play with a model.

    players: the largest table for which it is good. told_s: seconds until a whole story stands, for that
    table, or for one player where it is good for none; null = not measured.
    """

    model: str
    verdict: Verdict
    players: int = 0
    told_s: float | None = None


@dataclass(frozen=True)
class Check:
    """What is to be checked. language: of the games; locale: of whoever reads what is found."""

    models: Sequence[str]
    language: Language
    locale: Locale


class ModelCare(Protocol):
    """The model server, for an admin."""

    async def room(self, models: Sequence[str]) -> Room:
        """Whether these models can be in memory at the same time. Raises ModelError."""
        ...

    async def check(self, check: Check, hear: Callable[[Found], None]) -> tuple[Judged, ...]:
        """Try each model as a table would; tables go first. `hear` gets each finding at once.

        Raises ModelError where the server itself does not answer.
        """
        ...

    def pull(self, model: str) -> AsyncIterator[Fetched]:
        """Have the server fetch a model; how far it is, again and again. Closing it stops the fetching.

        Raises NoSuchModel, NoRoomForModel, LibraryUnreachable, ServerTooOld, ModelError.
        """
        ...


class NoCare:
    """Where there is no model server to look after."""

    async def room(self, models: Sequence[str]) -> Room:  # noqa: ARG002  the protocol's arguments
        return Room()

    async def check(
        self,
        check: Check,  # noqa: ARG002  the protocol's arguments
        hear: Callable[[Found], None],  # noqa: ARG002  the protocol's arguments
    ) -> tuple[Judged, ...]:
        raise ModelUnreachable

    async def pull(self, model: str) -> AsyncIterator[Fetched]:
        if model:
            raise ModelUnreachable
        yield Fetched("")
