"""/help: how to play, in one message."""

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from cogs.answers import whisper
from cogs.desk import words_for
from cogs.payload import Payload
from cogs.words import about


class HelpCog(commands.Cog):
    """Works without a game, a model or a database."""

    @app_commands.command(name="help", description=about("help.about"))
    @app_commands.guild_only()
    async def help(self, interaction: discord.Interaction) -> None:
        """How to play."""
        await whisper(interaction, Payload("\n".join(words_for(interaction).lines("help.lines"))))


async def setup(bot: Any) -> None:
    """Called by discord.py when the client loads this file."""
    await bot.add_cog(HelpCog())
