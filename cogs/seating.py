"""Sitting down at a table: the gathering's buttons, and the three ways to a character."""

import re
from collections.abc import Mapping

import discord

from cogs import ids
from cogs.answers import ponder, whisper
from cogs.desk import asker, desk_of, words_for
from cogs.life_shown import LOOKED_BACK, caught_up
from cogs.payload import Button as ButtonShown
from cogs.payload import Menu, Option, Payload, Row
from cogs.pressing import Form, Pressed
from cogs.render import escaped
from engine.errors import ModelError
from engine.model.session import Session
from engine.ports import Locale
from engine.requests import CharacterChoice, OwnChoice, ReadyChoice, SurpriseChoice
from engine.table.seating import NAME_KEPT, ROLE_KEPT, free_characters
from engine.told.catching_up import catch_up

Button = discord.ui.Button[discord.ui.View]
Select = discord.ui.Select[discord.ui.View]
Field = discord.ui.TextInput[Form]

_GOAL = 300
_UNDER_WAY = frozenset({"playing", "paused", "asleep"})


class GatheringPressed(Pressed[Button], template=ids.GATHERING):
    """Join, Watch or Begin."""

    async def press(self, interaction: discord.Interaction) -> None:
        """Join opens the private choice of a character."""
        await ponder(interaction)
        desk = desk_of(interaction)
        session = await desk.store.session(self.match["session"])
        match self.match["deed"]:
            case "join":
                await whisper(interaction, choices(session, words_for(interaction)))
            case "watch":
                await desk.games.watch(session.id, await asker(interaction), str(interaction.id))
                await whisper(interaction, words_for(interaction).say("discord.watching"))
            case _:
                await begin(interaction, session)


class TakePressed(Pressed[Select], template=ids.TAKE):
    """One of the ready characters."""

    async def press(self, interaction: discord.Interaction) -> None:
        """Sit down as this one."""
        await ponder(interaction)
        await sit_down(interaction, self.match["session"], ReadyChoice(self.item.values[0]))


class SeatPressed(Pressed[Button], template=ids.SEAT):
    """Make my own, or Surprise me."""

    async def press(self, interaction: discord.Interaction) -> None:
        """A form has to be the very first answer to a press."""
        if self.match["deed"] == "own":
            await interaction.response.send_modal(OwnForm(self.match["session"], words_for(interaction)))
            return
        await ponder(interaction)
        await sit_down(interaction, self.match["session"], SurpriseChoice())


class ScriptedPressed(Pressed[Button], template=ids.SCRIPTED):
    """Begin without a model."""

    async def press(self, interaction: discord.Interaction) -> None:
        """The scripted narrator takes over, and the opening is told."""
        await ponder(interaction)
        desk = desk_of(interaction)
        person = await asker(interaction)
        session = await desk.games.set_narrator(self.match["session"], person, "scripted")
        await begin(interaction, session)


class OwnForm(Form):
    """A character of one's own."""

    template = ids.OWN_FORM

    def __init__(self, session_id: str, locale: Locale) -> None:
        super().__init__(locale.say("discord.own.title"), ids.own_form(session_id))
        name: Field = discord.ui.TextInput(
            custom_id="name", max_length=NAME_KEPT, placeholder=locale.say("discord.own.name-hint")
        )
        role: Field = discord.ui.TextInput(
            custom_id="role", max_length=ROLE_KEPT, placeholder=locale.say("discord.own.role-hint")
        )
        goal: Field = discord.ui.TextInput(
            custom_id="goal",
            max_length=_GOAL,
            placeholder=locale.say("discord.own.goal-hint"),
            required=False,
            style=discord.TextStyle.paragraph,
        )
        for field in (name, role, goal):
            text = locale.say(f"discord.own.{field.custom_id}")
            self.add_item(discord.ui.Label(text=text, component=field))

    @classmethod
    async def taken(
        cls, interaction: discord.Interaction, match: re.Match[str], written: Mapping[str, str]
    ) -> None:
        """Sit down as this one."""
        await ponder(interaction)
        own = OwnChoice(written.get("name", ""), written.get("role", ""), written.get("goal", ""))
        await sit_down(interaction, match["session"], own)


async def sit_down(interaction: discord.Interaction, session_id: str, choice: CharacterChoice) -> None:
    """Join, and tell the player who they are. Call it after `ponder`."""
    desk = desk_of(interaction)
    person = await asker(interaction)
    session = await desk.games.join(session_id, person, choice, str(interaction.id))
    locale = words_for(interaction)
    lines = _you_are(session, person.id, locale)
    rows: tuple[Row, ...] = ()
    if session.status in _UNDER_WAY and session.head_turn_id is not None:
        turns = await desk.store.branch(session.head_turn_id, LOOKED_BACK)
        late, rows = caught_up(catch_up(session, turns, person.id), session, locale)
        lines = [*lines[:1], *late, lines[-1]]
    await whisper(interaction, Payload("\n".join(lines), rows=rows))


async def begin(interaction: discord.Interaction, session: Session) -> None:
    """Start the opening. Where the model is the trouble, the scripted narrator is offered."""
    locale = words_for(interaction)
    try:
        await desk_of(interaction).games.begin(session.id, await asker(interaction))
    except ModelError as error:
        button = ButtonShown(ids.scripted(session.id), locale.say("discord.button.scripted"), "main")
        reason = locale.say(f"errors.{error.key}", **error.blanks)
        await whisper(
            interaction,
            Payload(f"{reason}\n{locale.say('discord.still-gathering')}", rows=((button,),)),
        )
        return
    await whisper(interaction, locale.say("discord.begins"))


def choices(session: Session, locale: Locale) -> Payload:
    """The private choice: take a ready character, make one's own, be surprised."""
    free = free_characters(session)
    lines = [locale.say("discord.choose")]
    lines += [f"**{c.name}** ({c.role}): {c.line}" for c in free]
    menu = Menu(
        ids.take(session.id),
        locale.say("discord.take"),
        tuple(Option(c.id, c.name, c.role) for c in free),
    )
    buttons: Row = (
        ButtonShown(ids.seat("own", session.id), locale.say("discord.button.own")),
        ButtonShown(
            ids.seat("surprise", session.id), locale.say("discord.button.surprise"), is_disabled=not free
        ),
    )
    return Payload("\n".join(lines), rows=((menu,), buttons))


def _you_are(session: Session, player_id: str, locale: Locale) -> list[str]:
    character = session.head_state.character_of(player_id)
    if character is None:
        return [locale.say("discord.joined")]
    lines = [locale.say("discord.you-are", name=escaped(character.name), role=escaped(character.role))]
    ready = session.adventure.ready_character(character.id)
    if ready is not None:
        lines += [
            locale.say("discord.your.goal", text=ready.goal),
            locale.say("discord.your.question", text=ready.question),
            locale.say("discord.your.first-move", text=ready.first_move),
        ]
    lines.append(locale.say("discord.how-to-act"))
    return lines
