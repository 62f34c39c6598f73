"""The first greeting in a new server, once, and its three buttons, which work for ever."""

import asyncio
from typing import Any

import discord
import structlog
from discord.ext import commands

from cogs import help_ids
from cogs.answers import ponder, whisper
from cogs.config import show_settings
from cogs.config_pressed import check_admin
from cogs.desk import Host, desk_of, words_for
from cogs.help import show_help
from cogs.opening import open_game
from cogs.outcomes import DiscordFault
from cogs.payload import Button, Menu, Option, Payload
from cogs.pressing import Pressed
from cogs.words import language_of
from engine.errors import GlyphmasterError
from engine.ports import Locale

log = structlog.get_logger()

Press = discord.ui.Button[discord.ui.View]
Select = discord.ui.Select[discord.ui.View]
_SHOWN = 5
"""Adventures that are told of in the text; the menu has up to 25."""


class WelcomePressed(Pressed[Press], template=help_ids.WELCOME):
    """Start a game, Settings, Help."""

    async def press(self, interaction: discord.Interaction) -> None:
        """Each is answered privately."""
        match self.match["deed"]:
            case "start":
                await ponder(interaction)
                await whisper(interaction, choice(interaction))
            case "settings":
                check_admin(interaction)
                await show_settings(interaction)
            case _:
                await show_help(interaction)


class AdventurePicked(Pressed[Select], template=help_ids.ADVENTURE):
    """An adventure to open here."""

    async def press(self, interaction: discord.Interaction) -> None:
        """As `/game new`, with what the server begins with."""
        await ponder(interaction)
        await open_game(interaction, self.item.values[0], {}, in_thread=False)


class WelcomeCog(commands.Cog):
    """Greets servers that were never greeted and never played."""

    def __init__(self, host: Host, client: discord.Client) -> None:
        self._host = host
        self._client = client
        self._lock = asyncio.Lock()

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Somebody has let us in."""
        await self._greet(guild)

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        """Servers that we came into while nobody ran us."""
        for guild in self._client.guilds:
            await self._greet(guild)

    async def _greet(self, guild: discord.Guild) -> None:
        """Once for each server; one in which we may write nowhere is greeted when we may."""
        try:
            async with self._lock:
                await self._greeted(guild)
        except (GlyphmasterError, DiscordFault, discord.HTTPException) as error:
            log.info("not_greeted", guild=guild.id, cause=repr(error))

    async def _greeted(self, guild: discord.Guild) -> None:
        desk = self._host.desk
        settings = await desk.guild(guild.id)
        if settings.is_welcomed or await desk.store.games_of("discord", str(guild.id)):
            return
        place = place_in(guild)
        if place is None:
            return
        locale = desk.library.locale(language_of(guild.preferred_locale, desk.game.language))
        await self._host.posting.post(str(place.id), greeting(locale), nonce=f"w.{guild.id}"[:25])
        settings = await desk.guild(guild.id)
        await desk.store.save_guild(settings.model_copy(update={"is_welcomed": True}))


def place_in(guild: discord.Guild) -> discord.TextChannel | None:
    """The server's channel for such news, else the first in which we may write; null = nowhere."""
    first = [guild.system_channel] if guild.system_channel is not None else []
    for channel in (*first, *guild.text_channels):
        mine = channel.permissions_for(guild.me)
        if mine.view_channel and mine.send_messages:
            return channel
    return None


def greeting(locale: Locale) -> Payload:
    """Who we are, and three buttons."""
    return Payload(
        "\n".join(locale.lines("welcome.lines")),
        rows=(
            (
                Button(help_ids.welcome("start"), locale.say("welcome.button.start"), "main"),
                Button(help_ids.welcome("settings"), locale.say("welcome.button.settings")),
                Button(help_ids.welcome("help"), locale.say("welcome.button.help")),
            ),
        ),
    )


def choice(interaction: discord.Interaction) -> Payload:
    """The adventures, each with what it is like, to open one here."""
    desk, locale = desk_of(interaction), words_for(interaction)
    cards = desk.library.adventures(locale.language)
    lines = [locale.say("welcome.choose")]
    lines += [
        locale.say(
            "welcome.adventure",
            title=card.title,
            tone=card.tone,
            length=card.length,
            least=card.players.least,
            most=card.players.most,
        )
        for card in cards[:_SHOWN]
    ]
    options = tuple(Option(card.id, card.title, card.tone) for card in cards)
    return Payload(
        "\n".join(lines), rows=((Menu(help_ids.adventure(), locale.say("welcome.pick"), options),),)
    )


async def setup(bot: Any) -> None:
    """Called by discord.py when the client loads this file."""
    await bot.add_cog(WelcomeCog(bot, bot))
