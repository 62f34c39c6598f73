"""A bot that is in no server says how to get it into one."""

import asyncio
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest

from bot.inviting import invite_while_alone
from cogs.rights import invitation
from engine.model.session import GameSettings
from tests.bot.doctor_for_tests import LIBRARY


class Lonely:
    """As much of a client as is asked; `happens` ends its waiting for an event."""

    def __init__(self, *guilds: str) -> None:
        self.application_id = 900
        self.guilds = list(guilds)
        self.waits_for = ""
        self.happens = asyncio.Event()

    async def wait_until_ready(self) -> None:
        pass

    async def wait_for(self, event: str) -> Any:
        self.waits_for = event
        await self.happens.wait()
        self.happens.clear()
        return SimpleNamespace()


async def settle() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


async def test_the_link_is_shown_while_no_server_is_left(capsys: pytest.CaptureFixture[str]) -> None:
    """The first thing that the owner needs, and again when the last server is gone."""
    client = Lonely()
    task = asyncio.create_task(invite_while_alone(cast("discord.Client", client), LIBRARY, GameSettings()))
    await settle()
    first = capsys.readouterr().out
    client.guilds = ["Tavern"]
    client.happens.set()
    await settle()
    then = client.waits_for

    client.guilds = []
    client.happens.set()
    await settle()
    task.cancel()

    assert invitation(900) in first
    assert then == "guild_remove"
    assert capsys.readouterr().out == first


async def test_a_bot_that_is_invited_says_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    """No noise at each start."""
    client = Lonely("Tavern")
    task = asyncio.create_task(invite_while_alone(cast("discord.Client", client), LIBRARY, GameSettings()))

    await settle()
    task.cancel()

    assert capsys.readouterr().out == ""
