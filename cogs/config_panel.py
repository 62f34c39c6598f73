"""All settings of a server on one page: what they are, which were changed here, and how to change them."""

from cogs import config_ids
from cogs.desk import Desk
from cogs.life_setting import said_value, values_of
from cogs.models_shown import models_shown
from cogs.payload import Button, Menu, Option, Payload, Row
from engine.life.guild_wishes import ALL, as_typed, is_own
from engine.life.wishes import Setting
from engine.model.session import GameSettings, GuildSettings
from engine.ports import Locale


def panel(guild: GuildSettings, desk: Desk, locale: Locale) -> Payload:
    """Each setting with its value; where the server has its own, what it would be else."""
    plain = GuildSettings(guild_id=guild.guild_id, game=desk.game)
    lines = [locale.say("config.title")]
    lines += [_line(setting, guild, plain, desk, locale) for setting in ALL]
    lines += _places(guild, locale)
    lines.append(locale.say("config.counts"))
    options = tuple(Option(s.name, name_of(s, locale), about_of(s, locale)) for s in ALL)
    menu = Menu(config_ids.panel(), locale.say("config.pick"), options)
    rows: list[Row] = [(menu,)]
    if any(as_typed(guild, s) != as_typed(plain, s) for s in ALL):
        rows.append((Button(config_ids.reset(config_ids.ALL), locale.say("config.button.reset-all")),))
    return Payload("\n".join(lines), rows=tuple(rows))


def values(guild: GuildSettings, setting: Setting, desk: Desk, locale: Locale) -> Payload:
    """What a setting may be, to choose from, and the way back."""
    options = tuple(
        Option(value, shown(setting, _with(guild, setting, value), desk, locale))
        for value in values_of(setting, desk)
    )
    text = (
        f"**{name_of(setting, locale)}** {shown(setting, guild, desk, locale)}\n{about_of(setting, locale)}"
    )
    menu: Row = (Menu(config_ids.values(setting.name), name_of(setting, locale), options),)
    return Payload(text, rows=(menu, way_back(setting, locale)))


def changed(setting: Setting, guild: GuildSettings, desk: Desk, locale: Locale) -> Payload:
    """What it is now, and for which games."""
    key = "config.changed.now" if is_own(setting) else "config.changed.new-games"
    said = locale.say(key, name=name_of(setting, locale), value=shown(setting, guild, desk, locale))
    return Payload(said, rows=(way_back(setting, locale),))


def sure(locale: Locale) -> Payload:
    """Whether everything shall be as it was."""
    button = Button(config_ids.reset(config_ids.SURE), locale.say("config.button.sure"), "danger")
    return Payload(locale.say("config.reset-ask"), rows=((button,),))


def way_back(setting: Setting, locale: Locale) -> Row:
    """One setting as this machine is set up."""
    return (Button(config_ids.reset(setting.name), locale.say("config.button.reset")),)


def shown(setting: Setting, guild: GuildSettings, desk: Desk, locale: Locale) -> str:
    """A value as a person reads it."""
    if setting.kind == "yes-no" and is_own(setting):
        return locale.say(f"commands.game.answer.{as_typed(guild, setting)}")
    if is_own(setting):
        return locale.say(f"config.value.{setting.name}.{as_typed(guild, setting)}")
    return said_value(setting, guild.game, desk, locale)


def name_of(setting: Setting, locale: Locale) -> str:
    """What a setting is called."""
    return locale.say(f"{_room(setting)}.name.{setting.name}")


def about_of(setting: Setting, locale: Locale) -> str:
    """What it is about."""
    return locale.say(f"{_room(setting)}.about.{setting.name}")


def _room(setting: Setting) -> str:
    return "config" if is_own(setting) else "life.setting"


def _line(setting: Setting, guild: GuildSettings, plain: GuildSettings, desk: Desk, locale: Locale) -> str:
    value = models_shown(guild.game, locale) if setting.kind == "model" else None
    line = f"**{name_of(setting, locale)}** {value or shown(setting, guild, desk, locale)}"
    if as_typed(guild, setting) == as_typed(plain, setting):
        return line
    return f"{line} {locale.say('config.instead', value=shown(setting, plain, desk, locale))}"


def _places(guild: GuildSettings, locale: Locale) -> list[str]:
    nobody, nowhere = locale.say("config.no-role"), locale.say("config.no-channel")
    host = f"<@&{guild.host_role_id}>" if guild.host_role_id else nobody
    dm = f"<@&{guild.dm_role_id}>" if guild.dm_role_id else locale.say("discord.config.no-role")
    channel = f"<#{guild.dm_channel_id}>" if guild.dm_channel_id else nowhere
    return [
        locale.say("config.dm-role", role=dm),
        *([locale.say("config.host-role", role=host)] if guild.starts == "host" else []),
        locale.say("config.dm-channel", channel=channel),
    ]


def _with(guild: GuildSettings, setting: Setting, value: str) -> GuildSettings:
    if is_own(setting):
        return guild.model_copy(update={setting.field: setting.read(value)})
    game: GameSettings = guild.game.model_copy(update={setting.field: setting.read(value)})
    return guild.model_copy(update={"game": game})
