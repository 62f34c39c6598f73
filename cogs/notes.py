"""What is said to one player alone: /dm note writes it, a button or /notes opens it, nobody else can."""

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from cogs import ids
from cogs.answers import ponder, whisper
from cogs.desk import Desk, asker, desk_of, words_for
from cogs.payload import CONTENT, Button, Payload, clipped, units
from cogs.pressing import Pressed
from cogs.render import escaped
from cogs.words import about
from engine.errors import NotAllowed
from engine.model.note import Note
from engine.model.session import Session
from engine.ports import Locale
from engine.turn import NOTE_KEPT

_LABEL_NAME = 60
ButtonItem = discord.ui.Button[discord.ui.View]


class NotePressed(Pressed[ButtonItem], template=ids.NOTE):
    """For <name>. Only that player can open it; anybody else is told so."""

    async def press(self, interaction: discord.Interaction) -> None:
        """Show it, and mark it as opened."""
        await ponder(interaction)
        store, locale = desk_of(interaction).store, words_for(interaction)
        session_id, note_id = self.match["session"], int(self.match["note"])
        own = await store.notes_for(session_id, str(interaction.user.id))
        note = next((note for note in own if note.id == note_id), None)
        if note is None:
            label = str(self.item.label or "")
            return await whisper(interaction, locale.say("telling.note.other", name=escaped(label)))
        await store.open_note(note.id, desk_of(interaction).clock.now())
        await whisper(interaction, Payload(f"{locale.say('telling.note.title')}\n{note.text}"))
        return None


class NotesCog(commands.Cog):
    """/notes."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    @app_commands.command(name="notes", description=about("notes.about"))
    @app_commands.guild_only()
    async def notes(self, interaction: discord.Interaction) -> None:
        """All that was said to whoever asks, the newest first."""
        await ponder(interaction)
        session = await self._desk.table(interaction.channel_id)
        own = await self._desk.store.notes_for(session.id, str(interaction.user.id))
        for note in own:
            if note.opened_at is None:
                await self._desk.store.open_note(note.id, self._desk.clock.now())
        await whisper(interaction, listed(own, words_for(interaction)))


@app_commands.guild_only()
class DirectingCog(commands.GroupCog, group_name="dm", group_description=about("dm.about")):
    """/dm: what only whoever directs may do."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._desk = desk

    @app_commands.command(name="note", description=about("dm.note.about"))
    @app_commands.describe(player=about("dm.note.player"), text=about("dm.note.text"))
    async def note(
        self,
        interaction: discord.Interaction,
        player: discord.Member,
        text: app_commands.Range[str, 1, NOTE_KEPT],
    ) -> None:
        """Say something to one player alone. Host or DM."""
        await ponder(interaction, counts_late=False)
        session = await self._desk.table(interaction.channel_id)
        person = await asker(interaction)
        if not (person.may_direct or person.id == session.host_id):
            raise NotAllowed(who="dm")
        await self._desk.turns.private_note(session.id, str(player.id), text)
        name = escaped(called(session, str(player.id), player.display_name))
        await whisper(interaction, words_for(interaction).say("telling.note.sent", name=name))


def called(session: Session, player_id: str, otherwise: str) -> str:
    """A player by their character's name, or their own."""
    character = session.head_state.character_of(player_id)
    seat = session.head_state.seats.get(player_id)
    return character.name if character else seat.player_name if seat else otherwise


def offered(session: Session, note: Note, locale: Locale) -> Payload:
    """The line in the channel: it calls the player, and tells nobody what is in it."""
    name = clipped(called(session, note.to_player_id, "DM"), _LABEL_NAME)
    button = Button(ids.note(session.id, note.id), locale.say("telling.note.button", name=name), "main")
    return Payload(locale.say("telling.note.for", player=note.to_player_id), rows=((button,),))


def listed(notes: tuple[Note, ...], locale: Locale) -> Payload:
    """The newest notes that fit into one answer, newest first."""
    if not notes:
        return Payload(locale.say("telling.note.none"))
    lines = [locale.say("telling.note.title")]
    for note in reversed(notes):
        moment = locale.say("telling.note.when", moment=int(note.written_at.timestamp()))
        entry = f"{moment}\n{note.text}"
        if len(lines) > 1 and units("\n".join([*lines, entry])) > CONTENT - 150:
            lines.append(locale.say("telling.note.more"))
            break
        lines.append(entry)
    return Payload("\n".join(lines))


async def setup(bot: Any) -> None:
    """Called by discord.py when the client loads this file."""
    await bot.add_cog(NotesCog(bot.desk))
    await bot.add_cog(DirectingCog(bot.desk))
