"""/party and /leave: who sits at this table, who is away, and how one stands up."""

from datetime import timedelta
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from cogs.answers import ponder
from cogs.desk import Desk, words_for
from cogs.life_days import OFFERED, OPEN, read_day
from cogs.life_seats import be_away, be_back, leave, need_plain, show_party
from cogs.payload import clipped
from cogs.words import about

_WORDS = 20
_CHOICE = 100
_YES_NO = [app_commands.Choice(name=about(f"game.answer.{answer}"), value=answer) for answer in ("yes", "no")]


class PartyCog(commands.Cog):
    """The seats of a table."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    @app_commands.command(name="party", description=about("party.about"))
    @app_commands.describe(
        away_until=about("party.away-until"), back=about("party.back"), plain=about("party.plain")
    )
    @app_commands.choices(back=_YES_NO[:1], plain=_YES_NO)
    @app_commands.guild_only()
    async def party(
        self,
        interaction: discord.Interaction,
        away_until: app_commands.Range[str, 1, _WORDS] | None = None,
        back: str | None = None,
        plain: str | None = None,
    ) -> None:
        """Show the seats, or say something of one's own."""
        await ponder(interaction)
        session = await self._desk.table(interaction.channel_id)
        if away_until is not None:
            until = read_day(away_until, self._desk.clock.now().date())
            await be_away(interaction, session, until)
        elif back is not None:
            await be_back(interaction, session)
        if plain is not None:
            await need_plain(interaction, session, needs=plain == "yes")
        if away_until is back is plain is None:
            await show_party(interaction, session)

    @party.autocomplete("away_until")
    async def _days(self, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        locale, today = words_for(interaction), self._desk.clock.now().date()
        days = [(today + timedelta(days=count)).isoformat() for count in OFFERED]
        offered = [
            (locale.say(f"life.days.{count}", day=iso), iso) for count, iso in zip(OFFERED, days, strict=True)
        ]
        offered.append((locale.say("life.days.open"), OPEN))
        wanted = current.strip().casefold()
        fitting = [pair for pair in offered if wanted in pair[0].casefold() or wanted in pair[1]]
        return [app_commands.Choice(name=clipped(name, _CHOICE), value=iso) for name, iso in fitting]

    @app_commands.command(name="leave", description=about("leave.about"))
    @app_commands.guild_only()
    async def leave(self, interaction: discord.Interaction) -> None:
        """Stand up; the character goes on without its player."""
        await ponder(interaction)
        await leave(interaction, await self._desk.table(interaction.channel_id))


async def setup(bot: Any) -> None:
    """Called by discord.py when the client loads this file."""
    await bot.add_cog(PartyCog(bot.desk))
