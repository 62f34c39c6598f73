"""What Discord takes as a message and what it refuses, by the limits of its own developer documentation.

Written apart from `cogs.payload` on purpose: a limit misread there is not misread here in the same way.
"""

import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeAlias

Json: TypeAlias = Mapping[str, Any]

_ROW, _BUTTON, _MENU = 1, 2, 3
_STYLES = {1, 2, 3, 4}
_ROWS, _IN_A_ROW, _OPTIONS, _EMBEDS = 5, 5, 25, 10
_EMBED_PARTS = {"title": 256, "description": 4096}
_FOOTER, _EMBED_ALL = 2048, 6000
_CONTENT, _NONCE, _ID, _LABEL, _PLACEHOLDER, _OPTION = 2000, 25, 100, 80, 150, 100
_UNSEEN = {"Cc", "Cf", "Zs", "Zl", "Zp", "Cn"}


def refusals(body: Json, *, is_edit: bool = False) -> tuple[str, ...]:
    """Why Discord would refuse this body of a message; nothing if it would not.

    is_edit: members that are left out keep what the message has, so it is not empty for that.
    """
    faults = [
        *_text("content", body.get("content") or "", _CONTENT),
        *_text("nonce", str(body.get("nonce") or ""), _NONCE),
        *_embeds(body.get("embeds") or ()),
        *_rows(body.get("components") or ()),
    ]
    is_whole = not is_edit or {"content", "embeds"} <= body.keys()
    if is_whole and is_blank(body.get("content") or "") and not body.get("embeds"):
        faults.append("50006: an empty message")
    return tuple(faults)


def pings(body: Json) -> bool:
    """Whether a message may call somebody: Discord does unless it is told not to."""
    allowed = body.get("allowed_mentions")
    return allowed is None or bool(allowed.get("parse") or allowed.get("users") or allowed.get("roles"))


def units(text: str) -> int:
    """UTF-16 units."""
    return sum(2 if letter > "\uffff" else 1 for letter in text)


def is_blank(text: str) -> bool:
    """Whether nothing of it can be seen."""
    return all(unicodedata.category(letter) in _UNSEEN for letter in text)


def _text(place: str, text: str, most: int, *, is_due: bool = False) -> Iterator[str]:
    if units(text) > most:
        yield f"{place}: {units(text)} of {most} units"
    if any("\ud800" <= letter <= "\udfff" for letter in text):
        yield f"{place}: half an emoji is no valid text"
    if is_due and is_blank(text):
        yield f"{place}: this is required"


def _embeds(embeds: Sequence[Json]) -> Iterator[str]:
    if len(embeds) > _EMBEDS:
        yield f"embeds: {len(embeds)} of {_EMBEDS}"
    total = 0
    for embed in embeds:
        footer = (embed.get("footer") or {}).get("text", "")
        texts = {name: embed.get(name) or "" for name in _EMBED_PARTS}
        for name, text in texts.items():
            yield from _text(f"embed.{name}", text, _EMBED_PARTS[name])
        yield from _text("embed.footer", footer, _FOOTER)
        if is_blank("".join(texts.values()) + footer):
            yield "embed: an empty one"
        total += units("".join(texts.values()) + footer)
    if total > _EMBED_ALL:
        yield f"embeds: {total} of {_EMBED_ALL} units together"


def _rows(rows: Sequence[Json]) -> Iterator[str]:
    if len(rows) > _ROWS:
        yield f"components: {len(rows)} of {_ROWS} rows"
    ids: list[str] = []
    for row in rows:
        items = row.get("components") or ()
        if row.get("type") != _ROW:
            yield "components: something outside a row"
        if not 1 <= len(items) <= (1 if any(i.get("type") == _MENU for i in items) else _IN_A_ROW):
            yield f"row: {len(items)} items"
        for item in items:
            ids.append(item.get("custom_id", ""))
            yield from _text("custom_id", ids[-1], _ID, is_due=True)
            yield from _menu(item) if item.get("type") == _MENU else _button(item)
    if len(ids) != len(set(ids)):
        yield "components: a custom_id twice"


def _button(button: Json) -> Iterator[str]:
    if button.get("type") != _BUTTON or button.get("style") not in _STYLES:
        yield "button: of an unknown kind"
    yield from _text("label", button.get("label") or "", _LABEL, is_due=True)


def _menu(menu: Json) -> Iterator[str]:
    options = menu.get("options") or ()
    values = [option.get("value", "") for option in options]
    if not 1 <= len(options) <= _OPTIONS:
        yield f"menu: {len(options)} options"
    if len(values) != len(set(values)):
        yield "menu: a value twice"
    yield from _text("placeholder", menu.get("placeholder") or "", _PLACEHOLDER)
    for option in options:
        yield from _text("option.label", option.get("label") or "", _OPTION, is_due=True)
        yield from _text("option.value", option.get("value") or "", _OPTION, is_due=True)
        yield from _text("option.description", option.get("description") or "", _OPTION)
