"""/config: what an admin sets for the server. It counts for games that are opened afterwards."""

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from cogs.answers import ponder, whisper
from cogs.config_models import ModelCommands
from cogs.desk import Desk, words_for
from cogs.models_shown import models_shown
from cogs.payload import Payload
from cogs.words import about, own_name


@app_commands.guild_only()
@app_commands.default_permissions(manage_guild=True)
class ConfigCog(
    ModelCommands, commands.GroupCog, group_name="config", group_description=about("config.about")
):
    """For people with Manage Guild; checked at each use too, because a server may show commands to others."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._desk = desk

    @app_commands.command(name="show", description=about("config.show.about"))
    @app_commands.checks.has_permissions(manage_guild=True)
    async def show(self, interaction: discord.Interaction) -> None:
        """All settings of the server."""
        await ponder(interaction)
        guild = await self._desk.guild(interaction.guild_id)
        locale = words_for(interaction)
        role = f"<@&{guild.dm_role_id}>" if guild.dm_role_id else locale.say("discord.config.no-role")
        game = guild.game
        await whisper(
            interaction,
            Payload(
                locale.say(
                    "discord.config.show",
                    model=models_shown(game, locale),
                    language=own_name(game.language),
                    content=locale.say(f"discord.content.{game.content}"),
                    narrator=locale.say(f"discord.narrator.{game.narrator}"),
                    role=role,
                )
            ),
        )

    @app_commands.command(name="dm-role", description=about("config.dm-role.about"))
    @app_commands.describe(role=about("config.dm-role.role"))
    @app_commands.checks.has_permissions(manage_guild=True)
    async def dm_role(self, interaction: discord.Interaction, role: discord.Role | None = None) -> None:
        """Who may direct every game of the server, beside its host; no role takes it back."""
        await ponder(interaction)
        guild = await self._desk.guild(interaction.guild_id)
        changed = guild.model_copy(update={"dm_role_id": str(role.id) if role else None})
        await self._desk.store.save_guild(changed)
        locale = words_for(interaction)
        said = (
            locale.say("discord.config.role", role=role.mention)
            if role
            else locale.say("discord.config.role-gone")
        )
        await whisper(interaction, said)


async def setup(bot: Any) -> None:
    """Called by discord.py when the client loads this file."""
    await bot.add_cog(ConfigCog(bot.desk))
