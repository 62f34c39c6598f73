"""Leaves out what a model says around the rest of an answer: thoughts, fences, "here is the rest:"."""

import re

from engine.answers.thoughts import Thoughts

_OPENING_FENCE = re.compile(r"(?:^|\n)[ \t]*```[ \t]*(?:[\w-]*[ \t]*\n|json\b)", re.IGNORECASE)
_CLOSING_FENCE = re.compile(r"(?:\n|(?<![ \t]))[ \t]*```[ \t]*(?=\n|$)")
_LAST_FENCE = re.compile(r"\n[ \t]*```\s*\Z")
_LEAD = re.compile(r'\s*+[^\n"{}\[\]]{1,200}[:.!…][ \t]*\n\s*')
"""A line without any sign of JSON: no text of JSON goes over a line's end."""


def readings(text: str) -> tuple[str, ...]:
    """The text as it came (but for a fence that ends it), then freed from thought, fence and lead."""
    text = _LAST_FENCE.sub("", text.lstrip("\ufeff"))
    return tuple(dict.fromkeys((text, without_talk(_without_thought(text)))))


def without_talk(text: str) -> str:
    r"""What stands inside the fence; without one, what comes after the lead.

    >>> without_talk('Here is the rest:\n```json\nds twice."}\n```\nShall I go on?')
    'ds twice."}'
    """
    if opening := _OPENING_FENCE.search(text):
        text = text[opening.end() :]
    elif lead := _LEAD.match(text):
        text = text[lead.end() :]
    closing = _CLOSING_FENCE.search(text)
    return text[: closing.start()] if closing else text


def _without_thought(text: str) -> str:
    """What comes after a thought. A tag that text goes on behind, or nothing, is part of that text."""
    parts, kept = [*Thoughts().parts(text)], ""
    for number, (part, is_tag) in enumerate(parts):
        after = parts[number + 1][0] if number + 1 < len(parts) else ""
        is_end = is_tag and bool(after.strip(" \t\n`")) and after.lstrip(" \t")[0] in "\n{`"
        kept = "" if is_end else kept + part
    return text if kept.strip() == text.strip() else kept.lstrip()
