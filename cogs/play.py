"""Acting at the table, by command: /act, /look, /pass, /continue, /undo, /retry."""

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from cogs import looking
from cogs.answers import ponder, pondering, proclaim, whisper
from cogs.deeds import check_acted, check_plays, deed, quiet
from cogs.desk import Desk, asker, words_for
from cogs.life_resting import go_on as play_on
from cogs.moves import check_at_table
from cogs.payload import Payload
from cogs.render import escaped
from cogs.words import about
from engine.errors import NotAtTable, NothingToUndo, OldMoment
from engine.model.session import Session
from engine.requests import Person

_WORDS = 1500
_MOST_UNDONE = 5


class PlayCog(commands.Cog):
    """What a player does with commands; messages are `cogs.listening`, buttons `cogs.moves`."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    @app_commands.command(name="act", description=about("act.about"))
    @app_commands.describe(text=about("act.text"))
    @app_commands.guild_only()
    async def act(self, interaction: discord.Interaction, text: app_commands.Range[str, 1, _WORDS]) -> None:
        """An action in words; the others see it as a line in the channel."""
        async with pondering(interaction), self._desk.order.at(interaction.channel_id):
            session = await self._desk.table(interaction.channel_id)
            character = session.head_state.character_of(str(interaction.user.id))
            if character is None:
                raise NotAtTable
            person = await asker(interaction)
            await self._desk.turns.act(deed(self._desk, session, person, str(interaction.id), text))
        await whisper(interaction, words_for(interaction).say("discord.acted"))
        await proclaim(interaction, Payload(f"**{escaped(character.name)}**: {text}"))

    @app_commands.command(name="look", description=about("look.about"))
    @app_commands.guild_only()
    async def look(self, interaction: discord.Interaction) -> None:
        """From the adventure's data, for oneself alone; no model is asked and no turn begins."""
        await ponder(interaction)
        session = await self._desk.table(interaction.channel_id)
        locale = self._desk.library.locale(session.settings.language)
        await whisper(interaction, looking.view(session, locale))

    @app_commands.command(name="pass", description=about("pass.about"))
    @app_commands.guild_only()
    async def sit_out(self, interaction: discord.Interaction) -> None:
        """Nothing for this turn; it begins as soon as everybody has acted or passed."""
        async with pondering(interaction), self._desk.order.at(interaction.channel_id):
            session = await self._desk.table(interaction.channel_id)
            person = await asker(interaction)
            await self._desk.turns.act(quiet(self._desk, session, person, str(interaction.id)))
        await whisper(interaction, words_for(interaction).say("acting.passed"))
        await self._tell_all(interaction, session, "acting.passes", person)

    @app_commands.command(name="continue", description=about("continue.about"))
    @app_commands.guild_only()
    async def go_on(self, interaction: discord.Interaction) -> None:
        """The story moves without an action; after a rest the game goes on. For the host and DMs, too."""
        async with pondering(interaction), self._desk.order.at(interaction.channel_id):
            session = await self._desk.table(interaction.channel_id)
            person = await asker(interaction)
            check_plays(session, person)
            is_resting = session.status in {"paused", "asleep"}
            if not is_resting:
                source_id = str(interaction.id)
                action = quiet(self._desk, session, person, source_id, moves_on=True)
                await self._desk.turns.act(action)
        if is_resting:
            await play_on(interaction, session)
            return
        await whisper(interaction, words_for(interaction).say("acting.goes-on"))
        await self._tell_all(interaction, session, "acting.moves-on", person)

    @app_commands.command(name="undo", description=about("undo.about"))
    @app_commands.describe(turns=about("undo.turns"))
    @app_commands.guild_only()
    async def undo(
        self, interaction: discord.Interaction, turns: app_commands.Range[int, 1, _MOST_UNDONE] = 1
    ) -> None:
        """Take the newest turns back; for the host and DMs."""
        await ponder(interaction, counts_late=False)
        session = await self._desk.table(interaction.channel_id)
        await check_at_table(interaction, session)
        if session.head_turn_id is None:
            raise NothingToUndo
        before = await self._depth(session)
        session = await self._desk.games.undo(session.id, await asker(interaction), turns)
        count = before - await self._depth(session)
        await whisper(interaction, words_for(interaction).say("discord.done"))
        locale = self._desk.library.locale(session.settings.language)
        key = "discord.undone" if count == 1 else "acting.undone"
        player = escaped(interaction.user.display_name)
        await proclaim(interaction, Payload(locale.say(key, player=player, count=count)))

    @app_commands.command(name="retry", description=about("retry.about"))
    @app_commands.guild_only()
    async def retry(self, interaction: discord.Interaction) -> None:
        """Have the newest turn told again; for the host, DMs, and whoever acted in it.

        Others did nothing that could have been told wrong, and a retelling takes the table's time.
        """
        await ponder(interaction, counts_late=False)
        session = await self._desk.table(interaction.channel_id)
        await check_at_table(interaction, session)
        turn = await self._desk.store.turn(session.head_turn_id) if session.head_turn_id else None
        if turn is None:
            raise OldMoment
        check_acted(session, turn, await asker(interaction))
        await self._desk.turns.retell(turn.id)
        await whisper(interaction, words_for(interaction).say("acting.retelling"))

    async def _depth(self, session: Session) -> int:
        turn = await self._desk.store.turn(session.head_turn_id) if session.head_turn_id else None
        return turn.number if turn else 0

    async def _tell_all(
        self, interaction: discord.Interaction, session: Session, key: str, person: Person
    ) -> None:
        """A small line for the others, who saw nothing of the command."""
        character = session.head_state.character_of(person.id)
        name = escaped(character.name if character else person.name)
        locale = self._desk.library.locale(session.settings.language)
        await proclaim(interaction, Payload(locale.say(key, name=name)))


async def setup(bot: Any) -> None:
    """Called by discord.py when the client loads this file."""
    await bot.add_cog(PlayCog(bot.desk))
