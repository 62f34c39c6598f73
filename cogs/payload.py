"""What a message of ours is made of, and the gate that nothing leaves through which Discord would refuse.

Limits are Discord's own (developer documentation, Message and Component objects).
"""

from dataclasses import dataclass, replace
from typing import Literal

CONTENT = 2000
CARD_TITLE = 256
CARD_TEXT = 4096
CARD_FOOTER = 2048
CARD_ALL = 6000
LABEL = 80
CUSTOM_ID = 100
OPTION = 100
OPTIONS = 25
ROWS = 5
ROW_WIDTH = 5
PLACEHOLDER = 150

_CHOSEN = "✓ "
ALWAYS_ALIVE = "gm:why:"
"""How the id of a button begins whose moment is never over."""
Style = Literal["plain", "main", "good", "danger"]


@dataclass(frozen=True)
class Button:
    """A button; who handles a press is told from its id alone."""

    custom_id: str
    label: str
    style: Style = "plain"
    is_disabled: bool = False


@dataclass(frozen=True)
class Option:
    """One line of a menu."""

    value: str
    label: str
    description: str = ""


@dataclass(frozen=True)
class Menu:
    """A list to choose one line from; it takes a row for itself."""

    custom_id: str
    placeholder: str
    options: tuple[Option, ...]


@dataclass(frozen=True)
class Card:
    """A framed text under a message: never part of what the story says."""

    text: str = ""
    title: str = ""
    footer: str = ""


Row = tuple[Button | Menu, ...]


@dataclass(frozen=True)
class Payload:
    """A whole message. speaker: under whose name it is posted; "" = our own."""

    text: str = ""
    card: Card | None = None
    rows: tuple[Row, ...] = ()
    speaker: str = ""


def units(text: str) -> int:
    """Length as Discord counts it: UTF-16 units, so that most emoji count twice."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def clipped(text: str, limit: int) -> str:
    """The text, or its beginning and "…" if it is longer than `limit` units.

    Half an emoji, which no JSON can carry, is shown as U+FFFD.
    """
    if not text.isascii():
        text = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    if units(text) <= limit:
        return text
    room = text.encode("utf-16-le", "surrogatepass")[: 2 * (limit - 1)]
    return room.decode("utf-16-le", "ignore").rstrip() + "…"


def gated(payload: Payload) -> Payload:
    """The nearest payload that Discord takes: nothing too long, no id twice, never empty."""
    text = clipped(payload.text.strip(), CONTENT)
    card = _card(payload.card) if payload.card else None
    rows = _rows(payload.rows)
    if not _says_something(text) and card is None:
        text = "…"
    return Payload(text, card, rows, payload.speaker)


def rows_of(buttons: tuple[Button, ...]) -> tuple[Row, ...]:
    """Buttons in rows of five."""
    return tuple(tuple(buttons[i : i + ROW_WIDTH]) for i in range(0, len(buttons), ROW_WIDTH))


def disabled(rows: tuple[Row, ...], chosen: frozenset[str] = frozenset()) -> tuple[Row, ...]:
    """The same rows with every button dead but Why?; those in `chosen` marked by a sign and a colour."""
    return tuple(
        tuple(_dead(item, item.custom_id in chosen) for item in row if isinstance(item, Button))
        for row in rows
    )


def _dead(button: Button, is_chosen: bool) -> Button:
    if button.custom_id.startswith(ALWAYS_ALIVE):
        return button
    if not is_chosen or button.label.startswith(_CHOSEN):
        return replace(button, is_disabled=True)
    return replace(button, is_disabled=True, style="good", label=clipped(_CHOSEN + button.label, LABEL))


def _says_something(text: str) -> bool:
    return any(letter.isprintable() and not letter.isspace() for letter in text)


def _card(card: Card) -> Card | None:
    title = clipped(card.title.strip(), CARD_TITLE)
    footer = clipped(card.footer.strip(), CARD_FOOTER)
    text = clipped(card.text.strip(), min(CARD_TEXT, CARD_ALL - units(title) - units(footer)))
    return Card(text, title, footer) if _says_something(title + text + footer) else None


def _rows(rows: tuple[Row, ...]) -> tuple[Row, ...]:
    seen: set[str] = set()
    kept = []
    for row in rows:
        items = tuple(_item(i) for i in row if _is_new(i, seen))[:ROW_WIDTH]
        if items:
            kept.append(items)
    return tuple(kept[:ROWS])


def _is_new(item: Button | Menu, seen: set[str]) -> bool:
    usable = 0 < units(item.custom_id) <= CUSTOM_ID and item.custom_id not in seen
    usable = usable and (isinstance(item, Button) or bool(item.options))
    seen.add(item.custom_id)
    return usable


def _item(item: Button | Menu) -> Button | Menu:
    if isinstance(item, Button):
        label = clipped(item.label.strip(), LABEL)
        return replace(item, label=label if _says_something(label) else "…")
    values: dict[str, Option] = {}
    for option in item.options:
        values.setdefault(
            option.value,
            Option(
                clipped(option.value, OPTION),
                clipped(option.label, OPTION) or "…",
                clipped(option.description, OPTION),
            ),
        )
    options = tuple(values.values())[:OPTIONS]
    return replace(item, placeholder=clipped(item.placeholder, PLACEHOLDER), options=options)
