"""What admins learn about models: the doctor's findings, a verdict, room in memory, how a fetching goes."""

from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass, replace
from typing import Any

import pytest

from bot.adapters.ollama import OllamaModel
from bot.adapters.system import SystemClock
from bot.doctor_report import bad, good, note
from bot.model_care import CaredServer, MachineMemory, OllamaCare
from bot.model_verdict import judged
from bot.settings import Settings, describe
from bot.setup.machine import GB
from bot.turn_time import TurnTime
from cogs.model_care import Check, Found, Judged, NoCare, Room
from engine.errors import ModelUnreachable
from engine.fetching import NoSuchModel
from engine.model_request import Chunk, Fetched, Loaded
from engine.table.slots import Slots
from tests.bot.doctor_for_tests import GEMMA, LIBRARY, STORY, TELLS_AGAIN, TELLS_FIRST, writes_well
from tests.fakes.clock import FakeClock
from tests.fakes.language_model import Reply, ScriptedModel
from tests.fakes.ollama_parts import done_line, word
from tests.fakes.ollama_server import Answer, OllamaServer, ServedModel

LOCALE = LIBRARY.locale("en")
MEMORY = MachineMemory(16 * GB, 0)
CHECK = Check(("gemma2:9b",), "en", LOCALE)
FAST = Reply(
    STORY, purpose="measure", times=None, prompt_tokens=1800, prompt_s=0.5, output_tokens=64, output_s=3.0,
    when=lambda request: request.schema is None,
)  # fmt: skip


