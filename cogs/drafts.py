"""The DM's desk behind a waiting turn: read the draft in private, post it, change it, or write one's own."""

import re
from collections.abc import Mapping

import discord

from cogs import ids
from cogs.answers import ponder, whisper
from cogs.desk import asker, desk_of, words_for
from cogs.desk_pages import desk_pages
from cogs.payload import clipped
from cogs.pressing import Form, Pressed
from engine.errors import NotAllowed, RequestOver
from engine.model.session import Session
from engine.model.turn import Request
from engine.ports import Locale
from engine.requests import Answer

Button = discord.ui.Button[discord.ui.View]
Field = discord.ui.TextInput[Form]

_FIELD = 4000
"""The most that one field of a form takes."""


class DraftPressed(Pressed[Button], template=ids.DRAFT):
    """Open the draft, Post, Edit, Again, Write it myself. Who may is checked at each press."""

    async def press(self, interaction: discord.Interaction) -> None:
        """Edit and Write are forms, which have to be the very first answer."""
        deed, turn_id = self.match["deed"], self.match["turn"]
        locale = words_for(interaction)
        if deed in {"edit", "write"}:
            request = await _request(interaction, turn_id)
            draft = request.text if deed == "edit" else ""
            await interaction.response.send_modal(NarrativeForm(turn_id, draft, locale))
            return
        await ponder(interaction)
        request = await _request(interaction, turn_id)
        if deed == "open":
            turn = await desk_of(interaction).store.turn(turn_id)
            session = await desk_of(interaction).store.session(request.session_id)
            for page in desk_pages(session, request, turn, locale):
                await whisper(interaction, page)
            return
        answer = Answer("post") if deed == "post" else Answer("again")
        await desk_of(interaction).turns.answer(turn_id, await asker(interaction), answer)
        await whisper(interaction, locale.say(f"discord.draft.{answer.kind}"))


class NarrativeForm(Form):
    """The story of a turn in a person's own words."""

    template = ids.TOLD_FORM

    def __init__(self, turn_id: str, draft: str, locale: Locale) -> None:
        super().__init__(locale.say("discord.draft.form"), ids.told_form(turn_id))
        text: Field = discord.ui.TextInput(
            custom_id="text",
            style=discord.TextStyle.paragraph,
            default=clipped(draft, _FIELD) or None,
            max_length=_FIELD,
        )
        self.add_item(discord.ui.Label(text=locale.say("discord.draft.field"), component=text))

    @classmethod
    async def taken(
        cls, interaction: discord.Interaction, match: re.Match[str], written: Mapping[str, str]
    ) -> None:
        """These words are the story."""
        await ponder(interaction)
        answer = Answer("write", written.get("text", ""))
        await desk_of(interaction).turns.answer(match["turn"], await asker(interaction), answer)
        await whisper(interaction, words_for(interaction).say("discord.draft.post"))


async def _request(interaction: discord.Interaction, turn_id: str) -> Request:
    """The open request. Raises RequestOver; NotAllowed for anybody but the host and DMs."""
    desk = desk_of(interaction)
    request = await desk.store.request_of(turn_id)
    if request is None:
        raise RequestOver
    session: Session = await desk.store.session(request.session_id)
    person = await asker(interaction)
    if not (person.may_direct or person.id == session.host_id):
        raise NotAllowed(who="dm")
    return request
