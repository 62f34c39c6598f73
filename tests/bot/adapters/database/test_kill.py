"""A process that is killed in the middle of a turn."""

import asyncio
import subprocess
import sys
from pathlib import Path

from bot.adapters.database import SqliteStore, check, open_store, upgrade
from tests.contracts import store_samples as sample
from tests.fakes.clock import FakeClock
from tests.fakes.entropy import SeededEntropy

KILLS = (1, 4, 9, 17, 40)
"""After how many turns each of five processes is killed; how far into the next one is chance."""
STEPS = {"gathered", "resolved", "narrated"}


def killed_after(url: str, turns: int) -> int:
    """Kill -9 after at least so many turns; how many the process said it had kept."""
    with subprocess.Popen(
        [sys.executable, "-m", "tests.bot.adapters.database.restless_writer", url],
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        for line in process.stdout:
            if int(line) + 1 >= turns:
                process.kill()
                break
        return max([turns, *(int(line) + 1 for line in process.stdout)])


async def assert_nothing_lost(store: SqliteStore, kept: int) -> None:
    """Every turn that was said to be kept is there once, whole; at most one more is under way."""
    game = await store.session("game")
    told = await store.branch(game.head_turn_id, 10_000)
    assert len(told) in {kept, kept + 1}
    assert [turn.id for turn in told] == [f"t{n}" for n in range(len(told))]
    assert {turn.status for turn in told} == {"done"}
    assert await store.known_turn("discord", f"m{kept - 1}") == f"t{kept - 1}"
    if game.current_turn_id is not None:
        current = await store.turn(game.current_turn_id)
        assert current is not None
        assert (current.parent_id, current.status in STEPS) == (told[-1].id, True)
    assert (await check(store)).is_sound


async def test_a_kill_at_any_moment_loses_and_doubles_nothing(tmp_path: Path, clock: FakeClock) -> None:
    """Whatever was told is still so after the power button."""
    urls = [f"sqlite+aiosqlite:///{tmp_path}/{turns}/game.db" for turns in KILLS]
    for url in urls:
        upgrade(url, clock)

    kept = await asyncio.gather(
        *(asyncio.to_thread(killed_after, url, turns) for url, turns in zip(urls, KILLS, strict=True))
    )

    for url, turns in zip(urls, kept, strict=True):
        upgrade(url, clock)
        async with await open_store(url, clock, SeededEntropy()) as store:
            await assert_nothing_lost(store, turns)
            game = await store.session("game")
            await store.change_session(game.model_copy(update={"status": "asleep"}))
    assert sample.session().status == "playing"
