"""Opening a game: by command, or by a button with what the server begins with."""

from collections.abc import Mapping

import discord

from cogs.answers import whisper
from cogs.desk import asker, desk_of, words_for
from cogs.rooms import check_room, check_starter, new_thread
from engine.model.noun import Language
from engine.ports import Library
from engine.requests import NewGame


async def open_game(
    interaction: discord.Interaction, adventure: str, wished: Mapping[str, str], *, in_thread: bool
) -> None:
    """A gathering here, or in a thread of its own. Call it after `ponder`.

    adventure: id or title; wished: settings that differ from the server's. Raises NotAllowed, NoRoom,
    NoSuchAdventure, ChannelTaken, DiscordFault.
    """
    desk = desk_of(interaction)
    guild = await desk.guild(interaction.guild_id)
    check_starter(guild, await asker(interaction), interaction.user)
    settings = guild.game.model_copy(update=dict(wished))
    name = adventure_named(desk.library, adventure, settings.language)
    chosen = desk.library.adventure(name, settings.language)
    check_room(interaction, in_thread=in_thread)
    channel_id = await new_thread(interaction, chosen.title) if in_thread else interaction.channel_id
    session = await desk.games.open(
        NewGame(
            surface="discord",
            guild_id=str(interaction.guild_id),
            channel_id=str(channel_id),
            host=await asker(interaction),
            name=chosen.title,
            adventure_id=chosen.id,
            settings=settings,
        )
    )
    said = words_for(interaction).say(
        "discord.opened", title=chosen.title, channel=f"<#{session.channel_id}>"
    )
    await whisper(interaction, said)


def adventure_named(library: Library, name: str, language: Language) -> str:
    """An adventure's id from its id or its title in any language of ours."""
    wanted = name.strip().casefold()
    for card in library.adventures(language):
        if wanted in {card.id, card.title.casefold()}:
            return card.id
    return name.strip()
