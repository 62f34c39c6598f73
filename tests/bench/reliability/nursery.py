"""Real processes that play the evening on a real database, and kill themselves at a numbered place.

`python -m tests.bench.reliability.nursery` loads everything once and then is forked for each life: one order
comes in a line (JSON of `Order`), one status goes out in a line.
"""

import asyncio
import json
import os
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Self

import structlog
from pydantic import TypeAdapter

from bot.app import faults_of_database, open_app, open_ports
from bot.settings import Settings
from bot.terminal_announcer import TerminalAnnouncer
from bot.terminal_screen import Screen
from engine.errors import ModelUnreachable, ServiceError, StoreError
from engine.events import Event
from tests.bench.reliability.broken_evening import Dice, Evening, Seen, storyteller
from tests.bench.reliability.fault_ports import Points, through


@dataclass(frozen=True)
class Order:
    """One life. place: where it ends, -1 = in good order; number: which life of this home it is."""

    home: str
    place: int
    number: int

    @property
    def shown(self) -> Path:
        """What stood on the screen."""
        return Path(self.home) / f"shown-{self.number}.txt"

    @property
    def left(self) -> Path:
        """What a life that came to its end saw then (JSON of `Left`)."""
        return Path(self.home) / f"left-{self.number}.json"


@dataclass(frozen=True)
class Left:
    """places: how many it came by. faults: of the database."""

    seen: Seen
    places: int
    faults: tuple[str, ...]


LEFT = TypeAdapter(Left)


class _Deadly(Points):
    """At the chosen place nothing is said, closed or flushed any more."""

    async def reach(self, name: str, error: Callable[[], BaseException]) -> None:
        self.names.append(name)
        if len(self.names) - 1 == self.chosen:
            os.kill(os.getpid(), signal.SIGKILL)


class _OneTable(TerminalAnnouncer):
    """Shows the one game that there is."""

    async def announce(self, event: Event) -> None:
        self.session_id = event.session.id
        await super().announce(event)


async def live(order: Order) -> None:
    """From a start like any other to the end of the evening, or to the place of death."""
    settings = settings_of(Path(order.home))
    points = _Deadly("crash", order.place)
    with order.shown.open("w") as file:
        async with open_ports(settings, "terminal") as opened:
            ports = replace(
                opened,
                store=through(opened.store, points, StoreError),
                language_model=through(storyteller(), points, ModelUnreachable),
                clock=through(opened.clock, points, asyncio.CancelledError),
                entropy=Dice(order.number),
            )
            surface = _OneTable(Screen(file, is_tty=False), ports.library)
            async with open_app(ports, through(surface, points, ServiceError)) as app:
                evening = Evening(app.games, app.turns, opened.store, ports.library)
                await app.turns.resume()
                await evening.go_on()
                seen = await evening.seen()
    left = Left(seen, len(points.names), await faults_of_database(settings))
    order.left.write_bytes(LEFT.dump_json(left))


def settings_of(home: Path) -> Settings:
    """A process at this home, with no model server."""
    return Settings(home=home, model="gemma2:9b", ollama_host="http://127.0.0.1:9", gather_s=0.0)


class Nursery:
    """The process with everything loaded, as seen from outside. Lives come one after the other."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process

    @classmethod
    async def opened(cls) -> Self:
        """Ready for orders."""
        pipe = asyncio.subprocess.PIPE
        return cls(
            await asyncio.create_subprocess_exec(sys.executable, "-m", __name__, stdin=pipe, stdout=pipe)
        )

    async def live(self, order: Order) -> int:
        """Returns how that life ended: 0, or minus the number of the signal."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(asdict(order)).encode() + b"\n")
        return int(await asyncio.wait_for(self._process.stdout.readline(), 60))

    async def close(self) -> None:
        """No more lives."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        with suppress(ProcessLookupError, TimeoutError):
            await asyncio.wait_for(self._process.wait(), 5)


def main() -> None:
    """Forked for each order; nothing runs beside the waiting in here."""
    structlog.configure(logger_factory=structlog.ReturnLoggerFactory())
    for line in sys.stdin:
        order = Order(**json.loads(line))
        child = os.fork()
        if child == 0:
            code = 1
            try:
                asyncio.run(live(order))
                code = 0
            finally:
                sys.stderr.flush()
                os._exit(code)
        _, status = os.waitpid(child, 0)
        sys.stdout.write(f"{os.waitstatus_to_exitcode(status)}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
