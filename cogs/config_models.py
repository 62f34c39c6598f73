"""The part of /config that is about models: which one does what."""

from typing import Literal

import discord
from discord import app_commands
from discord.ext import commands

from cogs.answers import ponder, whisper
from cogs.desk import Desk, words_for
from cogs.payload import clipped
from cogs.words import about
from engine.errors import ModelMissing

_CHOICES = 25
_NAME = 100


class ModelCommands(commands.Cog):
    """The commands of `cogs.config` that are about models."""

    _desk: Desk

    @app_commands.command(name="model", description=about("config.model.about"))
    @app_commands.describe(use=about("config.model.use"), model=about("config.model.model"))
    @app_commands.choices(
        use=[app_commands.Choice(name=about("config.model.everything"), value="everything")]
    )
    @app_commands.checks.has_permissions(manage_guild=True)
    async def model(
        self,
        interaction: discord.Interaction,
        use: Literal["everything"],
        model: app_commands.Range[str, 1, _NAME],
    ) -> None:
        """Which installed model tells new games; a name that the server does not have is refused."""
        del use  # one use so far
        await ponder(interaction)
        name = model.strip()
        if name not in await self._installed():
            raise ModelMissing(model=name)
        guild = await self._desk.guild(interaction.guild_id)
        game = guild.game.model_copy(update={"model": name})
        await self._desk.store.save_guild(guild.model_copy(update={"game": game}))
        await whisper(interaction, words_for(interaction).say("discord.config.model", model=name))

    @model.autocomplete("model")
    async def _models(self, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        del interaction
        found = [n for n in self._desk.models.names if current.casefold() in n.casefold()]
        return [app_commands.Choice(name=clipped(n, _NAME), value=n) for n in found if len(n) <= _NAME][
            :_CHOICES
        ]

    async def _installed(self) -> tuple[str, ...]:
        """The model server's list, fresh. Raises ModelError."""
        return await self._desk.models.look()
