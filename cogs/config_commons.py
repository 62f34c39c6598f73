"""The settings that admins change most, each as a command of its own."""

from collections.abc import Callable
from typing import TypeVar

import discord
from discord import app_commands
from discord.ext import commands

from cogs.answers import ponder
from cogs.config_pressed import set_it
from cogs.words import about
from engine.life.wishes import SETTINGS

_BY_NAME = {setting.name: setting for setting in SETTINGS}
_ADMIN = app_commands.checks.has_permissions(manage_guild=True)
_Decorated = TypeVar("_Decorated")


def _choices(name: str) -> Callable[[_Decorated], _Decorated]:
    room = "game.answer" if _BY_NAME[name].kind == "yes-no" else f"config.value.{name}"
    values = ("yes", "no") if _BY_NAME[name].kind == "yes-no" else _BY_NAME[name].values
    return app_commands.choices(
        value=[app_commands.Choice(name=about(f"{room}.{value}"), value=value) for value in values]
    )


class CommonCommands(commands.Cog):
    """The commands of `cogs.config` that set one thing."""

    @app_commands.command(name="language", description=about("game.setting.language"))
    @app_commands.describe(value=about("config.set.value"))
    @_choices("language")
    @_ADMIN
    async def language(self, interaction: discord.Interaction, value: str) -> None:
        """The language of new games."""
        await _set(interaction, "language", value)

    @app_commands.command(name="content", description=about("game.setting.content"))
    @app_commands.describe(value=about("config.set.value"))
    @_choices("content")
    @_ADMIN
    async def content(self, interaction: discord.Interaction, value: str) -> None:
        """How harsh stories may get."""
        await _set(interaction, "content", value)

    @app_commands.command(name="style", description=about("game.setting.style"))
    @app_commands.describe(value=about("config.set.value"))
    @_choices("style")
    @_ADMIN
    async def style(self, interaction: discord.Interaction, value: str) -> None:
        """How long a turn is."""
        await _set(interaction, "style", value)

    @app_commands.command(name="narrator", description=about("game.setting.narrator"))
    @app_commands.describe(value=about("config.set.value"))
    @_choices("narrator")
    @_ADMIN
    async def narrator(self, interaction: discord.Interaction, value: str) -> None:
        """Who tells."""
        await _set(interaction, "narrator", value)

    @app_commands.command(name="delivery", description=about("game.setting.delivery"))
    @app_commands.describe(value=about("config.set.value"))
    @_choices("delivery")
    @_ADMIN
    async def delivery(self, interaction: discord.Interaction, value: str) -> None:
        """How the story arrives."""
        await _set(interaction, "delivery", value)

    @app_commands.command(name="input", description=about("game.setting.input"))
    @app_commands.describe(value=about("config.set.value"))
    @_choices("input")
    @_ADMIN
    async def input(self, interaction: discord.Interaction, value: str) -> None:
        """Which messages count."""
        await _set(interaction, "input", value)

    @app_commands.command(name="gather", description=about("game.setting.gather"))
    @app_commands.describe(seconds=about("config.set.seconds"))
    @_ADMIN
    async def gather(
        self, interaction: discord.Interaction, seconds: app_commands.Range[int, 0, 600]
    ) -> None:
        """How long a table waits for others."""
        await _set(interaction, "gather", str(seconds))

    @app_commands.command(name="plain", description=about("game.setting.plain"))
    @app_commands.describe(value=about("config.set.value"))
    @_choices("plain")
    @_ADMIN
    async def plain(self, interaction: discord.Interaction, value: str) -> None:
        """Messages without frames."""
        await _set(interaction, "plain", value)


async def _set(interaction: discord.Interaction, name: str, value: str) -> None:
    await ponder(interaction)
    await set_it(interaction, name, value)
