"""Notices when a model goes round in circles, so that nobody has to read the same line forever."""

_BLANKS = 80
"""So much white space in a row; a deeply indented object has less."""
_LETTERS = 40
"""The same letter or digit so often in a row; a long scream has fewer."""
_MARKS = 120
"""The same other character so often in a row; a ruled line has fewer."""
_TIMES = 4
_SPAN = 160
"""A phrase repeats if it comes four times or more and fills so many characters: a refrain does less."""
_LONGEST = 400
"""The longest phrase that is looked for."""
_NEEDLE = 16
_ENDS = ".!?…,;:)»” "
"""What a phrase ends with. A loop has no end of its own, so the cut is moved behind these."""


def loop_start(text: str) -> int | None:
    """Where the loop at the end of this text begins; null if there is none.

    text[:start] is worth keeping: of a repeated phrase that includes the first occurrence.
    """
    tail = text[-_LONGEST * _TIMES :]
    return _run_start(text, tail) if (found := _phrase_start(text, tail)) is None else found


def _run_start(text: str, tail: str) -> int | None:
    blanks = len(tail) - len(tail.rstrip())
    if blanks >= _BLANKS:
        return len(text.rstrip())
    last = tail[-1:]
    most = _LETTERS if last.isalnum() else _MARKS
    return len(text.rstrip(last)) if last and tail.endswith(last * most) else None


def _phrase_start(text: str, tail: str) -> int | None:
    """The end of the phrase's first occurrence. The last few characters say which periods are possible."""
    needle = tail[-_NEEDLE:]
    if len(set(needle)) < 2 or not needle.strip():
        return None
    at = tail.rfind(needle, 0, len(tail) - 1)
    while at >= 0 and (period := len(tail) - len(needle) - at) <= _LONGEST:
        span = max(period * _TIMES, _SPAN)
        if len(tail) >= span and tail[-span:-period] == tail[-span + period :]:
            return _first_end(text, period)
        at = tail.rfind(needle, 0, at + len(needle) - 1)
    return None


def _first_end(text: str, period: int) -> int:
    start = len(text) - period
    while start > 0 and text[start - 1] == text[start - 1 + period]:
        start -= 1
    end = start + period
    while end < start + 2 * period - 1 and text[end] in _ENDS:
        end += 1
    return end
