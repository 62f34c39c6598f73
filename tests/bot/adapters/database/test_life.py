"""Whether the process that holds the games is alive."""

import os
import subprocess
import sys
from dataclasses import replace

import pytest

from bot.adapters.database.life import Life

MINE = Life.of(os.getpid())


def test_the_parent_may_live() -> None:
    """A bot that runs is not pushed aside."""
    assert Life.of(os.getppid()).may_live_beside(MINE)


def test_an_ended_process_does_not() -> None:
    """A crash never locks a surface."""
    ended = subprocess.Popen([sys.executable, "-c", ""])
    life = Life.of(ended.pid)
    ended.wait(timeout=10)

    assert not life.may_live_beside(MINE)


def test_a_number_that_went_to_another_process_does_not() -> None:
    """After a reboot any program may have the bot's old number."""
    parent = Life.of(os.getppid())
    if not parent.started:
        pytest.skip("this machine does not tell when a process started")

    assert not replace(parent, started="another-boot/17").may_live_beside(MINE)


def test_the_own_number_is_never_another_process() -> None:
    """In a container every start has the same number."""
    assert not replace(MINE, started="another-boot/17").may_live_beside(MINE)


def test_on_another_machine_only_the_heartbeat_counts() -> None:
    """A number of another machine says nothing here."""
    assert replace(MINE, host=f"not {MINE.host}").may_live_beside(MINE)


def test_a_process_that_never_was_does_not() -> None:
    """So does a row that somebody made up."""
    assert not Life(pid=2**22 + 1, host=MINE.host, started="").may_live_beside(MINE)
