"""The command line: what it offers, how it ends, how it says what is wrong."""

import errno
import re
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from bot.last_words import last_words
from tests.bot.conftest import Ended
from tests.bot.processes import Command


@pytest.mark.parametrize(
    ("command", "offered"),
    [
        ((), ("run", "play", "doctor", "pack", "db", "dice")),
        (("play",), ("--narrator", "--language", "--game", "adventure")),
        (("pack",), ("list", "check")),
        (("dice",), ("roll", "export", "verify")),
        (("db",), ("upgrade", "backup", "restore", "check")),
    ],
)
def test_help_says_what_there_is(
    shell: Callable[..., Ended], command: tuple[str, ...], offered: tuple[str, ...]
) -> None:
    """What is not in the help is not found."""
    code, out, _ = shell(*command, "--help")

    assert code == 0
    assert [name for name in offered if name not in out.lower()] == []


def test_version_is_told(shell: Callable[..., Ended]) -> None:
    """The first question to whoever reports a fault."""
    assert shell("--version")[1].startswith("glyphmaster ")


def test_packs_are_listed_and_checked(shell: Callable[..., Ended], here: Command) -> None:
    """Whoever writes an adventure sees at once whether it is there, and what is wrong with it."""
    mine = here.home / "adventures" / "mine.json"
    mine.parent.mkdir()
    mine.write_text("{}")

    code, out, err = shell("pack", "list")
    wrong, told, _ = shell("pack", "check", str(mine))

    assert (code, wrong) == (0, 1)
    assert re.search(r"^\w+: .+\n  .+ players\. Languages: en", out, re.MULTILINE)
    assert "Left out: adventures/mine.json" in err
    assert "\n- mine.json: " in told


def test_packaged_adventures_are_right(shell: Callable[..., Ended]) -> None:
    """The check and the game agree."""
    folder = Path(__file__).resolve().parents[2] / "data" / "adventures"
    adventures = [path for path in folder.iterdir() if path.is_dir()]

    checked = [shell("pack", "check", str(adventure)) for adventure in adventures]

    assert checked == [(0, f"{adventure} is right: it can be played.\n", "") for adventure in adventures]


def test_the_database_is_made_copied_and_checked(shell: Callable[..., Ended], here: Command) -> None:
    """Before an upgrade, and after a bad night."""
    made = shell("db", "upgrade")
    copied = shell("db", "backup")
    checked = shell("db", "check")

    assert [made[0], copied[0], checked[0]] == [0, 0, 0]
    assert Path(copied[1].removeprefix("Copied to ").strip()).parent == here.home / "backups"
    assert "sound" in checked[1]


def test_a_copy_is_brought_back_and_what_was_there_is_kept(
    shell: Callable[..., Ended], here: Command
) -> None:
    """Told in three lines: what is back, and where the other one is."""
    shell("db", "upgrade")
    copy = shell("db", "backup")[1].removeprefix("Copied to ").strip()

    code, out, err = shell("db", "restore", copy)
    again = shell("db", "check")

    assert (code, err, again[0]) == (0, "", 0)
    kept = re.search(r"kept, with all its games: (.*)$", out, re.MULTILINE)
    assert kept is not None
    assert Path(kept[1]).parent == here.home
    assert Path(kept[1]).is_file()
    assert Path(copy).name.startswith("manual-")


def test_a_copy_that_is_none_is_a_sentence(shell: Callable[..., Ended], here: Command) -> None:
    """A typo in the name costs nothing."""
    shell("db", "upgrade")

    code, out, err = shell("db", "restore", "nothing.db")

    assert (code, out) == (2, "")
    assert err.startswith(f"{here.home / 'nothing.db'} is not a file. Nothing was changed. Name a copy")


def test_a_database_that_cannot_be_copied_says_why(shell: Callable[..., Ended], here: Command) -> None:
    """Whoever wants a copy wants to know that there is none."""
    missing = shell("db", "backup")
    shell("db", "upgrade")
    (here.home / "backups").rmdir()
    (here.home / "backups").write_text("")
    barred = shell("db", "backup")

    assert (missing[0], barred[0]) == (2, 2)
    assert missing[2].startswith("The database cannot be copied (unable to open database file).")
    assert "File exists" in barred[2]


