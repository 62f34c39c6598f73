"""What stands under a story's last message, and what becomes of it when the moment is over."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TypeAlias

import discord

from cogs import ids
from cogs.form import card_of_message, rows_of_message
from cogs.payload import Card, Row, disabled
from engine.model.turn import Turn


@dataclass(frozen=True)
class Below:
    """Card and buttons; never a word of the story."""

    card: Card | None
    rows: tuple[Row, ...]


Changed: TypeAlias = Callable[[Below], Below]


def of_message(message: discord.Message) -> tuple[Card | None, tuple[Row, ...]]:
    """As it stands in Discord now."""
    return card_of_message(message), rows_of_message(message)


def closed(now: Below, chosen: frozenset[str]) -> Below:
    """The moment is over: buttons are dead, the chosen ones marked."""
    return replace(now, rows=disabled(now.rows, chosen))


def marked(now: Below, text: str) -> Below:
    """The turn no longer counts, and says so."""
    card = now.card or Card()
    return Below(replace(card, footer=text), disabled(now.rows))


def noted(now: Below, old: str, new: str) -> Below:
    """A footnote that is no longer true makes room for another; any other stays."""
    if now.card is None or not old or now.card.footer != old:
        return now
    return replace(now, card=replace(now.card, footer=new))


def chosen_ids(moment: Turn, following: Turn) -> frozenset[str]:
    """Ids of the buttons under `moment` that the actions of the turn after it chose."""
    picked = {action.selected_suggestion_id for action in following.actions}
    return frozenset(
        ids.choice(moment.id, index, suggestion.text)
        for index, suggestion in enumerate(moment.suggestions)
        if suggestion.id in picked
    )
