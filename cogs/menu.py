"""The message menu "Not an action": what somebody wrote was not meant for the story."""

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from cogs.answers import ponder, whisper
from cogs.deeds import directs
from cogs.desk import Desk, asker, words_for
from cogs.notices import Notices
from cogs.words import about
from engine.errors import NotAllowed


class MenuCog(commands.Cog):
    """What can be done with a message that is there already."""

    def __init__(self, tree: app_commands.CommandTree[Any], desk: Desk, notices: Notices) -> None:
        self._tree = tree
        self._desk = desk
        self._notices = notices
        self._item = app_commands.ContextMenu(name=about("not-an-action"), callback=self.take_out)
        self._item.guild_only = True

    async def cog_load(self) -> None:
        """Put it into the menu."""
        self._tree.add_command(self._item)

    async def take_out(self, interaction: discord.Interaction, message: discord.Message) -> None:
        """Withdraw it; if a turn has taken it, forget its words. For its author, the host and DMs."""
        await ponder(interaction)
        session, locale = await self._desk.table(interaction.channel_id), words_for(interaction)
        person = await asker(interaction)
        if message.author.id != interaction.user.id and not directs(session, person):
            raise NotAllowed(who="author")
        async with self._desk.order.at(interaction.channel_id):
            is_taken = await self._desk.store.known_turn("discord", str(message.id)) is not None
            is_withdrawn = await self._desk.turns.withdraw("discord", str(message.id))
        if is_withdrawn:
            self._notices.heard(session)
        key = "withdrawn" if is_withdrawn else "taken" if is_taken else "never"
        await whisper(interaction, locale.say(f"acting.not-an-action.{key}"))


async def setup(bot: Any) -> None:
    """Called by discord.py when the client loads this file."""
    await bot.add_cog(MenuCog(bot.tree, bot.desk, bot.notices))
