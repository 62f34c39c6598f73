"""Which messages are actions, and what is said in them."""

import re
from dataclasses import dataclass
from typing import Literal

from engine.model.action import ActionType

Hearing = Literal["all", "marked", "none"]
"""`all`: every message of a player; `marked`: with `>` or the bot's name; `none`: none at all."""

_OUT_OF_CHARACTER = re.compile(r"\(\(.*\)\)|\([^()]*\)|//.*|ooc\b.*", re.DOTALL | re.IGNORECASE)
_MARK = re.compile(r">{1,3}\s*")
_NUMBER = re.compile(r"(\d{1,2})[.)]?")
_QUOTES = ('"', "“", "„", "«", "»", "”", "—")


@dataclass(frozen=True)
class Heard:
    """An action in words. number: of the suggestion that it chooses, if it is a number alone.

    is_marked: meant for the story whatever it says; a number that is not counts only if it chooses something.
    """

    words: str
    type: ActionType = "action"
    number: int | None = None
    is_marked: bool = True


def heard(content: str, hearing: Hearing, my_id: int, *, is_reply_to_person: bool) -> Heard | None:
    """What a player's message does in the story; null if it is not meant for the story."""
    mention = re.compile(rf"<@!?{my_id}>")
    text = content.strip()
    if hearing == "none" or is_reply_to_person or _OUT_OF_CHARACTER.fullmatch(text):
        return None
    words = mention.sub(" ", text).strip()
    is_marked = mention.search(text) is not None or _MARK.match(text) is not None
    words = _MARK.sub("", words, count=1) if _MARK.match(words) else words
    number = _NUMBER.fullmatch(words)
    if not words or _OUT_OF_CHARACTER.fullmatch(words):
        return None
    if number is not None:
        return Heard(words, "choice", int(number.group(1)), is_marked or hearing == "all")
    if hearing == "marked" and not is_marked:
        return None
    return Heard(words, "speech" if words.startswith(_QUOTES) else "action")


def said_to_me(content: str, my_id: int) -> str | None:
    """What follows our name at a message's beginning; null if it does not begin with it."""
    begins = re.match(rf"\s*<@!?{my_id}>[\s,:]*", content)
    return content[begins.end() :].strip() if begins else None
