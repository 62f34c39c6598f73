"""Acting at the table, by command: /act, /undo, /retry."""

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from cogs.answers import ponder, pondering, proclaim, whisper
from cogs.desk import Desk, asker, words_for
from cogs.moves import check_at_table
from cogs.payload import Payload
from cogs.render import escaped
from cogs.words import about
from engine.errors import NotAtTable, NothingToUndo, OldMoment
from engine.model.action import Action

_WORDS = 1500


class PlayCog(commands.Cog):
    """What a player does with commands; messages are `cogs.listening`, buttons `cogs.moves`."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    @app_commands.command(name="act", description=about("act.about"))
    @app_commands.describe(text=about("act.text"))
    @app_commands.guild_only()
    async def act(self, interaction: discord.Interaction, text: app_commands.Range[str, 1, _WORDS]) -> None:
        """An action in words; the others see it as a line in the channel."""
        async with pondering(interaction), self._desk.order.at(interaction.channel_id):
            session = await self._desk.table(interaction.channel_id)
            character = session.head_state.character_of(str(interaction.user.id))
            if character is None:
                raise NotAtTable
            await self._desk.turns.act(
                Action(
                    source_id=str(interaction.id),
                    session_id=session.id,
                    surface="discord",
                    player_id=str(interaction.user.id),
                    player_name=interaction.user.display_name,
                    character_id=character.id,
                    content=text,
                    received_at=self._desk.clock.now(),
                )
            )
        await whisper(interaction, words_for(interaction).say("discord.acted"))
        await proclaim(interaction, Payload(f"**{escaped(character.name)}**: {text}"))

    @app_commands.command(name="undo", description=about("undo.about"))
    @app_commands.guild_only()
    async def undo(self, interaction: discord.Interaction) -> None:
        """Take the newest turn back; for people at the table, the host and DMs."""
        await ponder(interaction, counts_late=False)
        session = await self._desk.table(interaction.channel_id)
        await check_at_table(interaction, session)
        if session.head_turn_id is None:
            raise NothingToUndo
        await self._desk.games.undo(session.id, await asker(interaction))
        await whisper(interaction, words_for(interaction).say("discord.done"))
        locale = self._desk.library.locale(session.settings.language)
        await proclaim(
            interaction, Payload(locale.say("discord.undone", player=escaped(interaction.user.display_name)))
        )

    @app_commands.command(name="retry", description=about("retry.about"))
    @app_commands.guild_only()
    async def retry(self, interaction: discord.Interaction) -> None:
        """Have the newest turn told again."""
        await ponder(interaction, counts_late=False)
        session = await self._desk.table(interaction.channel_id)
        await check_at_table(interaction, session)
        if session.head_turn_id is None:
            raise OldMoment
        await self._desk.turns.retell(session.head_turn_id)
        await whisper(interaction, words_for(interaction).say("discord.retelling"))


async def setup(bot: Any) -> None:
    """Called by discord.py when the client loads this file."""
    await bot.add_cog(PlayCog(bot.desk))
