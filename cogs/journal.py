"""/journal: the log of a game by evening, private, with the newest evening first and a way back."""

from collections.abc import Sequence
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from cogs import ids
from cogs.again import PROMPT, tried
from cogs.answers import ponder, whisper
from cogs.desk import Desk, desk_of, words_for
from cogs.form import Form
from cogs.payload import CONTENT, Button, Payload, clipped, units
from cogs.pressing import Pressed
from cogs.words import about
from engine.model.session import Session
from engine.ports import Locale, Store
from engine.told.journal import Evening, evenings

_EVENT = 300
_ROOM = CONTENT - 300
"""Units of a page for what happened; the rest is its heading."""

ButtonItem = discord.ui.Button[discord.ui.View]


class JournalPressed(Pressed[ButtonItem], template=ids.JOURNAL):
    """Earlier, Later: the page takes the place of the one before."""

    async def press(self, interaction: discord.Interaction) -> None:
        """Turn the page."""
        desk = desk_of(interaction)
        session = await desk.store.session(self.match["session"])
        form = Form(await page(desk.store, session, words_for(interaction), int(self.match["page"])))
        await tried(
            desk.clock,
            lambda: interaction.response.edit_message(content=form.content, embeds=[], view=form.view),
            PROMPT,
        )


class JournalCog(commands.Cog):
    """The game's log."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    @app_commands.command(name="journal", description=about("journal.about"))
    @app_commands.guild_only()
    async def journal(self, interaction: discord.Interaction) -> None:
        """The newest evening."""
        await ponder(interaction)
        session = await self._desk.table(interaction.channel_id)
        await whisper(interaction, await page(self._desk.store, session, words_for(interaction), None))


async def page(store: Store, session: Session, locale: Locale, number: int | None) -> Payload:
    """A page by its number, oldest first from 0; null = the newest evening's first."""
    head = await store.turn(session.head_turn_id) if session.head_turn_id else None
    told = await store.branch(head.id, head.number + 1) if head else ()
    found = evenings(told)
    if not found:
        return Payload(locale.say("telling.journal.empty"))
    leaves = [(at, part) for at, evening in enumerate(found) for part in range(len(_parts(evening)))]
    newest = next(place for place, (at, _) in enumerate(leaves) if at == len(found) - 1)
    number = newest if number is None else min(max(number, 0), len(leaves) - 1)
    at, part = leaves[number]
    text = _written(session, found, at, part, locale)
    buttons = []
    if number > 0:
        buttons.append(Button(ids.journal(session.id, number - 1), locale.say("telling.journal.earlier")))
    if number < len(leaves) - 1:
        buttons.append(Button(ids.journal(session.id, number + 1), locale.say("telling.journal.later")))
    return Payload(text, rows=(tuple(buttons),) if buttons else ())


def _written(session: Session, found: Sequence[Evening], at: int, part: int, locale: Locale) -> str:
    evening, parts = found[at], _parts(found[at])
    title = clipped(session.adventure.title, 100)
    heading = locale.say("telling.journal.title", title=title, number=at + 1, evenings=len(found))
    if len(parts) > 1:
        heading += " " + locale.say("telling.journal.more", part=part + 1, parts=len(parts))
    when = locale.say(
        "telling.journal.when",
        began=int(evening.began.timestamp()),
        ended=int(evening.ended.timestamp()),
        first=evening.turns[0],
        last=evening.turns[1],
    )
    return "\n".join([heading, when, *parts[part]])


def _parts(evening: Evening) -> list[list[str]]:
    """What happened, in pieces that each fit on a page."""
    parts: list[list[str]] = [[]]
    for event in evening.events:
        line = f"- {clipped(' '.join(event.split()), _EVENT)}"
        if parts[-1] and units("\n".join([*parts[-1], line])) > _ROOM:
            parts.append([])
        parts[-1].append(line)
    return parts


async def setup(bot: Any) -> None:
    """Called by discord.py when the client loads this file."""
    await bot.add_cog(JournalCog(bot.desk))
