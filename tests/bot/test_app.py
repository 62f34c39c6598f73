"""Putting it together: what is opened is closed again, in time, and one process plays a database at once."""

import asyncio
import os
from pathlib import Path

import pytest

from bot.app import copy_database, faults_of_database, load_library, open_app, open_ports, prepare, within
from bot.settings import Settings
from bot.upkeep import DAY_S, daily_copies, heartbeats
from engine.errors import ProcessRunning, SetupError
from engine.model.session import GameSettings
from engine.requests import NewGame, Person, SurpriseChoice
from tests.fakes.announcer import RecordingAnnouncer
from tests.fakes.clock import FakeClock
from tests.fakes.store import MemoryStore


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """A home of its own, with a database ready."""
    made = Settings(home=tmp_path / "home", ollama_host="http://127.0.0.1:9")
    prepare(made)
    return made


def test_prepare_makes_everything_that_a_start_needs(tmp_path: Path) -> None:
    """The first start needs no preparation by hand."""
    prepare(Settings(home=tmp_path / "deep" / "home"))

    assert (tmp_path / "deep" / "home" / "glyphmaster.db").is_file()


def test_a_home_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    """Nobody should read a traceback about mkdir."""
    (tmp_path / "file").touch()

    with pytest.raises(SetupError, match=r"GLYPHMASTER_HOME is '.*home', which cannot be made \(Not"):
        prepare(Settings(home=tmp_path / "file" / "home"))


def test_the_library_is_read_once() -> None:
    """Errors and games speak from the same sentences."""
    home = Path("nowhere")

    assert load_library(home) is load_library(home)


async def test_a_game_is_played_and_kept_by_the_real_parts(settings: Settings) -> None:
    """Composition, not parts: everything fits together without a model."""
    surface = RecordingAnnouncer()
    async with open_ports(settings, "terminal") as ports, open_app(ports, surface) as app:
        person = Person("p", "Player")
        card = ports.library.adventures("en")[0]
        told = GameSettings(narrator="scripted", gather_s=0.0)
        game = await app.games.open(NewGame("terminal", None, "x", person, "x", card.id, told))
        await app.games.join(game.id, person, SurpriseChoice(), "join")
        await app.games.begin(game.id, person)
        await app.turns.settled(game.id)

    async with open_ports(settings, "terminal") as ports:
        kept = await ports.store.session(game.id)

    assert kept.status == "playing"
    assert kept.head_state.suggestions
    assert surface.names()[-1] == "Done"
    assert await faults_of_database(settings) == ()


async def test_a_second_live_process_is_refused_with_the_pid_of_the_first(settings: Settings) -> None:
    """Two processes would tell every turn twice."""
    async with open_ports(settings, "terminal") as first:
        # Another process: this one's own claim would only be renewed.
        await first.store.release_surface("terminal", os.getpid())
        await first.store.claim_surface("terminal", os.getppid(), first.clock.now())

        with pytest.raises(ProcessRunning) as refused:
            async with open_ports(settings, "terminal"):
                pass

    assert refused.value.pid == os.getppid()


async def test_closing_leaves_no_task_behind(settings: Settings) -> None:
    """What still runs after the end would keep the process alive."""
    before = asyncio.all_tasks()

    async with open_ports(settings, "discord") as ports, open_app(ports, RecordingAnnouncer()):
        during = asyncio.all_tasks() - before

    assert {"heartbeats", "daily copies"} <= {task.get_name() for task in during}
    assert asyncio.all_tasks() - before == set()


async def test_a_part_that_does_not_close_is_let_go() -> None:
    """Stopping takes ten seconds at most, whatever hangs."""

    async def forever() -> None:
        await asyncio.Event().wait()

    async with asyncio.timeout(1):
        await within("stuck", forever, 0.01)


async def test_heartbeats_go_on_through_a_store_that_is_away_for_a_moment() -> None:
    """One lost beat must not look like a dead process."""
    store, clock = MemoryStore(), FakeClock()
    await store.claim_surface("terminal", os.getpid(), clock.now())
    store.fail("beat")
    beating = asyncio.create_task(heartbeats(store, "terminal", clock))

    await clock.advance(65)

    assert store.calls["beat"] == 3
    await stopped(beating)


async def test_a_copy_is_made_at_the_start_and_each_day() -> None:
    """A bad day costs one evening at most."""
    store, clock = MemoryStore(), FakeClock()
    copying = asyncio.create_task(daily_copies(store, clock))

    await clock.advance(2 * DAY_S + 1)

    assert store.calls["backup"] == 3
    await stopped(copying)


def test_a_copy_can_be_asked_for(settings: Settings) -> None:
    """Before somebody tries something."""
    assert Path(copy_database(settings)).is_file()


async def stopped(task: "asyncio.Task[None]") -> None:
    task.cancel()
    await asyncio.wait({task})
