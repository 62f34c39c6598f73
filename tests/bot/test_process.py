"""The real process at a pipe: it plays, it stops when told, and it comes back after anything."""

import re
import signal
import sys
from pathlib import Path

import pytest

from tests.bot.processes import Command


@pytest.fixture
def here(tmp_path: Path) -> Command:
    return Command(tmp_path / "home")


def test_a_story_goes_through_a_pipe_and_on_at_the_next_start(here: Command) -> None:
    """Without any model: one line says so, each suggestion has its number, and the end is clean."""
    code, out, err = here.run("play", "echo", typed="1\n1\nlook around")
    again, shown, _ = here.run("play", "echo", typed=":undo\n")

    assert (code, err, again) == (0, "", 0)
    assert out.count("No Ollama answers at http://127.0.0.1:9") == 1
    assert len(re.findall(r"^1\. ", out, re.MULTILINE)) >= 4
    assert "turn 2" in shown.splitlines()[0]
    assert "Taken back: turn 2" in shown
    assert "Traceback" not in (here.home / "glyphmaster.log").read_text()


def test_an_address_that_even_ollamas_client_cannot_read_is_a_sentence(here: Command) -> None:
    """That client reads OLLAMA_HOST as soon as it is loaded; ours is refused before that."""
    code, out, err = here.run("play", OLLAMA_HOST="http://box:99999")

    assert (code, out) == (2, "")
    assert err.startswith("OLLAMA_HOST is 'http://box:99999'. Allowed: ")


def test_ends_that_the_caller_closed_lead_nowhere(here: Command) -> None:
    """No file of ours gets the number of stdin, and nothing is said where nobody listens."""
    close = "import os, sys; os.close(0); os.close(1); os.execv(sys.argv[1], sys.argv[1:])"
    program = (sys.executable, "-c", close, sys.executable, "-m", "bot")

    assert Command(here.home, program).run("play", "--narrator", "scripted") == (0, "", "")


def test_sigterm_ends_it_and_meanwhile_a_second_one_is_refused(here: Command) -> None:
    """Closing a terminal is no disaster; two processes at one table would be."""
    first = here.start("play", "echo")
    here.until_told(first, 1, typed="1\n")

    code, out, err = here.run("play", "echo")
    first.send_signal(signal.SIGTERM)
    _, last_err = first.communicate(timeout=10)

    assert (code, out) == (2, "")
    assert f"(pid {first.pid})" in err
    assert (first.returncode, last_err) == (143, "")


def test_a_killed_game_goes_on_at_the_next_start_and_sigint_ends_that(here: Command) -> None:
    """Whatever the moment: no turn is lost, none is doubled."""
    killed = here.start("play", "echo")
    here.until_told(killed, 4, typed="1\n" + "look\n" * 50)
    killed.kill()
    killed.communicate(timeout=10)

    next_one = here.start("play", "echo")
    here.until_told(next_one, 1)
    next_one.send_signal(signal.SIGINT)
    _, err = next_one.communicate(timeout=10)

    assert (next_one.returncode, err) == (130, "")


def test_output_that_nobody_reads_ends_it_quietly(here: Command) -> None:
    """`glyphmaster play | head` is no fault."""
    process = here.start("play", "echo")
    assert process.stdout is not None
    process.stdout.close()
    process.stdout = None

    _, err = process.communicate("1\n" + "look\n" * 20, timeout=20)

    assert (process.returncode, err) == (1, "")
