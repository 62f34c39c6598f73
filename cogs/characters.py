"""/join: sit down at the table of this channel."""

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from cogs.answers import ponder, whisper
from cogs.desk import Desk, words_for
from cogs.payload import clipped
from cogs.seating import choices, sit_down
from cogs.words import about
from engine.requests import ReadyChoice
from engine.table.seating import free_characters

_CHOICES = 25
_CHOICE = 100


class CharacterCog(commands.Cog):
    """Who plays whom."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    @app_commands.command(name="join", description=about("join.about"))
    @app_commands.describe(character=about("join.character"))
    @app_commands.guild_only()
    async def join(self, interaction: discord.Interaction, character: str | None = None) -> None:
        """With a character's name, or with the private choice."""
        await ponder(interaction)
        session = await self._desk.table(interaction.channel_id)
        if character is None:
            await whisper(interaction, choices(session, words_for(interaction)))
            return
        await sit_down(interaction, session.id, ReadyChoice(character))

    @join.autocomplete("character")
    async def _characters(
        self, interaction: discord.Interaction, current: str
    ) -> list[app_commands.Choice[str]]:
        session = await self._desk.store.session_in("discord", str(interaction.channel_id))
        if session is None:
            return []
        return [
            app_commands.Choice(name=clipped(f"{c.name}, {c.role}", _CHOICE), value=c.id)
            for c in free_characters(session)
            if current.casefold() in c.name.casefold() or current.casefold() in c.id
        ][:_CHOICES]


async def setup(bot: Any) -> None:
    """Called by discord.py when the client loads this file."""
    await bot.add_cog(CharacterCog(bot.desk))
