"""/game: open a table, begin, see where it stands; what comes after is `cogs.life`."""

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from cogs.answers import ponder, whisper
from cogs.desk import Desk, words_for
from cogs.life import LifeCommands
from cogs.opening import open_game
from cogs.payload import clipped
from cogs.seating import begin
from cogs.standing import look_at, standing
from cogs.words import LANGUAGES, about, language_of, own_name
from engine.model.noun import Language
from engine.model.session import Content, NarratorKind

_CHOICES = 25
_CHOICE = 100

YesNo = app_commands.Choice[str]


@app_commands.guild_only()
class GameCog(LifeCommands, commands.GroupCog, group_name="game", group_description=about("game.about")):
    """The life of a game, as commands."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._desk = desk

    @app_commands.command(name="new", description=about("game.new.about"))
    @app_commands.describe(
        adventure=about("game.new.adventure"),
        language=about("game.new.language"),
        content=about("game.new.content"),
        narrator=about("game.new.narrator"),
        thread=about("game.new.thread"),
    )
    @app_commands.choices(
        language=[app_commands.Choice(name=own_name(code), value=code) for code in LANGUAGES.values()],
        content=[
            app_commands.Choice(name=about(f"game.content.{c}"), value=c) for c in ("standard", "strict")
        ],
        narrator=[
            app_commands.Choice(name=about(f"game.narrator.{n}"), value=n)
            for n in ("ai", "draft", "human", "scripted")
        ],
        thread=[app_commands.Choice(name=about(f"game.answer.{a}"), value=a) for a in ("yes", "no")],
    )
    async def new(
        self,
        interaction: discord.Interaction,
        adventure: str,
        language: Language | None = None,
        content: Content | None = None,
        narrator: NarratorKind | None = None,
        thread: str = "no",
    ) -> None:
        """Open a gathering here, or in a thread of its own."""
        await ponder(interaction)
        wished = {"language": language, "content": content, "narrator": narrator}
        given = {name: value for name, value in wished.items() if value is not None}
        await open_game(interaction, adventure, given, in_thread=thread == "yes")

    @new.autocomplete("adventure")
    async def _adventures(
        self, interaction: discord.Interaction, current: str
    ) -> list[app_commands.Choice[str]]:
        language = language_of(interaction.locale, self._desk.game.language)
        cards = self._desk.library.adventures(language)
        return [
            app_commands.Choice(name=clipped(c.title, _CHOICE), value=c.id)
            for c in cards
            if current.casefold() in c.title.casefold() or current.casefold() in c.id
        ][:_CHOICES]

    @app_commands.command(name="begin", description=about("game.begin.about"))
    async def begin(self, interaction: discord.Interaction) -> None:
        """Start the opening."""
        await ponder(interaction)
        await begin(interaction, await self._desk.table(interaction.channel_id))

    @app_commands.command(name="status", description=about("game.status.about"))
    async def status(self, interaction: discord.Interaction) -> None:
        """Where the game stands, who tells it, and what is owed."""
        await ponder(interaction)
        session = await self._desk.table(interaction.channel_id)
        await whisper(interaction, standing(await look_at(self._desk, session), words_for(interaction)))


async def setup(bot: Any) -> None:
    """Called by discord.py when the client loads this file."""
    await bot.add_cog(GameCog(bot.desk))
