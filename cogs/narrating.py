"""Who tells: /narrator changes it at any time; /narrate and a DM's plain message tell a turn that waits."""

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from cogs.answers import ponder, proclaim, whisper
from cogs.desk import Desk, asker, words_for
from cogs.hearing import heard
from cogs.payload import Payload
from cogs.words import about
from engine.errors import EmptyAction, NotAllowed, RequestOver
from engine.model.post import Post
from engine.model.session import NarratorKind, Session
from engine.model.turn import Request
from engine.requests import Answer

_WORDS = 6000
"""The most that an option of a command takes."""


class NarratingCog(commands.Cog):
    """For the host and DMs."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    @app_commands.command(name="narrator", description=about("narrator.about"))
    @app_commands.describe(kind=about("narrator.kind"))
    @app_commands.choices(
        kind=[
            app_commands.Choice(name=about(f"game.narrator.{n}"), value=n)
            for n in ("ai", "draft", "human", "scripted")
        ]
    )
    @app_commands.guild_only()
    async def narrator(self, interaction: discord.Interaction, kind: NarratorKind) -> None:
        """Change who tells; a turn that waits for the DM goes on by the new choice at once."""
        await ponder(interaction)
        session = await self._desk.table(interaction.channel_id)
        changed = await self._desk.games.change(session.id, await asker(interaction), {"narrator": kind})
        locale = words_for(interaction)
        key = "later" if changed.is_later else "now"
        narrator = locale.say(f"discord.narrator.{kind}")
        await whisper(interaction, locale.say(f"telling.narrator.{key}", narrator=narrator))
        table = self._desk.library.locale(session.settings.language)
        narrator = table.say(f"discord.narrator.{kind}")
        await proclaim(interaction, Payload(table.say("telling.narrator.all", narrator=narrator)))

    @app_commands.command(name="narrate", description=about("narrate.about"))
    @app_commands.describe(text=about("narrate.text"))
    @app_commands.guild_only()
    async def narrate(
        self, interaction: discord.Interaction, text: app_commands.Range[str, 1, _WORDS]
    ) -> None:
        """Tell the turn that waits; a draft makes room for it."""
        await ponder(interaction)
        session = await self._desk.table(interaction.channel_id)
        person = await asker(interaction)
        if not (person.may_direct or person.id == session.host_id):
            raise NotAllowed(who="dm")
        request = await _asked_for(self._desk, session)
        if request is None:
            return await whisper(interaction, words_for(interaction).say("telling.narrate.nothing"))
        await self._desk.turns.answer(request.turn_id, person, Answer("write", text))
        await whisper(interaction, words_for(interaction).say("telling.narrate.done"))
        return None


async def told_by(desk: Desk, message: discord.Message, session: Session, my_id: int) -> bool:
    """Whether this message of a DM is the story of the turn that waits for it; it has been taken then.

    Only plain words count: what is marked as an action, put aside, or a reply to somebody is none.
    """
    if session.settings.narrator != "human" or not _is_plain(message.content, my_id):
        return False
    if message.type is not discord.MessageType.default:
        return False
    request = await _asked_for(desk, session)
    if request is None or request.kind != "narration":
        return False
    person = await desk.person(message.author, message.guild.id if message.guild else None)
    if not (person.may_direct or person.id == session.host_id):
        return False
    place = Post(
        session_id=session.id,
        turn_id=request.turn_id,
        part=0,
        kind="told",
        channel_id=session.channel_id,
        message_id=str(message.id),
    )
    await desk.store.add_post(place)
    try:
        await desk.turns.answer(request.turn_id, person, Answer("write", message.content))
    except (RequestOver, EmptyAction):
        await desk.store.add_post(place.model_copy(update={"message_id": ""}))  # somebody was faster
        return False
    return True


def _is_plain(content: str, my_id: int) -> bool:
    """Neither marked as an action nor said beside the story; a number alone chooses a suggestion."""
    said = heard(content, "all", my_id, is_reply_to_person=False)
    is_marked = content.lstrip().startswith(">") or f"<@{my_id}>" in content
    return said is not None and said.number is None and not is_marked


async def _asked_for(desk: Desk, session: Session) -> Request | None:
    """What the table's turn waits for its DM to tell, or to read."""
    request = await desk.store.request_of(session.current_turn_id) if session.current_turn_id else None
    return request if request is not None and request.kind in {"draft", "narration"} else None


async def setup(bot: Any) -> None:
    """Called by discord.py when the client loads this file."""
    await bot.add_cog(NarratingCog(bot.desk))
