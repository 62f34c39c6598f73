"""Where a sentence ends: so that a story that breaks off ends like one."""

import re

_END = re.compile(r"[.!?…](?:[\"'”\u2019»)\]*_]*)(?=\s|$)")


def whole_sentences(text: str) -> str:
    """The text up to the end of its last whole sentence; "" if there is none."""
    end = max((m.end() for m in _END.finditer(text)), default=0)
    return text[:end]
