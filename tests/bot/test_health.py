"""A watcher asks at a local address, and learns numbers: no names, no words."""

from datetime import UTC, datetime

import httpx
import pytest

from bot.figures import Figures
from bot.health import Watched, answering
from bot.settings import Settings
from engine.errors import SetupError, StoreError
from engine.events import Done, Event, Failed, Gathered, Stopped
from engine.model.session import GuildSettings
from engine.parts import WhoTells
from tests.engine.games_for_tests import session, turn
from tests.fakes.announcer import RecordingAnnouncer
from tests.fakes.store import MemoryStore

SINCE = datetime(2026, 1, 1, tzinfo=UTC)


class AwayStore(MemoryStore):
    async def guild(self, guild_id: str) -> GuildSettings | None:
        raise StoreError


async def asked(watched: Watched, path: str) -> httpx.Response:
    async with answering("127.0.0.1:0", watched) as address, httpx.AsyncClient(trust_env=False) as http:
        return await http.get(f"{address}{path}")


def watched(*, store: MemoryStore | None = None, telling: WhoTells | None = None) -> Watched:
    figures = Figures(RecordingAnnouncer())
    return Watched(figures, store or MemoryStore(), lambda: telling or WhoTells())


async def test_all_is_well_and_it_says_so() -> None:
    """One look from a phone, or from a program that wakes somebody."""
    answer = await asked(watched(), "/health")

    assert answer.status_code == 200
    assert answer.json() == {"ok": True, "tells": "model", "since": None, "store": "ok", "tables_busy": 0}


async def test_a_model_that_is_away_is_told_but_is_no_fault() -> None:
    """The table goes on; nobody needs to get up for it."""
    answer = await asked(watched(telling=WhoTells("offline", SINCE, "model-unreachable")), "/health")

    assert answer.status_code == 200
    assert (answer.json()["tells"], answer.json()["since"]) == ("offline", SINCE.isoformat())


async def test_a_store_that_is_away_is_a_fault() -> None:
    """What cannot be kept must not be played."""
    answer = await asked(watched(store=AwayStore()), "/health")

    assert answer.status_code == 503
    assert (answer.json()["ok"], answer.json()["store"]) == (False, "away")


async def test_figures_can_be_read_by_prometheus_and_name_nobody() -> None:
    """Curves of an evening, without its story."""
    inner = RecordingAnnouncer()
    look = Watched(Figures(inner), MemoryStore(), WhoTells)
    other = session(id="other")
    events: list[Event] = [
        Gathered(session(), turn()),
        Done(session(), turn(times={"narrate": 4.5, "record": 1.5})),
        Done(session(), turn(told_by="offline")),
        Gathered(other, turn()),
        Failed(other, turn(), "ABC234"),
        Gathered(session(), turn()),
        Gathered(other, turn()),
        Stopped(other, turn()),
    ]
    for event in events:
        await look.figures.announce(event)

    answer = await asked(look, "/metrics")

    rows = [line for line in answer.text.splitlines() if not line.startswith("#")]
    assert answer.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8"
    assert rows == [
        'glyphmaster_turns_total{told_by="model"} 1',
        'glyphmaster_turns_total{told_by="offline"} 1',
        "glyphmaster_failures_total 1",
        'glyphmaster_step_seconds_sum{step="narrate"} 4.5',
        'glyphmaster_step_seconds_count{step="narrate"} 1',
        'glyphmaster_step_seconds_sum{step="record"} 1.5',
        'glyphmaster_step_seconds_count{step="record"} 1',
        'glyphmaster_step_seconds_sum{step="whole"} 18',
        'glyphmaster_step_seconds_count{step="whole"} 2',
        "glyphmaster_tables_busy 1",
        "glyphmaster_model_tells 1",
    ]
    assert inner.events == events


async def test_nothing_is_answered_unless_it_is_set() -> None:
    """An address that nobody asked for is a door that nobody watches."""
    async with answering(Settings().health, watched()) as address:
        assert address == ""


async def test_an_address_that_is_taken_is_a_sentence() -> None:
    """Two bots on one machine."""
    async with answering("127.0.0.1:0", watched()) as address:
        taken = address.removeprefix("http://")

        with pytest.raises(SetupError, match=f"GLYPHMASTER_HEALTH is '{taken}', which cannot be used"):
            async with answering(taken, watched()):
                pass


@pytest.mark.parametrize(
    ("written", "address"),
    [
        ("9464", "127.0.0.1:9464"),
        (9464, "127.0.0.1:9464"),
        ("0.0.0.0:80", "0.0.0.0:80"),
        ("[::1]:9464", "[::1]:9464"),
        ("box.local:9464", "box.local:9464"),
    ],
)
def test_a_port_alone_is_heard_on_this_machine_only(written: object, address: str) -> None:
    """What is open to others has to be said."""
    assert Settings.model_validate({"health": written}).health == address


@pytest.mark.parametrize(
    "written", ["0", "99999", "box", "box:", ":9464", "::1:9464", "a b:1", "http://box:1"]
)
def test_what_is_no_address_is_refused(written: str) -> None:
    """At the start, not in the middle of the night."""
    with pytest.raises(ValueError, match="health"):
        Settings.model_validate({"health": written})
