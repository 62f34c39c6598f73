"""What every store keeps to: posts, requests, guilds and processes."""

import asyncio
import os
import sys
from datetime import timedelta

import pytest

from engine.errors import ProcessRunning, StoreError
from engine.model.session import GameSettings, GuildSettings
from engine.ports import Store
from tests.contracts import store_samples as sample

# --- posts and requests --------------------------------------------------------------------------


async def test_posts_are_found_by_turn_and_by_message(store: Store) -> None:
    """After a crash the same messages go on."""
    await store.add_session(sample.session())
    notice = sample.post(message_id="103").model_copy(update={"kind": "notice"})
    second, first = sample.post(1, "102"), sample.post(0, "101")
    for each in (notice, second, first, sample.post(0, "104", turn_id="t1")):
        await store.add_post(each)

    assert await store.posts("t0") == (first, second, notice)
    assert await store.posts("unknown") == ()
    assert await store.post_of("channel", "102") == second
    assert await store.post_of("elsewhere", "102") is None


async def test_the_same_part_again_replaces_its_post(store: Store) -> None:
    """A part that was sent again has one place."""
    await store.add_session(sample.session())
    await store.add_post(sample.post(0, "101"))

    await store.add_post(sample.post(0, "202"))

    assert await store.posts("t0") == (sample.post(0, "202"),)
    assert await store.post_of("channel", "101") is None


async def test_a_post_needs_its_game(store: Store) -> None:
    """A message of nothing is never looked for."""
    with pytest.raises(StoreError):
        await store.add_post(sample.post())


async def test_a_request_waits_until_it_is_closed_once(store: Store) -> None:
    """Exactly one answer counts."""
    await store.add_session(sample.session())
    await store.begin_turn(sample.session(), sample.turn("t0"))
    waiting = sample.turn("t0").model_copy(update={"status": "waiting"})

    await store.put_request(sample.request(), waiting)
    asked, stored = await store.request_of("t0"), await store.turn("t0")
    closed = [await store.close_request("t0"), await store.close_request("t0")]

    assert (asked, stored) == (sample.request(), waiting)
    assert closed == [True, False]
    assert await store.request_of("t0") is None


async def test_a_new_request_takes_the_place_of_an_open_one(store: Store) -> None:
    """A turn waits for one thing at a time."""
    await store.add_session(sample.session())
    await store.begin_turn(sample.session(), sample.turn("t0"))
    await store.put_request(sample.request("r1"), sample.turn("t0"))
    second = sample.request("r2").model_copy(update={"until": None, "kind": "narration", "otherwise": "tell"})

    await store.put_request(second, sample.turn("t0"))

    assert await store.request_of("t0") == second
    assert [await store.close_request("t0"), await store.close_request("t0")] == [True, False]


async def test_a_request_needs_its_turn(store: Store) -> None:
    """Nobody is asked about a turn that never began."""
    await store.add_session(sample.session())

    with pytest.raises(StoreError):
        await store.put_request(sample.request(), sample.turn("t0"))

    assert await store.request_of("t0") is None


# --- guilds and processes ------------------------------------------------------------------------


async def test_what_an_admin_set_is_kept_whole(store: Store) -> None:
    """A server's choices hold for its next game."""
    first = GuildSettings(guild_id="g", game=GameSettings(model="qwen3:8b"), dm_role_id="7")
    second = GuildSettings(guild_id="g", plain=True)

    before = await store.guild("g")
    await store.save_guild(first)
    after_first = await store.guild("g")
    await store.save_guild(second)

    assert (before, after_first, await store.guild("g")) == (None, first, second)


async def test_a_live_process_keeps_its_surface(store: Store) -> None:
    """Two processes would answer everybody twice."""
    await store.claim_surface("discord", os.getppid(), sample.EVENING)

    with pytest.raises(ProcessRunning) as refused:
        await store.claim_surface("discord", os.getpid(), sample.EVENING + timedelta(seconds=89))

    assert refused.value.pid == os.getppid()
    await store.claim_surface("terminal", os.getpid(), sample.EVENING)


async def test_a_process_claims_its_own_surface_again(store: Store) -> None:
    """A restart within the same number is no stranger."""
    for seconds in (0, 1):
        await store.claim_surface("discord", os.getpid(), sample.EVENING + timedelta(seconds=seconds))


async def test_a_silent_process_loses_its_surface_and_hears_of_it(store: Store) -> None:
    """A process that was asleep for minutes does not go on as if nothing had happened."""
    await store.claim_surface("discord", os.getppid(), sample.EVENING)
    await store.beat("discord", os.getppid(), sample.EVENING + timedelta(seconds=60))
    with pytest.raises(ProcessRunning):
        await store.claim_surface("discord", os.getpid(), sample.EVENING + timedelta(seconds=149))

    await store.claim_surface("discord", os.getpid(), sample.EVENING + timedelta(seconds=150))

    with pytest.raises(ProcessRunning):
        await store.beat("discord", os.getppid(), sample.EVENING + timedelta(seconds=151))


async def test_a_dead_process_loses_its_surface_at_once(store: Store) -> None:
    """After a crash the next start need not wait."""
    dead = await asyncio.create_subprocess_exec(sys.executable, "-c", "")
    await dead.wait()
    await store.claim_surface("discord", dead.pid, sample.EVENING)

    await store.claim_surface("discord", os.getpid(), sample.EVENING)


async def test_a_claim_tells_since_when_nobody_was_there(store: Store) -> None:
    """What was said from then on was said to nobody, however the process before ended."""
    never = await store.claim_surface("discord", os.getpid(), sample.EVENING)
    await store.beat("discord", os.getpid(), sample.EVENING + timedelta(seconds=20))

    after_crash = await store.claim_surface("discord", os.getpid(), sample.EVENING + timedelta(hours=1))
    await store.release_surface("discord", os.getpid())
    after_leaving = await store.claim_surface("discord", os.getpid(), sample.EVENING + timedelta(hours=2))

    assert (never, after_crash, after_leaving) == (
        None,
        sample.EVENING + timedelta(seconds=20),
        sample.EVENING + timedelta(hours=1),
    )


async def test_only_its_holder_releases_a_surface(store: Store) -> None:
    """A process that was refused does not throw the other out when it ends."""
    await store.claim_surface("discord", os.getppid(), sample.EVENING)
    await store.release_surface("discord", os.getpid())
    with pytest.raises(ProcessRunning):
        await store.claim_surface("discord", os.getpid(), sample.EVENING)

    await store.release_surface("discord", os.getppid())

    await store.claim_surface("discord", os.getpid(), sample.EVENING)