def test_a_damaged_database_is_what_the_check_finds(shell: Callable[..., Ended], here: Command) -> None:
    """The one command for a bad night must not give up on it."""
    shell("db", "upgrade")
    file = here.home / "glyphmaster.db"
    with closing(sqlite3.connect(file)) as database:
        ((page,),) = database.execute("SELECT rootpage FROM sqlite_master WHERE name = 'sessions'")
    content = bytearray(file.read_bytes())
    content[(page - 1) * 4096 : page * 4096] = b"\xff" * 4096
    file.write_bytes(bytes(content))

    code, out, err = shell("db", "check")

    assert (code, err) == (1, "")
    assert out.startswith("The database has faults")


def test_output_that_cannot_be_written_is_said_beside_it(
    shell: Callable[..., Ended], capsys: pytest.CaptureFixture[str]
) -> None:
    """A full disk behind `>` is no bug of ours, and costs no game."""
    shell("pack", "list")

    code = last_words(OSError(errno.ENOSPC, "no room"))

    said = capsys.readouterr().err
    assert code == 1
    assert said.startswith("What should be shown cannot be written (No space left on device).")


def test_wrong_settings_are_told_without_a_traceback(
    shell: Callable[..., Ended], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Exit code 2: the person can put it right."""
    monkeypatch.setenv("GLYPHMASTER_LANGUAGE", "fr")

    ended = shell("play")

    said = "GLYPHMASTER_LANGUAGE is 'fr'. Allowed: en, de or it. Example: GLYPHMASTER_LANGUAGE=de\n"
    assert ended == (2, "", said)


def test_run_without_a_token_says_where_to_get_one(shell: Callable[..., Ended]) -> None:
    """The first thing that everybody meets."""
    code, out, err = shell("run")

    assert (code, out) == (2, "")
    assert err.startswith("DISCORD_TOKEN is not set.")


def test_doctor_says_that_ollama_is_away_and_exits_with_1(shell: Callable[..., Ended]) -> None:
    """Scripts ask the code, people read the line."""
    code, out, err = shell("doctor")

    assert (code, err) == (1, "")
    assert "No Ollama answers at http://127.0.0.1:9" in out


def test_doctor_tells_wrong_settings_as_a_finding(
    shell: Callable[..., Ended], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever asks the doctor gets an answer, not a refusal."""
    monkeypatch.setenv("GLYPHMASTER_LANGUAGE", "fr")

    code, out, err = shell("doctor")

    assert (code, err) == (1, "")
    assert "[fault] The settings are not right: GLYPHMASTER_LANGUAGE is 'fr'." in out


def test_an_unknown_adventure_is_a_sentence(shell: Callable[..., Ended]) -> None:
    """In the player's language, and nothing is opened."""
    code, out, err = shell("play", "atlantis")

    assert (code, out) == (2, "")
    assert "“atlantis”" in err
    assert "`glyphmaster pack list` shows them." in err


def test_a_fault_of_ours_is_a_sentence_with_a_reference(
    shell: Callable[..., Ended], here: Command, capsys: pytest.CaptureFixture[str]
) -> None:
    """Exit code 1; the traceback is in the log, beside the reference."""
    assert shell("pack", "list")[0] == 0

    code = last_words(ZeroDivisionError("secret detail"))

    said = capsys.readouterr().err
    log = (here.home / "glyphmaster.log").read_text()
    assert code == 1
    assert "secret detail" not in said
    assert said.splitlines()[-1].removeprefix("Reference: ") in log
    assert "ZeroDivisionError: secret detail" in log


def test_setup_runs_without_a_terminal_and_asks_nothing(shell: Callable[..., Ended], here: Command) -> None:
    """A script sets up a whole row of machines; where nobody can be asked, nothing is fetched."""
    code, out, err = shell("setup", "--no-discord", "--no-measure", "--ollama-host", "127.0.0.1:9")

    assert (code, err) == (0, "")
    assert "No Ollama answers at http://127.0.0.1:9" in out
    assert (here.home / "glyphmaster.toml").is_file()


def test_setup_says_when_the_token_is_not_where_it_should_be(shell: Callable[..., Ended]) -> None:
    """Nothing is written then."""
    code, out, err = shell("setup", "--token-from-env")

    assert (code, out) == (2, "")
    assert err == "DISCORD_TOKEN is not set, so --token-from-env finds no token there.\n"
