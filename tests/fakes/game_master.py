"""A game master that says what the test wrote."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Sequence

from engine.errors import ModelError
from engine.gamemaster import Brief, Planned, Recording, Telling
from engine.model.turn import Resolution, ToolPlan
from engine.model.update import StateUpdate
from engine.model.usage import Usage

Said = str | ModelError
Read = StateUpdate | ModelError


class ScriptedMaster:
    """Implements `engine.gamemaster.GameMaster`; keeps every brief that it got, by step.

    narratives: for each telling what comes, piece by piece; an error in its place is raised there. When
    the script is at its end, tellings are "Turn <number> is told.", and records and plans are empty.
    """

    def __init__(
        self,
        narratives: Sequence[Sequence[Said]] = (),
        updates: Sequence[Sequence[Read]] = (),
        plans: Sequence[ToolPlan | ModelError] = (),
    ) -> None:
        self.plans = deque(plans)
        self.narratives = deque(narratives)
        self.updates = deque(updates)
        self.resolved: list[Brief] = []
        self.narrated: list[Brief] = []
        self.recorded: list[tuple[Brief, str]] = []
        self.prepared: list[Brief] = []
        self._held: dict[str, asyncio.Event] = {}

    def hold(self, step: str) -> asyncio.Event:
        """The step ("narrate", "record") waits at its beginning until this event is set."""
        return self._held.setdefault(step, asyncio.Event())

    async def resolve(self, brief: Brief) -> Planned:
        if not brief.actions:
            return Planned(ToolPlan())
        self.resolved.append(brief)
        plan = self.plans.popleft() if self.plans else ToolPlan()
        if isinstance(plan, ModelError):
            raise plan
        return Planned(plan)

    async def narrate(self, brief: Brief, resolution: Resolution) -> AsyncIterator[Telling]:
        self.narrated.append(brief)
        await self._wait("narrate")
        script = self.narratives.popleft() if self.narratives else (f"Turn {brief.number} is told.",)
        for said in script:
            if isinstance(said, ModelError):
                raise said
            yield Telling(text=said)
        yield Telling(usage=Usage(purpose="narrate", model="scripted"), seen="what it saw")

    async def record(self, brief: Brief, resolution: Resolution, narrative: str) -> AsyncIterator[Recording]:
        self.recorded.append((brief, narrative))
        await self._wait("record")
        script = self.updates.popleft() if self.updates else (StateUpdate(),)
        for number, read in enumerate(script, 1):
            if isinstance(read, ModelError):
                raise read
            yield Recording(update=read, is_last=number == len(script))

    async def prepare(self, brief: Brief) -> tuple[Usage, ...]:
        self.prepared.append(brief)
        return ()

    async def _wait(self, step: str) -> None:
        if step in self._held:
            await self._held[step].wait()
