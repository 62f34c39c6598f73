"""/roll and /check: dice beside the story, and a check as somebody's action."""

from dataclasses import dataclass
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from cogs.answers import ponder, pondering, proclaim, whisper
from cogs.deeds import deed
from cogs.desk import Desk, asker, words_for
from cogs.dice_shown import rolled_lines, shown
from cogs.payload import Payload
from cogs.render import escaped
from cogs.words import about
from engine.dice.limits import LIMITS
from engine.dice.rolled import Rolled
from engine.errors import GameNotPlaying, NoSheets, NotAtTable
from engine.model.action import ToolCall
from engine.model.changes.rolls import Visible
from engine.model.rules.terms import ABILITIES, SAVES, THIEF_SKILLS
from engine.model.session import Session
from engine.ports import Locale
from engine.requests import Person

_VISIBLE: tuple[Visible, ...] = ("everyone", "both", "dm")


@dataclass(frozen=True)
class Roll:
    """Somebody's roll at a table, or in a channel without one (null)."""

    session: Session | None
    person: Person
    expression: str
    visible: Visible
    source_id: str

    async def fall(self, desk: Desk) -> Rolled:
        """Raises DiceError, GameNotPlaying."""
        if self.session is None:
            return desk.games.roll_loose(self.expression)
        return await desk.games.roll(
            self.session.id, self.person, self.expression, self.visible, self.source_id
        )


class RollingCog(commands.Cog):
    """Dice by command."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    @app_commands.command(name="roll", description=about("roll.about"))
    @app_commands.describe(expression=about("roll.expression"), visible=about("roll.visible"))
    @app_commands.choices(
        visible=[app_commands.Choice(name=about(f"roll.to.{each}"), value=each) for each in _VISIBLE]
    )
    @app_commands.guild_only()
    async def roll(
        self,
        interaction: discord.Interaction,
        expression: app_commands.Range[str, 1, LIMITS.letters],
        visible: Visible = "everyone",
    ) -> None:
        """Dice for all, or for oneself and the DM, or for the DM alone."""
        await ponder(interaction)
        session = await self._desk.store.session_in("discord", str(interaction.channel_id))
        person = await asker(interaction)
        wished = Roll(session, person, expression, visible, str(interaction.id))
        rolled = await wished.fall(self._desk)
        mine = words_for(interaction)
        if visible == "everyone":
            public = self._desk.library.locale(session.settings.language) if session else mine
            await whisper(interaction, mine.say("dice.done"))
            await proclaim(interaction, shown(person.name, rolled, public))
        elif session is None or person.id == session.host_id:
            await whisper(interaction, shown(person.name, rolled, mine, mine.say("dice.only-you")))
        else:
            locale = self._desk.library.locale(session.settings.language)
            note = "\n".join(rolled_lines(person.name, rolled, locale))
            await self._desk.turns.private_note(session.id, session.host_id, note)
            told = mine.say("dice.to-the-dm")
            answer = Payload(told) if visible == "dm" else shown(person.name, rolled, mine, told)
            await whisper(interaction, answer)

    @app_commands.command(name="check", description=about("check.about"))
    @app_commands.describe(what=about("check.what"), dc=about("check.dc"))
    @app_commands.choices(
        what=[
            app_commands.Choice(name=about(f"check.{each}"), value=each)
            for each in (*ABILITIES, *SAVES, *THIEF_SKILLS)
        ]
    )
    @app_commands.guild_only()
    async def check(
        self, interaction: discord.Interaction, what: str, dc: app_commands.Range[int, 5, 20] | None = None
    ) -> None:
        """An ability, a save or a thief's skill, as the action of one's own character."""
        async with pondering(interaction), self._desk.order.at(interaction.channel_id):
            session = await self._desk.table(interaction.channel_id)
            person = await asker(interaction)
            locale = self._desk.library.locale(session.settings.language)
            action = deed(self._desk, session, person, str(interaction.id), named(what, locale))
            character = session.head_state.character_of(person.id)
            if character is None:
                raise NotAtTable
            if character.sheet is None:
                raise NoSheets
            if session.status != "playing":
                raise GameNotPlaying(status=session.status)
            await self._desk.turns.act(action.model_copy(update={"call": check_call(what, dc)}))
        await whisper(interaction, words_for(interaction).say("discord.acted"))
        await proclaim(interaction, Payload(f"**{escaped(character.name)}**: {named(what, locale)}"))


def named(what: str, locale: Locale) -> str:
    """What is checked, in words, as the action of whoever does it."""
    kind = "save" if what in SAVES else "ability" if what in ABILITIES else "skill"
    return locale.say("dice.check", what=locale.say(f"rules.{kind}.{what}"))


def check_call(what: str, dc: int | None) -> ToolCall:
    """The call that settles it, with the usual difficulty if none is said."""
    hard = {} if dc is None else {"dc": dc}
    if what in SAVES:
        return ToolCall(tool="saving-throw", args={"save": what, **hard})
    kind = "ability" if what in ABILITIES else "skill"
    return ToolCall(tool="ability-check", args={kind: what, **hard})


async def setup(bot: Any) -> None:
    """Called by discord.py when the client loads this file."""
    await bot.add_cog(RollingCog(bot.desk))
