"""Buttons and menus that work before and after a restart: all that they need stands in their id."""

import re
from collections.abc import Awaitable
from typing import Any, Self, TypeVar

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
    """A form; whatever goes wrong in it is told to the person who sent it."""

    async def on_submit(self, interaction: discord.Interaction[Any]) -> None:
        """Answer it."""
        await host(interaction).answered(interaction, self.sent(interaction))

    def sent(self, interaction: discord.Interaction) -> Awaitable[None]:
        """What the form does. Raises engine errors."""
        raise NotImplementedError
