"""The commands about a game that is there: pause, resume, break, finish, recap, list, remove, set."""

import discord
from discord import app_commands
from discord.ext import commands

from cogs import life_shown
from cogs.answers import ponder, whisper
from cogs.desk import Desk, asker, words_for
from cogs.life_resting import ask_to_finish, go_on, pause, rest, tell_again
from cogs.life_seats import remove
from cogs.life_setting import change, offered, panel, values
from cogs.payload import clipped
from cogs.words import about
from engine.life.wishes import SETTINGS, setting_called
from engine.model.session import Session

_CHOICE = 100
_VALUE = 100


class LifeCommands(commands.Cog):
    """The commands of `cogs.game` that are about a game which is there already."""

    _desk: Desk

    @app_commands.command(name="pause", description=about("game.pause.about"))
    async def pause(self, interaction: discord.Interaction) -> None:
        """Hold the story; everybody at the table may."""
        await ponder(interaction)
        await pause(interaction, await self._here(interaction))

    @app_commands.command(name="resume", description=about("game.resume.about"))
    async def resume(self, interaction: discord.Interaction) -> None:
        """Play on."""
        await ponder(interaction)
        await go_on(interaction, await self._here(interaction))

    @app_commands.command(name="break", description=about("game.break.about"))
    async def rest(self, interaction: discord.Interaction) -> None:
        """End the evening."""
        await ponder(interaction)
        await rest(interaction, await self._here(interaction))

    @app_commands.command(name="finish", description=about("game.finish.about"))
    async def finish(self, interaction: discord.Interaction) -> None:
        """End the story, after asking."""
        await ponder(interaction)
        await ask_to_finish(interaction, await self._here(interaction))

    @app_commands.command(name="recap", description=about("game.recap.about"))
    async def recap(self, interaction: discord.Interaction) -> None:
        """What happened since the asker's own last action."""
        await ponder(interaction)
        await tell_again(interaction, await self._here(interaction))

    @app_commands.command(name="list", description=about("game.list.about"))
    async def list_of(self, interaction: discord.Interaction) -> None:
        """This server's games."""
        await ponder(interaction)
        found = await self._desk.games.list_of(str(interaction.guild_id), await asker(interaction))
        await whisper(interaction, life_shown.listed(found, words_for(interaction)))

    @app_commands.command(name="remove", description=about("game.remove.about"))
    @app_commands.describe(player=about("game.remove.player"), block=about("game.remove.block"))
    @app_commands.choices(
        block=[app_commands.Choice(name=about(f"game.block.{b}"), value=b) for b in ("yes", "no", "lift")]
    )
    async def remove(self, interaction: discord.Interaction, player: discord.User, block: str = "no") -> None:
        """Send somebody away, for now or for good; or let them come back."""
        await ponder(interaction)
        await remove(interaction, await self._here(interaction), player, block)

    @app_commands.command(name="set", description=about("game.set.about"))
    @app_commands.describe(name=about("game.set.name"), value=about("game.set.value"))
    @app_commands.choices(
        name=[app_commands.Choice(name=about(f"game.setting.{s.name}"), value=s.name) for s in SETTINGS]
    )
    async def set_(
        self,
        interaction: discord.Interaction,
        name: str | None = None,
        value: app_commands.Range[str, 1, _VALUE] | None = None,
    ) -> None:
        """Change a setting; without a value choose one, without a name see all."""
        await ponder(interaction)
        session, locale = await self._here(interaction), words_for(interaction)
        if name is None:
            await whisper(interaction, panel(session, self._desk, locale))
        elif value is None:
            await whisper(interaction, values(session, setting_called(name), self._desk, locale))
        else:
            await change(interaction, session.id, name, value)

    @set_.autocomplete("value")
    async def _values(self, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        session = await self._desk.store.session_in("discord", str(interaction.channel_id))
        name = str(getattr(interaction.namespace, "name", ""))
        found = offered(session, name, self._desk, words_for(interaction), current)
        return [app_commands.Choice(name=clipped(label, _CHOICE), value=v) for label, v in found]

    async def _here(self, interaction: discord.Interaction) -> Session:
        return await self._desk.table(interaction.channel_id)
