"""An evening that is killed at a numbered place, and taken up again by a process like any other."""

import asyncio
import shutil
import signal
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from bot.app import prepare
from tests.bench.reliability.nursery import LEFT, Left, Nursery, Order, settings_of


@dataclass(frozen=True)
class Whole:
    """An evening that was not killed: what it left, and the lines that stood on its screen."""

    left: Left
    lines: tuple[str, ...]


async def whole_evening(nursery: Nursery, folder: Path) -> Whole:
    """Played once without any fault."""
    home = await asyncio.to_thread(_home, folder, "whole")
    order = Order(str(home), -1, 0)
    status = await nursery.live(order)
    assert status == 0, f"the evening ended with {status}"
    return Whole(_left(order), tuple(order.shown.read_text().splitlines()))


async def killed_at(places: Sequence[int], due: Whole, nursery: Nursery, folder: Path) -> str:
    """Killed there (several: one life after the other), then played to its end; what is wrong, or ""."""
    home = await asyncio.to_thread(_home, folder, "-".join(map(str, places)))
    orders = [Order(str(home), place, number) for number, place in enumerate((*places, -1))]
    for order in orders:
        status = await nursery.live(order)
        if status == 0:
            break  # also when the evening came by fewer places than that
        if order.place < 0 or status != -signal.SIGKILL:
            return f"the next start ended with {status}"
    wrong = await asyncio.to_thread(_wrong, orders[: order.number + 1], due)
    if not wrong:
        await asyncio.to_thread(shutil.rmtree, home)
    return wrong


def _home(folder: Path, name: str) -> Path:
    """A home with a database without games; made once, then copied."""
    first = folder / "home"
    if not first.exists():
        prepare(settings_of(first))
    return Path(shutil.copytree(first, folder / name))


def _left(order: Order) -> Left:
    return LEFT.validate_json(order.left.read_bytes())


def _wrong(orders: Sequence[Order], due: Whole) -> str:
    left = _left(orders[-1])
    if left.faults:
        return f"the database: {left.faults[0]}"
    if wrong := left.seen.differs_from(due.left.seen):
        return wrong
    shown = [line for order in orders for line in _whole_lines(order, due)]
    if missing := [line for line in due.lines if line not in shown]:
        return f"never shown: {missing[0]}"
    strange = [line for line in shown if line not in due.lines]
    return f"shown, although it was not so: {strange[0]}" if strange else ""


def _whole_lines(order: Order, due: Whole) -> list[str]:
    """What a life showed, without the line in which it died, as far as that went."""
    text = order.shown.read_text() if order.shown.exists() else ""
    *lines, last = text.split("\n")
    return lines if any(line.startswith(last) for line in due.lines) else [*lines, last]
