"""A process that plays turn after turn until it is killed; it prints what was kept, after it was kept.

Started by `test_kill.py` as `python -m tests.bot.adapters.database.restless_writer ADDRESS`.
"""

import asyncio
import sys

from bot.adapters.database import open_store
from bot.adapters.system import SystemClock, SystemEntropy
from tests.contracts import store_samples as sample


async def play(url: str) -> None:
    """A game whose turns never end."""
    async with await open_store(url, SystemClock(), SystemEntropy()) as store:
        await store.add_session(sample.session())
        parent = None
        for number in range(1_000_000):
            await store.put_action(sample.action(f"m{number}"))
            turn = sample.turn(f"t{number}", parent, number, f"m{number}")
            game = await store.begin_turn(await store.session("game"), turn)
            await store.save_turn(turn.model_copy(update={"status": "resolved"}))
            told = turn.model_copy(update={"status": "narrated", "narrative": f"Words of {number}. " * 50})
            await store.save_turn(told)
            done = told.model_copy(update={"status": "done"})
            await store.end_turn(sample.after(game, done), done)
            sys.stdout.write(f"{number}\n")
            sys.stdout.flush()
            parent = turn.id


if __name__ == "__main__":
    asyncio.run(play(sys.argv[1]))
