"""A simulated Discord around our client."""

from collections.abc import AsyncIterator

import discord
import pytest
from discord import app_commands
from simcord.env import Env

from cogs.outcomes import named
from engine.errors import PlayerError, ServiceError
from tests.cogs.stage import Evening, Stage

ORDINARY = (PlayerError, ServiceError, app_commands.CheckFailure)
"""What a person is told about; anything else that comes up is a bug."""


@pytest.fixture
def stage() -> Stage:
    return Stage()


@pytest.fixture
async def simcord_env(stage: Stage) -> AsyncIterator[Env]:
    env = Env(stage.client, settle_timeout=5.0)
    await env.start()
    yield env
    await stage.desk.turns.close()
    await env.shutdown()
    assert [error for error in env.errors if not isinstance(_cause(error), ORDINARY)] == []


def _cause(error: BaseException) -> BaseException:
    return named(error.original) if isinstance(error, app_commands.CommandInvokeError) else error


@pytest.fixture
def evening(simcord_env: Env, stage: Stage) -> Evening:
    guild = simcord_env.create_guild()
    channel = guild.create_text_channel("inn")
    keeper = guild.create_role("Keeper", permissions=discord.Permissions(manage_guild=True))
    host = guild.add_member(simcord_env.create_user("hal"), roles=[keeper])
    ada, bo = (guild.add_member(simcord_env.create_user(name)) for name in ("ann", "bob"))
    return Evening(simcord_env, stage, guild, channel, host, ada, bo)
