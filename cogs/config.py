"""/config: what an admin sets for the server. It counts for games that are opened afterwards."""

from typing import Any, Literal

import discord
from discord import app_commands
from discord.ext import commands

from cogs.answers import ponder, whisper
from cogs.desk import Desk, words_for
from cogs.payload import Payload, clipped
from cogs.words import about, own_name
from engine.errors import ModelMissing

_CHOICES = 25
_NAME = 100


@app_commands.guild_only()
@app_commands.default_permissions(manage_guild=True)
class ConfigCog(commands.GroupCog, group_name="config", group_description=about("config.about")):
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
                    model=game.model,
                    language=own_name(game.language),
                    content=locale.say(f"discord.content.{game.content}"),
                    narrator=locale.say(f"discord.narrator.{game.narrator}"),
                    role=role,
                )
            ),
        )

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

    async def _installed(self) -> tuple[str, ...]:
        """The model server's list, fresh. Raises ModelError."""
        return await self._desk.models.look()


async def setup(bot: Any) -> None:
    """Called by discord.py when the client loads this file."""
    await bot.add_cog(ConfigCog(bot.desk))
