"""What the engine itself costs in a turn, against the bare statements, and whether long games stay fast."""

import asyncio
import shutil
from pathlib import Path
from time import perf_counter
from typing import Any

from sqlalchemy import event

from bot.adapters.database import SqliteStore, open_store
from bot.adapters.system import SystemClock, SystemEntropy
from tests.bench.figures import Figure, at_most, middle, p99
from tests.bench.games import address, bench, prepared

TURNS = 1000
WINDOW = 15
REPLAYED = range(500, 600)

Statement = tuple[str, str, Any]
"""Which engine, the SQL, its parameters."""


async def measure(folder: Path) -> list[Figure]:
    """A game of a thousand turns, and the statements of a hundred of them once more without the engine."""
    times: list[float] = []
    copy = folder / "copy"
    async with bench(folder) as desk:
        session = await desk.game("long")
        recorded: list[list[Statement]] = []
        for number in range(1, TURNS + 1):
            if number == REPLAYED.start:
                _copy(folder, copy)
                recorded = _recording(desk.store)
            if number in REPLAYED:
                recorded.append([])
            started = perf_counter()
            await desk.act(session, number)
            times.append((perf_counter() - started) * 1000)
        session = await desk.store.session(session.id)
        head = len(session.head_state.model_dump_json().encode())
    bare = await _replay(copy, [turn for turn in recorded if turn])
    early = middle(times[10 - WINDOW // 2 : 10 + WINDOW])
    late = middle(times[-WINDOW:])
    whole = middle(times[REPLAYED.start : REPLAYED.stop])
    return [
        at_most("engine time of a turn, model left out, median", middle(times), 15, "ms"),
        at_most("… one in a hundred turns", p99(times), 50, "ms"),
        at_most("… against the same statements alone", whole / middle(bare), 3, "times"),
        at_most("turn 1,000 against turn 10", late / early, 1.5, "times"),
        at_most("stored state at turn 1,000", head / 1024, 64, "kB"),
    ]


def _copy(folder: Path, copy: Path) -> None:
    """The database as it is now; with WAL both files belong together."""
    copy.mkdir()
    for file in folder.glob("bench.db*"):
        shutil.copy(file, copy / file.name)


def _recording(store: SqliteStore) -> list[list[Statement]]:
    """From now on every statement is written down, turn by turn."""
    turns: list[list[Statement]] = [[]]
    engines = {"write": store.connections.writer, "read": store.connections.reader}
    for name, engine in engines.items():

        def keep(_c: Any, _cursor: Any, sql: str, values: Any, _x: Any, many: bool, name: str = name) -> None:
            turns[-1].append((name, sql, values))

        event.listen(engine.sync_engine, "before_cursor_execute", keep)
        if name == "write":
            event.listen(engine.sync_engine, "commit", lambda _: turns[-1].append(("write", "COMMIT", None)))
    return turns


async def _replay(copy: Path, turns: list[list[Statement]]) -> list[float]:
    """Milliseconds for each turn's statements through the same kind of engine, transactions as they were."""
    store = await open_store(address(copy), SystemClock(), SystemEntropy())
    times: list[float] = []
    try:
        for turn in turns:
            started = perf_counter()
            for group in _transactions(turn):
                await (store.connections.write if group[0][0] == "write" else store.connections.read)(
                    lambda connection, group=group: [  # type: ignore[misc]  # mypy cannot see the default
                        connection.exec_driver_sql(sql, values).close() for _, sql, values in group
                    ]
                )
            times.append((perf_counter() - started) * 1000)
    finally:
        await store.close()
    return times


def _transactions(turn: list[Statement]) -> list[list[Statement]]:
    groups: list[list[Statement]] = []
    is_open = False
    for statement in turn:
        kind, sql, _ = statement
        if sql == "COMMIT":
            is_open = False
        elif sql.startswith("BEGIN"):
            groups.append([])
            is_open = True
        elif kind == "write" and is_open:
            groups[-1].append(statement)
        else:
            groups.append([statement])
    return [group for group in groups if group]


def run(folder: Path) -> list[Figure]:
    """In a folder of its own."""
    prepared(folder)
    return asyncio.run(measure(folder))
