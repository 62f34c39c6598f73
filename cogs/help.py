"""/help: how to play, by role, and a scene to try it in."""

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from cogs import help_ids
from cogs.answers import ponder, whisper
from cogs.desk import asker, desk_of, words_for
from cogs.help_pages import page
from cogs.pressing import Pressed
from cogs.words import about
from engine.errors import NoGame, StoreError
from engine.model.session import GameStatus

Press = discord.ui.Button[discord.ui.View]


class HelpPressed(Pressed[Press], template=help_ids.HELP):
    """Another role's page."""

    async def press(self, interaction: discord.Interaction) -> None:
        """Privately, like the first."""
        await ponder(interaction)
        section: help_ids.Section = self.match["section"]  # type: ignore[assignment]  # the template's own
        await whisper(interaction, page(section, await _status(interaction), words_for(interaction)))


class HelpCog(commands.Cog):
    """Works without a game, a model or a database."""

    @app_commands.command(name="help", description=about("help.about"))
    @app_commands.guild_only()
    async def help(self, interaction: discord.Interaction) -> None:
        """How to play."""
        await show_help(interaction)


async def show_help(interaction: discord.Interaction) -> None:
    """The page of whatever the asker is here."""
    await ponder(interaction)
    section = await _section(interaction)
    await whisper(interaction, page(section, await _status(interaction), words_for(interaction)))


async def _section(interaction: discord.Interaction) -> help_ids.Section:
    if interaction.permissions.manage_guild:
        return "admin"
    try:
        return "dm" if (await asker(interaction)).may_direct else "player"
    except StoreError:
        return "player"


async def _status(interaction: discord.Interaction) -> GameStatus | None:
    try:
        return (await desk_of(interaction).table(interaction.channel_id)).status
    except (NoGame, StoreError):
        return None


async def setup(bot: Any) -> None:
    """Called by discord.py when the client loads this file."""
    await bot.add_cog(HelpCog())
