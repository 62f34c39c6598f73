"""Where a sentence ends: so that a story that breaks off ends like one."""

import re

_END = re.compile(r"[.!?…](?:[\"'”\u2019»)\]*_]*)(?=\s|$)")


def whole_sentences(text: str) -> str:
    """The text up to the end of its last whole sentence; "" if there is none."""
    end = max((m.end() for m in _END.finditer(text)), default=0)
    return text[:end]


def ends_whole(text: str) -> bool:
    """Whether the text ends where a sentence does.

    >>> ends_whole('"Come in!" '), ends_whole("The door")
    (True, False)
    """
    return bool(text.strip()) and len(whole_sentences(text)) >= len(text.rstrip())


def sentence_starts(text: str) -> tuple[int, ...]:
    """Where sentences begin.

    >>> sentence_starts("It rains. The door")
    (0, 10)
    """
    starts = [0, *(m.end() for m in _END.finditer(text))]
    places = [at + len(text[at:]) - len(text[at:].lstrip()) for at in starts]
    return tuple(at for at in places if at < len(text))
