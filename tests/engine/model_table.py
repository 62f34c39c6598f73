"""A table at a scripted model, for what the model game master says to it and hears from it."""

import json
from collections.abc import AsyncIterator
from typing import TypeVar

from engine.asking.pace import Paces
from engine.asking.requests import Limits
from engine.gamemaster import Recording, Telling
from engine.model.turn import Resolution
from engine.model.update import SituationUpdate, StateUpdate, SuggestedMove
from engine.model_gm import ModelGameMaster
from engine.model_request import ModelFacts
from tests.engine.briefs import CELLAR_INN, brief
from tests.fakes.clock import FakeClock
from tests.fakes.entropy import SeededEntropy
from tests.fakes.language_model import Reply, ScriptedModel
from tests.fakes.one_book import OneBookLibrary

T = TypeVar("T")

STORY = "The rain falls. A door creaks."
MOVES = (SuggestedMove(label="Knock", text="Knock."), SuggestedMove(label="Wait", text="Wait."))
UPDATE = StateUpdate(suggestions=MOVES, updated_situation=SituationUpdate(current_scene="Wet."))
WRITTEN = json.dumps(UPDATE.model_dump(mode="json"))
PIECES = [WRITTEN[at : at + 7] for at in range(0, len(WRITTEN), 7)]


class Table:
    """A game master at a model that says what the test wrote, and what came of it."""

    def __init__(
        self, *replies: Reply, facts: ModelFacts | None = None, limits: Limits | None = None
    ) -> None:
        self.clock = FakeClock(instant=True)
        self.model = ScriptedModel(replies, clock=self.clock, facts=(facts,) if facts else None)
        self.paces = Paces()
        self.gm = ModelGameMaster(
            self.model, OneBookLibrary(CELLAR_INN), self.paces, self.clock, SeededEntropy(), limits
        )
        self.told: list[Telling] = []
        self.recorded: list[Recording] = []

    async def narrate(self) -> str:
        """The whole story. Raises what narrate raises; `told` has what came before."""
        await _into(self.told, self.gm.narrate(brief(), Resolution()))
        return "".join(telling.text for telling in self.told)

    async def record(self) -> Recording:
        """The last recording."""
        await _into(self.recorded, self.gm.record(brief(), Resolution(), STORY))
        return self.recorded[-1]


async def _into(kept: list[T], stream: AsyncIterator[T]) -> None:
    async for piece in stream:
        kept.append(piece)
