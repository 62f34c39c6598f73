"""How a process stops. Each in a process of its own, since stopping ends the whole of it."""

import signal
import sys
from pathlib import Path

import pytest

from tests.bot.processes import Command

PROGRAM = """
import asyncio, sys
from bot.stopping import run

async def main():
    print("ready", flush=True)
    try:
        await asyncio.Event().wait()
    finally:
        print("closing", flush=True)
        {closing}

sys.exit(run(main))
"""


@pytest.mark.parametrize(
    ("closing", "signals", "code"),
    [
        ("await asyncio.sleep(0.01)", [signal.SIGTERM], 143),
        ("await asyncio.sleep(0.01)", [signal.SIGINT], 130),
        ("raise RuntimeError('it cannot close')", [signal.SIGTERM], 143),
        ("await asyncio.sleep(60)", [signal.SIGTERM, signal.SIGINT], 130),
    ],
    ids=["in order", "by the keyboard", "with a fault", "at once at the second"],
)
def test_a_signal_closes_what_is_open_and_ends_it(
    tmp_path: Path, closing: str, signals: list[signal.Signals], code: int
) -> None:
    """Whatever goes wrong on the way out, a service manager sees why it ended, and soon."""
    process = Command(tmp_path, (sys.executable, "-c", PROGRAM.format(closing=closing))).start()
    assert process.stdout is not None

    said = [process.stdout.readline()]
    for number in signals:
        process.send_signal(number)
        said.append(process.stdout.readline() if number is signals[0] else "")
    process.communicate(timeout=10)

    assert said[:2] == ["ready\n", "closing\n"]
    assert process.returncode == code
