"""Changing a server's settings by menus, buttons and forms. Manage Guild is asked for at every press."""

import re
from collections.abc import Mapping

import discord

from cogs import config_ids, config_panel
from cogs.answers import ponder, whisper
from cogs.desk import desk_of, words_for
from cogs.life_setting import values_of
from cogs.payload import clipped
from cogs.pressing import Form, Pressed
from engine.errors import NotAllowed
from engine.life.guild_wishes import ALL, as_typed, server_setting, with_wish, without
from engine.life.wishes import Setting
from engine.ports import Locale

Select = discord.ui.Select[discord.ui.View]
Press = discord.ui.Button[discord.ui.View]
Field = discord.ui.TextInput[Form]
_TITLE = 45
_WORDS = 100


class ServerSettingPicked(Pressed[Select], template=config_ids.PANEL):
    """One of the settings."""

    async def press(self, interaction: discord.Interaction) -> None:
        """A menu of its values; a form, which has to be the very first answer, for what has none."""
        check_admin(interaction)
        setting, locale = server_setting(self.item.values[0]), words_for(interaction)
        desk = desk_of(interaction)
        if not values_of(setting, desk):
            await interaction.response.send_modal(ServerSettingForm(setting, locale))
            return
        await ponder(interaction)
        guild = await desk.guild(interaction.guild_id)
        await whisper(interaction, config_panel.values(guild, setting, desk, locale))


class ServerValuePicked(Pressed[Select], template=config_ids.VALUES):
    """One of a setting's values."""

    async def press(self, interaction: discord.Interaction) -> None:
        """As `/config set`."""
        check_admin(interaction)
        await ponder(interaction)
        await set_it(interaction, self.match["name"], self.item.values[0])


class ServerSettingReset(Pressed[Press], template=config_ids.RESET):
    """One setting, or all of them, as this machine is set up."""

    async def press(self, interaction: discord.Interaction) -> None:
        """All of them only after asking."""
        check_admin(interaction)
        await ponder(interaction)
        if self.match["name"] == config_ids.ALL:
            await whisper(interaction, config_panel.sure(words_for(interaction)))
            return
        await reset_it(interaction, None if self.match["name"] == config_ids.SURE else self.match["name"])


class ServerSettingForm(Form):
    """A number, or a name."""

    template = config_ids.FORM

    def __init__(self, setting: Setting, locale: Locale) -> None:
        title = clipped(config_panel.name_of(setting, locale), _TITLE)
        super().__init__(title, config_ids.form(setting.name))
        field: Field = discord.ui.TextInput(custom_id="value", max_length=_WORDS, placeholder=setting.allowed)
        text = clipped(config_panel.about_of(setting, locale), _TITLE)
        self.add_item(discord.ui.Label(text=text, component=field))

    @classmethod
    async def taken(
        cls, interaction: discord.Interaction, match: re.Match[str], written: Mapping[str, str]
    ) -> None:
        """As `/config set`."""
        check_admin(interaction)
        await ponder(interaction)
        await set_it(interaction, match["name"], written.get("value", ""))


def check_admin(interaction: discord.Interaction) -> None:
    """Raises NotAllowed for whoever may not manage the server."""
    if not interaction.permissions.manage_guild:
        raise NotAllowed(who="admin")


async def set_it(interaction: discord.Interaction, name: str, words: str) -> None:
    """Set it for the server, and say from when on it counts. Call it after `ponder`. Raises BadSetting."""
    desk, locale = desk_of(interaction), words_for(interaction)
    guild = with_wish(await desk.guild(interaction.guild_id), name, words)
    await desk.store.save_guild(guild)
    await whisper(interaction, config_panel.changed(server_setting(name), guild, desk, locale))


async def reset_it(interaction: discord.Interaction, name: str | None) -> None:
    """One setting (null: every one) as this machine is set up. Call it after `ponder`. Raises BadSetting."""
    desk, locale = desk_of(interaction), words_for(interaction)
    before = await desk.guild(interaction.guild_id)
    names = [setting.name for setting in ALL] if name is None else [name]
    guild = without(before, names, desk.game)
    await desk.store.save_guild(guild)
    if name is None:
        count = sum(as_typed(before, s) != as_typed(guild, s) for s in ALL)
        await whisper(interaction, locale.say("config.reset-done", count=count))
    else:
        await whisper(interaction, config_panel.changed(server_setting(name), guild, desk, locale))
