"""Our messages in discord.py's form, and back."""

from collections.abc import Iterable

import discord

from cogs.payload import Button, Card, Menu, Option, Payload, Row, Style, gated

_STYLES: dict[Style, discord.ButtonStyle] = {
    "plain": discord.ButtonStyle.secondary,
    "main": discord.ButtonStyle.primary,
    "good": discord.ButtonStyle.success,
    "danger": discord.ButtonStyle.danger,
}
_NAMES = {style: name for name, style in _STYLES.items()}


def embed(card: Card) -> discord.Embed:
    """A card as an embed."""
    made = discord.Embed(title=card.title or None, description=card.text or None)
    return made.set_footer(text=card.footer) if card.footer else made


def view(rows: Iterable[Row]) -> discord.ui.View:
    """Rows as components.

    The view is stopped at once: it only draws. Who answers a press is found from the button's id, by the
    items that the client registers at start, so a press has one owner before and after a restart.
    """
    made = discord.ui.View(timeout=None)
    for number, row in enumerate(rows):
        for item in row:
            made.add_item(_button(item, number) if isinstance(item, Button) else _menu(item, number))
    made.stop()
    return made


class Form:
    """A gated payload as the arguments of discord.py's calls."""

    def __init__(self, payload: Payload) -> None:
        kept = gated(payload)
        self.content = kept.text
        self.embeds = [embed(kept.card)] if kept.card else []
        self.view = view(kept.rows)


def rows_of_message(message: discord.Message) -> tuple[Row, ...]:
    """The buttons that a message has now."""
    return tuple(
        tuple(_read(b) for b in row.children if isinstance(b, discord.Button) and b.custom_id)
        for row in message.components
        if isinstance(row, discord.ActionRow)
    )


def card_of_message(message: discord.Message) -> Card | None:
    """The card that a message has now."""
    if not message.embeds:
        return None
    first = message.embeds[0]
    return Card(first.description or "", first.title or "", first.footer.text or "")


def _read(button: discord.Button) -> Button:
    return Button(
        button.custom_id or "", button.label or "", _NAMES.get(button.style, "plain"), button.disabled
    )


def _button(button: Button, row: int) -> discord.ui.Button[discord.ui.View]:
    return discord.ui.Button(
        custom_id=button.custom_id,
        label=button.label,
        style=_STYLES[button.style],
        disabled=button.is_disabled,
        row=row,
    )


def _menu(menu: Menu, row: int) -> discord.ui.Select[discord.ui.View]:
    return discord.ui.Select(
        custom_id=menu.custom_id,
        placeholder=menu.placeholder,
        options=list(map(_option, menu.options)),
        row=row,
    )


def _option(option: Option) -> discord.SelectOption:
    return discord.SelectOption(
        label=option.label, value=option.value, description=option.description or None
    )
