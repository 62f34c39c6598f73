"""Buttons, menus and forms that work before and after a restart: all that they need stands in their id."""

import re
from collections.abc import Awaitable, Mapping
from typing import Any, ClassVar, Self, TypeVar

import discord

from cogs.desk import host

ItemT = TypeVar("ItemT", bound="discord.ui.Item[discord.ui.View]")


class Pressed(discord.ui.DynamicItem[ItemT], template=r"(?!)"):
    """One press of one kind of item. Whatever goes wrong in it is told to the person who pressed."""

    def __init__(self, item: ItemT, match: re.Match[str]) -> None:
        super().__init__(item)
        self.match = match

    @classmethod
    async def from_custom_id(
        cls,
        interaction: discord.Interaction[Any],  # noqa: ARG003 - discord.py calls it with this
        item: discord.ui.Item[Any],
        match: re.Match[str],
        /,
    ) -> Self:
        """The press that this id stands for."""
        return cls(item, match)  # type: ignore[arg-type]  # the id's kind tells the item's

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Answer it."""
        await host(interaction).answered(interaction, self.press(interaction))

    def press(self, interaction: discord.Interaction) -> Awaitable[None]:
        """What the press does. Raises engine errors."""
        raise NotImplementedError


class Form(discord.ui.Modal):
    """A form. Whatever goes wrong with it is told to the person who sent it.

    It is stopped at once, as our views are: it only draws. Who takes what was written is found from its id,
    so that nobody's words are lost because the process was another one when they were sent.
    """

    template: ClassVar[re.Pattern[str]]

    def __init__(self, title: str, custom_id: str) -> None:
        super().__init__(title=title, custom_id=custom_id, timeout=None)
        self.stop()

    @classmethod
    def taken(
        cls, interaction: discord.Interaction, match: re.Match[str], written: Mapping[str, str]
    ) -> Awaitable[None]:
        """What the form does with what was written in each field. Raises engine errors."""
        raise NotImplementedError


def written_in(interaction: discord.Interaction) -> dict[str, str]:
    """What somebody wrote into a form, by field."""
    given: Any = interaction.data or {}
    fields = [part.get("component", {}) for part in given.get("components", [])]
    return {field["custom_id"]: field.get("value") or "" for field in fields if "custom_id" in field}
