"""The signs between which models think aloud, so that nobody at a table reads what was not meant for them."""

import re

_NAMES = ("think", "thinking", "thought", "thoughts", "reasoning", "reflection", "analysis", "scratchpad")
_OPENING = (
    *(f"<{name}>" for name in _NAMES),
    *("[THINK]", "◁think▷", "<seed:think>", "<|channel>thought"),
    *("<|channel|>analysis<|message|>", "<|channel|>commentary<|message|>"),
)
_CLOSING = (
    *(f"</{name}>" for name in _NAMES),
    *("[/THINK]", "◁/think▷", "</seed:think>", "<channel|>", "<|channel|>final<|message|>"),
)


def _one_of(tags: tuple[str, ...]) -> re.Pattern[str]:
    """Any of these; what stands in square brackets in small letters is a player's or a story's."""
    return re.compile("|".join(f"(?-i:{re.escape(t)})" if t[0] == "[" else re.escape(t) for t in tags), re.I)


OPENING = _one_of(_OPENING)
CLOSING = _one_of(_CLOSING)
ANY = _one_of(_OPENING + _CLOSING)
MARKS = "<[◁"
"""What a tag begins with."""
LONGEST = max(map(len, _OPENING + _CLOSING))


def may_become(text: str) -> bool:
    """Whether a tag may begin with this.

    >>> may_become("</Thi"), may_become("<b>")
    (True, False)
    """
    begun = text.lower()
    return any(tag.lower().startswith(begun) for tag in _OPENING + _CLOSING)
