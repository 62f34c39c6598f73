"""The channel that a game is played in: may we write there, and is it a thread made for the game."""

import discord

from cogs.hearing import Hearing
from cogs.outcomes import UNREACHED, ChannelClosed, fault_of
from cogs.rights import lacking
from engine.errors import NotAllowed, PlayerError
from engine.model.session import GuildSettings
from engine.model.session import Hearing as Wish
from engine.requests import Person


class NoRoom(PlayerError):
    """We may not do in this channel what a game needs. blanks: missing."""

    key = "no-room"


def check_room(interaction: discord.Interaction, *, in_thread: bool) -> None:
    """Raises NoRoom with the permissions that are missing, by Discord's own names."""
    is_thread = isinstance(interaction.channel, discord.Thread)
    missing = [*lacking(interaction.app_permissions, is_thread=is_thread, in_thread=in_thread)]
    if in_thread and not isinstance(interaction.channel, discord.TextChannel):
        missing.append("Text Channel")
    if missing:
        raise NoRoom(missing=", ".join(missing))


def check_starter(guild: GuildSettings, person: Person, user: discord.abc.User) -> None:
    """Raises NotAllowed if this server lets only others open games; a DM always may."""
    if guild.starts == "everyone" or person.may_direct:
        return
    roles = {str(role.id) for role in user.roles} if isinstance(user, discord.Member) else set()
    if guild.starts == "dm" or guild.host_role_id not in roles:
        raise NotAllowed(who="starter")


async def new_thread(interaction: discord.Interaction, name: str) -> int:
    """The id of a public thread made for the game. Raises NoRoom, DiscordFault."""
    if not isinstance(interaction.channel, discord.TextChannel):
        raise NoRoom(missing="Text Channel")
    try:
        made = await interaction.channel.create_thread(
            name=name[:100], type=discord.ChannelType.public_thread
        )
    except UNREACHED as error:
        fault = fault_of(error)
        if isinstance(fault, ChannelClosed):
            raise NoRoom(missing="Create Public Threads") from error
        raise fault from error
    return made.id


def hearing_in(channel: object, my_id: int, wish: Wish = "auto") -> Hearing:
    """Which messages count there. auto: all in a thread that we made, the marked ones elsewhere."""
    if wish != "auto":
        return wish
    return "all" if isinstance(channel, discord.Thread) and channel.owner_id == my_id else "marked"
