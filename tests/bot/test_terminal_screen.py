"""The screen: plain into a pipe, wrapped on a terminal, and nothing gets through that steers it."""

import io
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.terminal_screen import MOST_COLUMNS, Screen, harmless

ESCAPES = re.compile(r"\x1b\[[0-9;]*[mK]")


def shown(is_tty: bool, *pieces: str) -> str:
    out = io.StringIO()
    screen = Screen(out, is_tty=is_tty)
    for piece in pieces:
        screen.tell(piece)
    screen.end()
    return out.getvalue()


@given(st.text())
def test_no_text_can_steer_the_terminal(text: str) -> None:
    """A model, a name or a pasted line must not clear the screen or move the cursor."""
    left = harmless(text)

    assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]", left)


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("a\x1b[31mb\x1b[0m", "ab"),
        ("\x1b]0;title\x07a\x1b]8;;http://x\x1b\\b", "ab"),
        ("a\r\nb\rc\td", "a\nb\nc d"),
        ("👩\u200d🚀 e\u0301", "👩\u200d🚀 é"),
    ],
)
def test_sequences_go_as_a_whole(text: str, left: str) -> None:
    """Half of a sequence would stand there as rubbish."""
    assert harmless(text) == left


@given(st.lists(st.text(alphabet="ab \n", max_size=30), max_size=8))
def test_a_pipe_gets_the_story_as_it_is(pieces: list[str]) -> None:
    """A script reads paragraphs, not columns."""
    text = "".join(pieces)

    out = shown(False, *pieces)

    assert out == text + ("\n" if text and not text.endswith("\n") else "")


@given(st.lists(st.text(alphabet="abcdefgh \n", max_size=60), max_size=8))
def test_a_terminal_gets_the_same_words_in_lines_that_fit(pieces: list[str]) -> None:
    """No word is lost or torn, however the pieces come."""
    text = "".join(pieces)

    out = shown(True, *pieces)

    assert out.split() == text.split()
    assert not [line for line in out.splitlines() if line.endswith(" ")]
    assert all(len(line) <= MOST_COLUMNS or " " not in line.strip() for line in out.splitlines())


def test_a_table_of_two_columns_keeps_its_gaps() -> None:
    """The list of commands is read down its columns."""
    assert shown(True, ":undo      back\n  x") == ":undo      back\n  x\n"


def test_a_waiting_line_is_wiped_away_by_the_next_words() -> None:
    """It says how long, then it is in nobody's way."""
    out = io.StringIO()
    screen = Screen(out, is_tty=True)

    screen.wait("a moment")
    screen.wait("about 9 s")
    screen.line("Rain.")

    assert ESCAPES.sub("", out.getvalue()) == "a moment\rabout 9 s\rRain.\n"
    assert "\r\x1b[2K" in out.getvalue()


def test_a_pipe_sees_no_waiting_line_no_prompt_and_no_colour() -> None:
    """Plain text is plain text."""
    out = io.StringIO()
    screen = Screen(out, is_tty=False)

    screen.title("The Inn")
    screen.wait("about 9 s")
    screen.remark("It rains.")
    screen.ask()

    assert out.getvalue() == "The Inn\nIt rains.\n"


def test_a_gap_is_one_line_however_often_it_is_asked_for() -> None:
    """Parts of a page are apart, but not far."""
    out = io.StringIO()
    screen = Screen(out, is_tty=False)

    screen.gap()
    screen.line("a")
    screen.gap()
    screen.gap()
    screen.line("b")

    assert out.getvalue() == "a\n\nb\n"
