"""What can be set for a server beside the settings of its new games: one table, read by every surface."""

from collections.abc import Sequence
from typing import get_args

from engine.errors import BadSetting
from engine.life.wishes import SETTINGS, Setting, is_yes, said_as, setting_called
from engine.model.session import GameSettings, GuildSettings, Starter

OWN: tuple[Setting, ...] = (
    Setting("start-by", "starts", "choice", get_args(Starter)),
    Setting("npc-voices", "speaks_as", "yes-no"),
    Setting("inline-rolls", "rolls_inline", "yes-no"),
)
"""Of the server itself; roles and channels are chosen by commands of their own."""
ALL: tuple[Setting, ...] = (*SETTINGS, *OWN)
_OWN = {setting.name: setting for setting in OWN}


def server_setting(name: str) -> Setting:
    """Raises BadSetting, which names all that there are."""
    found = _OWN.get(name.strip().casefold())
    if found is not None:
        return found
    try:
        return setting_called(name)
    except BadSetting as error:
        raise BadSetting(name=name.strip()[:40], value="", allowed=", ".join(s.name for s in ALL)) from error


def with_wish(guild: GuildSettings, name: str, words: str) -> GuildSettings:
    """The server's settings with this in them. Raises BadSetting; nothing has changed then."""
    setting = server_setting(name)
    value = setting.read(words)
    if setting.name in _OWN:
        return guild.model_copy(update={setting.field: value})
    game = GameSettings.model_validate(guild.game.model_dump() | {setting.field: value})
    changed = guild.model_copy(update={"game": game})
    return changed.model_copy(update={"plain": is_yes(words)}) if setting.name == "plain" else changed


def without(guild: GuildSettings, names: Sequence[str], process: GameSettings) -> GuildSettings:
    """These settings as this process begins with them. Raises BadSetting."""
    plain = GuildSettings(guild_id=guild.guild_id, game=process)
    for name in names:
        guild = with_wish(guild, name, as_typed(plain, server_setting(name)))
    return guild


def as_typed(guild: GuildSettings, setting: Setting) -> str:
    """A value as it would be typed."""
    if setting.name in _OWN:
        value = getattr(guild, setting.field)
        return ("yes" if value else "no") if isinstance(value, bool) else str(value)
    return said_as(guild.game, setting)


def is_own(setting: Setting) -> bool:
    """Whether it is the server's own, and no game's."""
    return setting.name in _OWN
