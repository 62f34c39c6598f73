"""Stop: a button under the story, `/xcard`, or typed. Nobody has to say why, and no name is kept anywhere."""

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from cogs import ids
from cogs.answers import ponder, whisper
from cogs.deeds import check_sits
from cogs.desk import Desk, asker, desk_of, words_for
from cogs.payload import Button as ButtonShown
from cogs.payload import Payload
from cogs.pressing import Pressed
from cogs.render import escaped
from cogs.tellings import Tellings
from cogs.words import about
from engine.model.session import Session
from engine.model.turn import Turn
from engine.ports import Locale
from engine.requests import Person

Button = discord.ui.Button[discord.ui.View]

LINE_LETTERS = 100


class SafetyCog(commands.Cog):
    """The X-card as a command. Nothing here, and nothing that it calls, logs or stores who asked."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    @app_commands.command(name="xcard", description=about("xcard.about"))
    @app_commands.describe(what=about("xcard.what"))
    @app_commands.guild_only()
    async def xcard(
        self, interaction: discord.Interaction, what: app_commands.Range[str, 1, LINE_LETTERS] | None = None
    ) -> None:
        """Stop at once; with words, these stay out of the story from now on."""
        await ponder(interaction)
        session = await self._desk.table(interaction.channel_id)
        await stop(self._desk, session, await asker(interaction), what or "")
        await whisper(interaction, done(what or "", words_for(interaction)))


class StopPressed(Pressed[Button], template=ids.STOP):
    """Stop, under a story that is being told."""

    async def press(self, interaction: discord.Interaction) -> None:
        """As `/xcard` without words."""
        await ponder(interaction)
        desk = desk_of(interaction)
        session = await desk.store.session(self.match["session"])
        await stop(desk, session, await asker(interaction))
        await whisper(interaction, done("", words_for(interaction)))


async def stop(desk: Desk, session: Session, person: Person, line: str = "") -> None:
    """Raises NotAtTable for whoever neither plays, watches nor directs; GameNotPlaying."""
    check_sits(session, person)
    await desk.turns.stop(session.id, line)


def done(line: str, locale: Locale) -> str:
    """The private word to whoever asked."""
    said = locale.say("acting.stopped.done")
    return f"{said}\n{locale.say('acting.stopped.line', text=escaped(line))}" if line.strip() else said


def stop_button(session: Session, locale: Locale) -> ButtonShown:
    """Under whatever is being told."""
    return ButtonShown(ids.stop(session.id), locale.say("acting.stop"), "danger")


def stoppable(payloads: tuple[Payload, ...], session: Session, locale: Locale) -> tuple[Payload, ...]:
    """A story that is still being told, with Stop under its last message."""
    if not payloads:
        return payloads
    *before, last = payloads
    return (*before, Payload(last.text, last.card, ((stop_button(session, locale),),)))


def paused(session: Session, locale: Locale) -> Payload:
    """What the table reads: no name, no reason, and the way on."""
    on = ButtonShown(ids.wake(session.id), locale.say("discord.button.continue"), "main")
    return Payload(locale.say("acting.stopped.paused"), rows=((on,),))


async def fold(tellings: Tellings, session: Session, turn: Turn, locale: Locale) -> None:
    """Put a turn's text away: one short line stands in its place. Raises DiscordAway.

    Not a spoiler: what somebody asked not to see would still be one touch away, and a screen reader reads it
    out. What counted in the story stays in the store, for the journal.
    """
    telling = tellings.of(session, turn)
    if await telling.last_message_id() is not None:
        await telling.put_away(Payload(locale.say("acting.stopped.folded")))


async def setup(bot: Any) -> None:
    """Called by discord.py when the client loads this file."""
    await bot.add_cog(SafetyCog(bot.desk))
