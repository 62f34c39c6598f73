"""A scene of two minutes in which nothing counts: choosing, acting, undo and the X-card, for one person.

All of it stands in the ids of its buttons. It needs no game and no model, and nothing of it is stored.
"""

import re
from collections.abc import Mapping

import discord

from cogs import help_ids
from cogs.answers import ponder, whisper
from cogs.desk import words_for
from cogs.payload import Button, Payload, Row, clipped
from cogs.pressing import Form, Pressed
from cogs.render import escaped
from engine.ports import Locale
from engine.words.neutral import is_blank, neutral_line

Press = discord.ui.Button[discord.ui.View]
Field = discord.ui.TextInput[Form]
_WORDS = 200
_TITLE = 45


class PracticePressed(Pressed[Press], template=help_ids.PRACTICE):
    """One step of the scene."""

    async def press(self, interaction: discord.Interaction) -> None:
        """A form has to be the very first answer to a press."""
        locale = words_for(interaction)
        if self.match["step"] == "own":
            await interaction.response.send_modal(PracticeForm(locale))
            return
        await ponder(interaction)
        step: help_ids.Step = self.match["step"]  # type: ignore[assignment]  # the template's own
        await whisper(interaction, scene(step, locale))


class PracticeForm(Form):
    """What do you do?"""

    template = help_ids.PRACTICE_FORM

    def __init__(self, locale: Locale) -> None:
        super().__init__(clipped(locale.say("practice.form"), _TITLE), help_ids.practice_form())
        field: Field = discord.ui.TextInput(
            custom_id="words", max_length=_WORDS, placeholder=locale.say("practice.hint")
        )
        self.add_item(discord.ui.Label(text=locale.say("practice.field"), component=field))

    @classmethod
    async def taken(
        cls,
        interaction: discord.Interaction,
        match: re.Match[str],  # noqa: ARG003  forms are called with it
        written: Mapping[str, str],
    ) -> None:
        """It is answered as any story answers: with what comes of it."""
        await ponder(interaction)
        words = neutral_line(written.get("words", ""), _WORDS)
        locale = words_for(interaction)
        if is_blank(words):
            await whisper(interaction, scene("begin", locale))
            return
        await whisper(interaction, scene("own", locale, escaped(words)))


def scene(step: help_ids.Step, locale: Locale, words: str = "") -> Payload:
    """What is read at a step, and what can be done from there."""
    text = locale.say(f"practice.{step}", words=words) if step == "own" else locale.say(f"practice.{step}")
    return Payload(text, rows=(_ways(step, locale),))


def _ways(step: help_ids.Step, locale: Locale) -> Row:
    def way(to: help_ids.Step) -> Button:
        return Button(help_ids.practice(to), locale.say(f"practice.button.{to}"))

    match step:
        case "begin" | "undo":
            return (way("goose"), way("gate"), way("own"))
        case "goose" | "gate" | "own":
            return (way("undo"), way("stop"))
        case "stop":
            return (way("end"),)
        case "end":
            start = Button(help_ids.welcome("start"), locale.say("welcome.button.start"), "main")
            return (start, way("begin"))
