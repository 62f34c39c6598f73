"""Rules of the Discord client: what it asks for, what it offers, and how it says that it cannot start."""

import logging
from pathlib import Path

import aiohttp
import discord
import pytest

from bot.client import COGS, LONGEST_WAIT_S, TableClient, intents, serve
from engine.errors import SetupError
from tests.cogs.stage import Stage


class Refused(TableClient):
    """A client that Discord does not let in."""

    def __init__(self, stage: Stage, reason: Exception) -> None:
        super().__init__(stage.desk, stage.announcer)
        self.reason = reason

    async def start(self, token: str, *, reconnect: bool = True) -> None:
        raise self.reason


async def test_a_wrong_token_is_named_with_the_place_where_the_right_one_is() -> None:
    """Whoever sets up the bot at midnight needs the page, not a traceback."""
    client = Refused(Stage(), discord.LoginFailure("improper token"))

    with pytest.raises(SetupError, match=r"DISCORD_TOKEN.*discord\.com/developers"):
        await serve(client, "wrong")


async def test_a_machine_without_the_internet_is_told_so() -> None:
    """It is not our fault, and a traceback would say it was."""
    client = Refused(Stage(), aiohttp.ClientConnectionError("no route"))

    with pytest.raises(SetupError, match="Discord cannot be reached"):
        await serve(client, "right")


async def test_the_missing_switch_for_message_content_is_named() -> None:
    """Without it every message arrives empty and nobody would know why."""
    client = Refused(Stage(), discord.PrivilegedIntentsRequired(None))

    with pytest.raises(SetupError, match="MESSAGE CONTENT INTENT"):
        await serve(client, "right")


async def test_a_gateway_that_is_lost_for_a_moment_is_one_line_in_the_log(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """A traceback at every hiccup of the network hides the one that matters."""

    class Losing(TableClient):
        async def start(self, token: str, *, reconnect: bool = True) -> None:
            try:
                raise ConnectionResetError(104, "Connection reset by peer")
            except OSError:
                logging.getLogger("discord.client").exception("Attempting a reconnect in %.2fs", 1.5)

    stage = Stage()

    await serve(Losing(stage.desk, stage.announcer), "right")

    lines = [(r.levelname, r.getMessage(), r.exc_info) for r in caplog.records if r.name == "discord.client"]
    reset = "ConnectionResetError(104, 'Connection reset by peer')"
    assert lines == [("WARNING", f"Attempting a reconnect in 1.50s: {reset}", None)]


def test_only_what_play_needs_is_asked_of_discord() -> None:
    """Members and presences are nobody's business here."""
    asked = {name for name, is_on in intents() if is_on}

    assert asked == {"guilds", "guild_messages", "message_content"}


async def test_nobody_is_pinged_and_no_rate_limit_is_waited_for_without_end() -> None:
    """A story must not wake a server, and a limit must not freeze a table."""
    client = Stage().client

    assert client.allowed_mentions is not None
    assert dict(client.allowed_mentions.to_dict()) == {"parse": []}
    assert client.http.max_ratelimit_timeout == LONGEST_WAIT_S


def test_every_cog_file_is_loaded() -> None:
    """A command that nobody loads is a command that nobody has."""
    folder = Path(__file__).parents[2] / "cogs"
    with_setup = {file.stem for file in folder.glob("*.py") if "async def setup(" in file.read_text("utf-8")}

    assert with_setup == set(COGS)