@pytest.fixture(autouse=True)
def nothing_set(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is set on the machine of whoever runs the tests."""
    for row in describe():
        monkeypatch.delenv(row.name, raising=False)


class Served(ScriptedModel):
    """A scripted server that nothing is fetched onto."""

    async def loaded(self) -> tuple[Loaded, ...]:
        return ()

    async def pull(self, model: str) -> AsyncIterator[Fetched]:
        if model:
            raise NoSuchModel(model=model)
        yield Fetched("")


@dataclass
class Machine:
    """A machine with a model server."""

    server: CaredServer
    memory: MachineMemory = MEMORY
    host: str = "http://127.0.0.1:11434"

    def care(self) -> OllamaCare:
        @asynccontextmanager
        async def opened() -> AsyncIterator[CaredServer]:
            yield self.server

        settings = Settings(ollama_host=self.host)
        return OllamaCare(settings, LIBRARY, FakeClock(), opened, Slots().spare, lambda: self.memory)


async def checked(server: CaredServer) -> tuple[tuple[Judged, ...], list[Found]]:
    heard: list[Found] = []
    return await Machine(server).care().check(CHECK, heard.append), heard


async def test_a_sound_model_is_judged_by_the_largest_table_that_need_not_wait_long() -> None:
    """An admin wants to know for how many, not how many tokens a second."""
    replies = [TELLS_FIRST, TELLS_AGAIN, writes_well()]
    server = Served([*replies[:2], replace(FAST), *replies[2:]], facts=[GEMMA])

    verdicts, heard = await checked(server)

    told_s = 0.5 + 150 * 3.0 / 64
    assert verdicts == (Judged("gemma2:9b", "good", 5, told_s),)
    assert heard[-1] == Found(LOCALE.say("models.check.times", model="gemma2:9b"))
    assert Found("[ok] It writes down a turn in the form that was asked for (it does not think).") in heard
    assert [found for found in heard if found.is_kept] == []


@pytest.mark.parametrize(
    ("server", "last"),
    [
        (Served(facts=[]), "model.missing"),
        (
            Served([Reply(purpose="load", error=ModelUnreachable(reason="500"))], facts=[GEMMA]),
            "model.tells-nothing",
        ),
    ],
)
async def test_a_model_that_cannot_tell_is_not_usable(server: Served, last: str) -> None:
    """What is wrong is kept for the end."""
    verdicts, heard = await checked(server)

    assert verdicts == (Judged("gemma2:9b", "unusable"),)
    assert heard[-1].is_kept
    fault = LOCALE.say(
        f"doctor.{last}", model="gemma2:9b", command="ollama pull gemma2:9b", reason="ModelUnreachable: 500"
    )
    assert heard[-1].line.endswith(fault)


async def test_a_server_that_is_away_is_an_error_of_its_own() -> None:
    """No verdict about a model can be given then."""
    with pytest.raises(ModelUnreachable):
        await checked(Served(away=ModelUnreachable(reason="ConnectError")))


async def test_a_check_asks_a_model_only_in_its_spare_time() -> None:
    """Each single question gives way to a table; the reader is told why it takes longer."""
    asked: list[str] = []
    heard: list[Found] = []
    server = Served([TELLS_FIRST, TELLS_AGAIN, FAST, writes_well()], facts=[GEMMA])

    async def spare(
        model: str, work: Callable[[], Coroutine[Any, Any, tuple[Chunk, ...]]], waits: Callable[[], None]
    ) -> tuple[Chunk, ...]:
        asked.append(model)
        waits()
        return await work()

    care = replace(Machine(server).care(), spare=spare)
    await care.check(CHECK, heard.append)

    assert asked == ["gemma2:9b"] * len(server.requests)
    assert Found(LOCALE.say("models.check.waits", model="gemma2:9b")) in heard


@pytest.mark.parametrize(
    ("findings", "times", "verdict"),
    [
        ((good("pace.fast"),), ((1, 8.0), (5, 12.0)), Judged("m", "good", 5, 12.0)),
        ((good("pace.fast"),), ((1, 28.0), (5, 31.0)), Judged("m", "good", 1, 28.0)),
        ((note("pace.slow"),), ((1, 40.0), (5, 60.0)), Judged("m", "slow", 0, 40.0)),
        ((note("pace.scripted_advised"),), ((1, 90.0),), Judged("m", "scripted", 0, 90.0)),
        ((note("pace.scripted_advised"),), (), Judged("m", "scripted")),
        ((note("pace.unknown"),), ((1, None),), Judged("m", "unmeasured")),
        ((bad("record.never"),), ((1, 8.0),), Judged("m", "unusable")),
    ],
)
def test_the_verdict_is_about_waiting(
    findings: Sequence[Any], times: Sequence[tuple[int, float | None]], verdict: Judged
) -> None:
    """A table that waits longer than half a minute looks at its phones."""
    assert judged("m", findings, [TurnTime(players, 1.0, told_s) for players, told_s in times]) == verdict


@pytest.mark.parametrize(
    ("memory", "host", "there", "is_enough"),
    [
        (MachineMemory(16 * GB, 0), "", 14 * GB, True),
        (MachineMemory(8 * GB, 0), "", 6 * GB, False),
        (MachineMemory(64 * GB, 8 * GB), "", 8 * GB, False),
        (MachineMemory(64 * GB, 4 * GB), "", 62 * GB, True),
        (MachineMemory(0, 0), "", 0, None),
        (MachineMemory(16 * GB, 0), "http://box:11434", 0, None),
    ],
    ids=["enough", "too little", "card", "beside the card", "unknown", "elsewhere"],
)
async def test_whether_two_models_fit_is_reckoned_from_what_the_server_says(
    memory: MachineMemory, host: str, there: int, is_enough: bool | None
) -> None:
    """What is loaded takes what it takes; what is not needs its size and a quarter more."""
    models = (ServedModel("big:9b", size=6_000_000_000), ServedModel("small:1b", size=2_000_000_000))
    async with OllamaServer(models=models) as server:
        server.loaded = {"big:9b"}
        ollama = OllamaModel(server.host, SystemClock())
        try:
            room = await Machine(ollama, memory, host or server.host).care().room(("big:9b", "small:1b"))
        finally:
            await ollama.close()

    assert room == Room((("big:9b", 6_000_000_000), ("small:1b", 2_500_000_000)), there)
    assert room.is_enough is is_enough


async def test_over_real_http_a_model_is_checked_and_another_is_fetched() -> None:
    """The whole way, as on a person's own machine."""
    heard: list[Found] = []
    tells = Answer([word(STORY), done_line(eval_count=64, eval_duration=3_000_000_000)])
    async with OllamaServer(
        tells, tells, Answer([word('{"suggestions": null}'), done_line()]), *[tells] * 4
    ) as server:
        ollama = OllamaModel(server.host, SystemClock())
        care = Machine(ollama, host=server.host).care()
        try:
            verdicts = await care.check(CHECK, heard.append)
            async with aclosing(care.pull("new:3b")) as steps:
                fetched = [step async for step in steps]
        finally:
            await ollama.close()

    assert [(each.verdict, each.players) for each in verdicts] == [("good", 5)]
    assert fetched[-1] == Fetched("success", 2_000, 2_000)
    assert server.pulled == ["new:3b"]


async def test_where_there_is_no_model_server_nothing_is_known() -> None:
    """A table in a test, say."""
    care = NoCare()

    assert await care.room(("m",)) == Room()
    with pytest.raises(ModelUnreachable):
        await care.check(CHECK, print)
    with pytest.raises(ModelUnreachable):
        _ = [step async for step in care.pull("m")]
