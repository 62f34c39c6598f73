"""/config: what an admin sets for the server. It counts for games that are opened afterwards."""

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from cogs import config_panel, permissions
from cogs.answers import ponder, whisper
from cogs.config_commons import CommonCommands
from cogs.config_models import ModelCommands
from cogs.config_pressed import reset_it, set_it
from cogs.desk import Desk, desk_of, words_for
from cogs.life_setting import offered_for
from cogs.payload import clipped
from cogs.words import about
from engine.errors import BadSetting
from engine.life.guild_wishes import ALL, OWN, server_setting
from engine.model.session import GuildSettings, Starter
from engine.requests import Person

_CHOICE = 100
_ADMIN = app_commands.checks.has_permissions(manage_guild=True)
_NAMES = [app_commands.Choice(name=about(f"config.setting.{s.name}"), value=s.name) for s in OWN]
_NAMES += [
    app_commands.Choice(name=about(f"game.setting.{s.name}"), value=s.name) for s in ALL if s not in OWN
]


@app_commands.guild_only()
@app_commands.default_permissions(manage_guild=True)
class ConfigCog(
    ModelCommands,
    CommonCommands,
    commands.GroupCog,
    group_name="config",
    group_description=about("config.about"),
):
    """For people with Manage Guild; checked at each use too, because a server may show commands to others."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._desk = desk

    @app_commands.command(name="show", description=about("config.show.about"))
    @_ADMIN
    async def show(self, interaction: discord.Interaction) -> None:
        """All settings of the server."""
        await show_settings(interaction)

    @app_commands.command(name="set", description=about("config.set.about"))
    @app_commands.describe(name=about("config.set.name"), value=about("config.set.value"))
    @app_commands.choices(name=_NAMES)
    @_ADMIN
    async def set_(
        self, interaction: discord.Interaction, name: str, value: app_commands.Range[str, 1, _CHOICE]
    ) -> None:
        """Any setting, by name."""
        await ponder(interaction)
        await set_it(interaction, name, value)

    @set_.autocomplete("value")
    async def _values(self, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        locale, name = words_for(interaction), str(getattr(interaction.namespace, "name", ""))
        guild = await self._desk.guild(interaction.guild_id)
        try:
            setting = server_setting(name)
        except BadSetting:
            return []
        if setting in OWN:
            pairs = [
                (config_panel.shown(setting, guild.model_copy(update={setting.field: setting.read(v)}),
                                    self._desk, locale), v)
                for v in (setting.values or ("yes", "no"))
            ]  # fmt: skip
        else:
            pairs = offered_for(guild.game, name, self._desk, locale, current)
        return [app_commands.Choice(name=clipped(label, _CHOICE), value=v) for label, v in pairs]

    @app_commands.command(name="reset", description=about("config.reset.about"))
    @app_commands.describe(name=about("config.set.name"))
    @app_commands.choices(name=_NAMES)
    @_ADMIN
    async def reset(self, interaction: discord.Interaction, name: str) -> None:
        """One setting as this machine is set up."""
        await ponder(interaction)
        await reset_it(interaction, name)

    @app_commands.command(name="start-by", description=about("config.start-by.about"))
    @app_commands.describe(who=about("config.set.value"), role=about("config.start-by.role"))
    @app_commands.choices(
        who=[
            app_commands.Choice(name=about(f"config.value.start-by.{w}"), value=w)
            for w in ("everyone", "host", "dm")
        ]
    )
    @_ADMIN
    async def start_by(
        self, interaction: discord.Interaction, who: str, role: discord.Role | None = None
    ) -> None:
        """Who may open games."""
        await ponder(interaction)
        locale, guild = words_for(interaction), await self._desk.guild(interaction.guild_id)
        if who == "host" and role is None and guild.host_role_id is None:
            await whisper(interaction, locale.say("config.host-role-needed"))
            return
        starter: Starter = "host" if who == "host" else "dm" if who == "dm" else "everyone"
        chosen = str(role.id) if role is not None else guild.host_role_id
        guild = guild.model_copy(update={"starts": starter, "host_role_id": chosen})
        await self._desk.store.save_guild(guild)
        await whisper(
            interaction, config_panel.changed(server_setting("start-by"), guild, self._desk, locale)
        )

    @app_commands.command(name="dm-role", description=about("config.dm-role.about"))
    @app_commands.describe(role=about("config.dm-role.role"))
    @_ADMIN
    async def dm_role(self, interaction: discord.Interaction, role: discord.Role | None = None) -> None:
        """Who may direct every game of the server, beside its host; no role takes it back."""
        await ponder(interaction)
        await self._save(interaction, dm_role_id=str(role.id) if role else None)
        locale = words_for(interaction)
        said = (
            locale.say("discord.config.role", role=role.mention)
            if role
            else locale.say("discord.config.role-gone")
        )
        await whisper(interaction, said)

    @app_commands.command(name="dm-channel", description=about("config.dm-channel.about"))
    @app_commands.describe(channel=about("config.dm-channel.channel"))
    @_ADMIN
    async def dm_channel(
        self, interaction: discord.Interaction, channel: discord.TextChannel | None = None
    ) -> None:
        """Where drafts and notes for the DM go; no channel takes it back."""
        await ponder(interaction)
        locale = words_for(interaction)
        if channel is None:
            await self._save(interaction, dm_channel_id=None)
            await whisper(interaction, locale.say("config.channel-gone"))
            return
        mine = channel.permissions_for(channel.guild.me)
        if not (mine.view_channel and mine.send_messages):
            await whisper(interaction, locale.say("config.channel-closed", channel=channel.mention))
            return
        await self._save(interaction, dm_channel_id=str(channel.id))
        lines = [locale.say("config.channel", channel=channel.mention)]
        if channel.permissions_for(channel.guild.default_role).view_channel:
            lines.append(locale.say("config.channel-open"))
        await whisper(interaction, "\n".join(lines))

    @app_commands.command(name="npc-voices", description=about("config.npc-voices.about"))
    @app_commands.describe(on=about("config.set.value"))
    @_ADMIN
    async def npc_voices(self, interaction: discord.Interaction, on: bool) -> None:
        """Other characters post under their own names, where we may make webhooks."""
        await ponder(interaction)
        locale = words_for(interaction)
        guild = await self._save(interaction, speaks_as=on)
        setting = server_setting("npc-voices")
        said = config_panel.changed(setting, guild, self._desk, locale)
        if on and not interaction.app_permissions.manage_webhooks:
            await whisper(interaction, f"{said.text}\n{locale.say('config.voices-lack')}")
            return
        await whisper(interaction, said)

    @app_commands.command(name="permissions", description=about("config.permissions.about"))
    @_ADMIN
    async def permissions(self, interaction: discord.Interaction) -> None:
        """What we may not do where, and why it is asked for."""
        await ponder(interaction)
        guild = interaction.guild
        if guild is None or guild.me is None:
            return
        found = await self._desk.games.list_of(
            str(guild.id), Person(str(interaction.user.id), interaction.user.display_name, may_direct=True)
        )
        games = frozenset(g.session.channel_id for g in found if g.session.status != "finished")
        channel = interaction.channel
        here = channel if isinstance(channel, discord.TextChannel | discord.Thread) else None
        seen = permissions.places(guild, here, games)
        await whisper(
            interaction, permissions.shown(seen, interaction.application_id, words_for(interaction))
        )

    async def _save(self, interaction: discord.Interaction, **parts: object) -> GuildSettings:
        guild = (await self._desk.guild(interaction.guild_id)).model_copy(update=parts)
        await self._desk.store.save_guild(guild)
        return guild


async def show_settings(interaction: discord.Interaction) -> None:
    """The page of all settings."""
    await ponder(interaction)
    desk = desk_of(interaction)
    guild = await desk.guild(interaction.guild_id)
    await whisper(interaction, config_panel.panel(guild, desk, words_for(interaction)))


async def setup(bot: Any) -> None:
    """Called by discord.py when the client loads this file."""
    await bot.add_cog(ConfigCog(bot.desk))
