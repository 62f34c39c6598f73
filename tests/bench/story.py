"""A story at a real model server (OLLAMA_HOST): how long until words come, and whether records are read.

Not part of a plain run, because it needs a server: `OLLAMA_HOST=… python -m tests.bench story`.
"""

import asyncio
import os
from pathlib import Path
from time import perf_counter

from bot.adapters.ollama import OllamaModel
from bot.adapters.system import SystemClock
from engine.events import Event, Told
from tests.bench.figures import Figure, at_least, middle
from tests.bench.games import bench, prepared

ACTIONS = (
    "I look around carefully.", "I ask who is in charge here.", "I listen at the nearest door.",
    "I pick up whatever lies on the floor.", "I follow the sound.", "I tell the others to stay close.",
    "I hold up the lamp.", "I ask what happened last night.", "I try the door.", "I wait and watch.",
    "I examine the walls.", "I call out a name.", "I go back the way we came.", "I read the note aloud.",
    "I share my bread with the stranger.", "I climb up for a better view.", "I point at the water.",
    "I ask about the bell.", "I hide behind the crates.", "I make a plan with the others.",
)  # fmt: skip
_PAUSE_S = 6.0
"""How long people think between two turns; reading ahead happens in this time."""


class FirstWord:
    """Notes when a turn's first words came."""

    def __init__(self) -> None:
        self.at: dict[int, float] = {}

    async def announce(self, event: Event) -> None:
        if isinstance(event, Told):
            self.at.setdefault(event.turn.number, perf_counter())


async def measure(folder: Path, *, pause_s: float) -> tuple[list[float], int, int]:
    """Seconds to the first word from turn 3 on; records read; narratives that the model told."""
    surface, clock = FirstWord(), SystemClock()
    model = OllamaModel(os.environ.get("OLLAMA_HOST", "http://127.0.0.1:11434"), clock)
    waited: list[float] = []
    try:
        async with bench(folder, model, surface) as desk:
            session = await desk.game(f"story {pause_s}")
            for number, words in enumerate(ACTIONS, 1):
                await asyncio.sleep(pause_s)
                started = perf_counter()
                await desk.act(session, number, words)
                if number >= 3 and number in surface.at:
                    waited.append(surface.at[number] - started)
            session = await desk.store.session(session.id)
            turns = [t for t in await desk.store.branch(session.head_turn_id, len(ACTIONS)) if t.number]
    finally:
        await model.close()
    return waited, sum(t.is_recorded for t in turns), sum(t.told_by == "model" for t in turns)


def run(folder: Path) -> list[Figure]:
    """Twenty turns with time to think, twenty without."""
    prepared(folder)
    ahead, read, told = asyncio.run(measure(folder, pause_s=_PAUSE_S))
    at_once, _, _ = asyncio.run(measure(folder, pause_s=0.0))
    return [
        at_least(f"records read, of {len(ACTIONS)}", read, 18, "turns"),
        at_least("… narratives told by the model", told, len(ACTIONS), "turns"),
        Figure("first word, read ahead while people think, median", f"{middle(ahead):.2f} s"),
        Figure("first word, everybody acts at once, median", f"{middle(at_once):.2f} s"),
    ]
