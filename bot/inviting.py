"""A bot that is in no server says how to invite it."""

import discord
import typer

from cogs.rights import invitation
from engine.model.session import GameSettings
from engine.ports import Library


async def invite_while_alone(client: discord.Client, library: Library, game: GameSettings) -> None:
    """Show the link on the process's output whenever no server is left, until cancelled."""
    say = library.locale(game.language).say
    await client.wait_until_ready()
    while client.application_id is not None:
        if not client.guilds:
            typer.echo(say("setup.invite.alone", url=invitation(client.application_id)))
            await client.wait_for("guild_join")
        await client.wait_for("guild_remove")
