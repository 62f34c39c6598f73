"""/steer: where the story shall lean, for the host and DMs."""

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from cogs.answers import ponder, whisper
from cogs.deeds import directs
from cogs.desk import Desk, asker, words_for
from cogs.render import escaped
from cogs.steering_shown import PARTS, steered, unknown
from cogs.words import about
from engine.errors import NotAllowed
from engine.life.ruling import SteeringPart

_WISH = 300

Wish = app_commands.Range[str, 1, _WISH]


@app_commands.guild_only()
class SteeringCog(commands.GroupCog, group_name="steer", group_description=about("steer.about")):
    """The recommendation and the author's note, as commands."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._desk = desk

    @app_commands.command(name="tone", description=about("steer.tone.about"))
    @app_commands.describe(text=about("steer.tone.text"))
    async def tone(self, interaction: discord.Interaction, text: Wish) -> None:
        """How the story shall sound."""
        await self._steer(interaction, "tone", text)

    @app_commands.command(name="direction", description=about("steer.direction.about"))
    @app_commands.describe(text=about("steer.direction.text"))
    async def direction(self, interaction: discord.Interaction, text: Wish) -> None:
        """Where it may lead."""
        await self._steer(interaction, "direction", text)

    @app_commands.command(name="focus", description=about("steer.focus.about"))
    @app_commands.describe(names=about("steer.focus.names"))
    async def focus(self, interaction: discord.Interaction, names: Wish) -> None:
        """Who shall stand in the light."""
        await self._steer(interaction, "focus", names)

    @app_commands.command(name="note", description=about("steer.note.about"))
    @app_commands.describe(text=about("steer.note.text"))
    async def note(self, interaction: discord.Interaction, text: Wish) -> None:
        """The author's note."""
        await self._steer(interaction, "note", text)

    @app_commands.command(name="show", description=about("steer.show.about"))
    async def show(self, interaction: discord.Interaction) -> None:
        """What steers now; it may give away what is planned, so players do not see it."""
        await ponder(interaction)
        session = await self._desk.table(interaction.channel_id)
        if not directs(session, await asker(interaction)):
            raise NotAllowed(who="dm")
        await whisper(interaction, steered(session, words_for(interaction)))

    @app_commands.command(name="clear", description=about("steer.clear.about"))
    @app_commands.describe(part=about("steer.clear.part"))
    @app_commands.choices(
        part=[app_commands.Choice(name=about(f"steer.part.{part}"), value=part) for part in PARTS]
    )
    async def clear(self, interaction: discord.Interaction, part: SteeringPart | None = None) -> None:
        """Take one wish back, or all."""
        await ponder(interaction)
        session = await self._desk.table(interaction.channel_id)
        person = await asker(interaction)
        for one in (part,) if part else PARTS:
            source_id = f"{interaction.id}.{one}"
            session = await self._desk.games.steer(session.id, person, one, "", source_id)
        locale = words_for(interaction)
        await whisper(interaction, f"{locale.say('acting.steer.cleared')}\n{steered(session, locale).text}")

    async def _steer(self, interaction: discord.Interaction, part: SteeringPart, wish: str) -> None:
        await ponder(interaction)
        session, locale = await self._desk.table(interaction.channel_id), words_for(interaction)
        person = await asker(interaction)
        if part == "focus" and directs(session, person) and (lost := unknown(session, wish)):
            known = ", ".join(character.name for character in session.head_state.characters.values())
            await whisper(
                interaction,
                locale.say("acting.steer.nobody", names=escaped(", ".join(lost)), known=known),
            )
            return
        session = await self._desk.games.steer(session.id, person, part, wish, str(interaction.id))
        await whisper(interaction, f"{locale.say('acting.steer.set')}\n{steered(session, locale).text}")


async def setup(bot: Any) -> None:
    """Called by discord.py when the client loads this file."""
    await bot.add_cog(SteeringCog(bot.desk))
