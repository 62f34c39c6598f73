"""The log: it says what happened, and nothing that must stay between people."""

import json
import logging
from pathlib import Path

import pytest
import structlog
from pydantic import SecretStr

from bot.log import start_logging
from bot.settings import Settings

pytestmark = pytest.mark.usefixtures("logging_as_before")


def settings(**given: object) -> Settings:
    return Settings(discord_token=SecretStr("a.b.token"), **given)  # type: ignore[arg-type]  # by name


def test_an_event_is_one_line_with_its_name_and_facts(tmp_path: Path) -> None:
    """Whoever looks for a reference finds it with grep."""
    start_logging(settings(log_format="json"), tmp_path / "x.log")

    structlog.get_logger().warning("narration_failed", reference="ABCDEF", session="s1", duration_s=1.5)

    line = json.loads((tmp_path / "x.log").read_text())
    assert line.pop("timestamp").endswith("Z")
    line.pop("logger")
    assert line == {
        "event": "narration_failed",
        "level": "warning",
        "reference": "ABCDEF",
        "session": "s1",
        "duration_s": 1.5,
    }


@pytest.mark.parametrize("log_format", ["text", "json"])
def test_a_token_is_blotted_out_wherever_it_stands(tmp_path: Path, log_format: str) -> None:
    """Libraries log addresses, headers and errors of their own."""
    start_logging(settings(log_format=log_format), tmp_path / "x.log")

    try:
        raise ValueError("cannot send a.b.token")
    except ValueError as error:
        structlog.get_logger().error("went_wrong", cause=repr(error), exc_info=error, header=["a.b.token"])
    logging.getLogger("discord").warning("logged in with %s", "a.b.token")

    written = (tmp_path / "x.log").read_text()
    assert "a.b.token" not in written
    assert written.count("[hidden]") >= 4
    assert "Traceback" in written or '"exc_type": "ValueError"' in written


@pytest.mark.parametrize(("level", "is_written"), [("debug", True), ("info", False)])
def test_players_words_are_written_only_at_debug(tmp_path: Path, level: str, is_written: bool) -> None:
    """What friends say at a table is theirs."""
    start_logging(settings(log_level=level), tmp_path / "x.log")

    structlog.get_logger().debug("heard", text="I love you, Mags", session="s1")
    structlog.get_logger().info("heard_too", content="I hate you, Mags", session="s1")

    written = (tmp_path / "x.log").read_text()
    assert ("I love you" in written) == is_written
    assert "I hate you" not in written
    assert "heard_too" in written


def test_local_values_of_a_failure_stay_out(tmp_path: Path) -> None:
    """A traceback with values would carry the players' words."""
    start_logging(settings(log_format="json"), tmp_path / "x.log")

    def fail(said: str) -> None:
        raise ValueError(len(said))

    try:
        fail("private words")
    except ValueError:
        structlog.get_logger().exception("went_wrong")

    assert "private words" not in (tmp_path / "x.log").read_text()


def test_a_log_that_cannot_be_opened_stops_nobody(tmp_path: Path) -> None:
    """A read-only folder must not end an evening."""
    (tmp_path / "file").touch()

    start_logging(settings(), tmp_path / "file" / "x.log")

    structlog.get_logger().error("unheard")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has a disk that is always full")
def test_a_line_that_cannot_be_written_is_lost_without_a_word(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """When a disk is full, a player is told that the turn was not saved, not how logging works."""
    (tmp_path / "x.log").symlink_to("/dev/full")
    start_logging(settings(), tmp_path / "x.log")

    structlog.get_logger().error("unheard")

    assert capsys.readouterr() == ("", "")
