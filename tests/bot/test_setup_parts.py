"""The smaller parts of setup: which model suits, how a file is changed, how a question is put."""

import io
import signal
import sys
import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.setup.known_models import KNOWN, recommended, suited
from bot.setup.machine import GB, Machine, this_machine
from bot.setup.questions import AtTerminal
from bot.setup.toml_file import quoted, write
from engine.errors import SetupError
from tests.bot.doctor_for_tests import LIBRARY
from tests.fakes.clock import FakeClock


@pytest.mark.parametrize(
    ("machine", "name"),
    [
        (Machine(16 * GB, 0, 45.0 * GB), "gemma2:9b"),
        (Machine(8 * GB, 0, 45.0 * GB), "llama3.2:3b"),
        (Machine(4 * GB, 0, 10.0 * GB), "gemma2:2b"),
        (Machine(1 * GB, 0, 1.0 * GB), "gemma2:2b"),
        (Machine(16 * GB, 24 * GB, 30.0 * GB), "gemma2:27b"),
        (Machine(64 * GB, 0, 300.0 * GB), "gemma2:27b"),
    ],
    ids=["mini PC", "small", "old", "none fits", "graphics card", "workstation"],
)
def test_the_largest_model_that_fits_and_is_quick_enough_is_advised(machine: Machine, name: str) -> None:
    """Too large never starts, too slow is not played."""
    assert recommended(machine).name == name


def test_larger_models_need_more_and_take_longer() -> None:
    """The list reads from quick to good."""
    found = suited(Machine(16 * GB, 0, 45.0 * GB))

    assert [s.model for s in found] == list(KNOWN)
    assert [s.expected_s for s in found] == sorted(s.expected_s for s in found)


def test_this_machine_can_be_looked_at() -> None:
    """Whatever it is, it has memory."""
    assert this_machine(FakeClock()).memory_bytes > 0


@given(st.text(max_size=40))
def test_any_value_comes_back_from_the_file_as_it_was(value: str) -> None:
    """A path with quotes, a name with a tab."""
    value = value.encode(errors="ignore").decode()

    assert tomllib.loads(f"key = {quoted(value)}") == {"key": value}


def test_a_new_file_explains_each_setting(tmp_path: Path) -> None:
    """It is its own manual; what is not set is a comment."""
    path = tmp_path / "deep" / "glyphmaster.toml"

    write(path, {"model": "gemma2:9b"})

    assert tomllib.loads(path.read_text()) == {"model": "gemma2:9b"}
    assert "# gather_s = 6" in path.read_text()
    assert "# How many seconds a table waits for the others after a first action." in path.read_text()


def test_a_commented_setting_is_filled_in_where_it_stands(tmp_path: Path) -> None:
    """The explanation stays beside it."""
    path = tmp_path / "glyphmaster.toml"
    write(path, {"model": "gemma2:9b"})

    write(path, {"language": "de"})

    lines = path.read_text().splitlines()
    assert lines[lines.index('language = "de"') - 1].startswith("# The language of new games")


def test_a_value_over_several_lines_is_replaced_whole(tmp_path: Path) -> None:
    """Rare, but it must not leave half a value behind."""
    path = tmp_path / "glyphmaster.toml"
    path.write_text('model = """\\\n  old:1b"""\nnum_ctx = 4096\n')

    write(path, {"model": "new:3b"})

    assert tomllib.loads(path.read_text()) == {"model": "new:3b", "num_ctx": 4096}


def test_a_file_that_cannot_be_written_is_a_sentence_and_leaves_nothing(tmp_path: Path) -> None:
    """A folder in its place, a disk that is full."""
    path = tmp_path / "glyphmaster.toml"
    path.mkdir()

    with pytest.raises(SetupError, match="cannot be written"):
        write(path, {"model": "gemma2:9b"})

    assert list(tmp_path.iterdir()) == [path]


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    """Whoever keeps settings elsewhere goes on doing so."""
    real, link = tmp_path / "real.toml", tmp_path / "glyphmaster.toml"
    real.write_text('model = "old:1b"\n')
    link.symlink_to(real)

    write(link, {"model": "new:3b"})

    assert link.is_symlink()
    assert real.read_text() == 'model = "new:3b"\n'


@pytest.mark.parametrize(
    ("typed", "answers"), [("\n", True), ("Ja\n", True), ("nein\n", False), ("hm\nn\n", False), ("", True)]
)
def test_yes_and_no_are_understood_in_ones_language(
    typed: str, answers: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Asked again for anything else; the end of the input takes the default."""
    monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
    before = signal.getsignal(signal.SIGINT)

    answer = AtTerminal.speaking(LIBRARY.locale("de")).yes("Gut?", default=True)

    assert answer is answers
    assert signal.getsignal(signal.SIGINT) == before
