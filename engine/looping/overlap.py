"""Finds where the rest of an answer repeats the end of what was there, so that nothing is told twice."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Literal

LEAST = 10
"""Characters that an overlap has at least; fewer are alike by chance."""
MOST = 200

_LEAST_PARTIAL = 4
_LINES = 12
_HEAD = 400
"""Characters of the rest in which an altered overlap is looked for."""
_ANCHOR = 16
_ALIKE = 0.9
_BEGINS_ALIKE = 0.7
_LAST = 3
_TRIED = 8
_BLANK = re.compile(r"\s+")
_NUMBER = re.compile(r"[^\w.+-][-+.\deE]*[-+\d.]\Z")
_STRAY = re.compile(r'\A\s*+(?:\.{3}|…|["{`>])\s*+')

Strategy = Literal["exact", "line", "partial line", "structure"]


@dataclass(frozen=True)
class Joined:
    """Both parts as one text, and how they were joined."""

    text: str
    strategy: Strategy


def joined_by_overlap(first: str, second: str) -> Iterator[Joined]:
    """The parts as one text, the surest way first; nothing where they do not overlap.

    >>> next(joined_by_overlap('{"a": "The bell tolls', 'he bell tolls twice."}')).text
    '{"a": "The bell tolls twice."}'
    """
    if (text := _exact(first, second)) is not None:
        yield Joined(text, "exact")
    if (text := _by_lines(first, second)) is not None:
        yield Joined(text, "line")
    if (text := _without_blanks(first, second)) is not None:
        yield Joined(text, "line")
    if (text := _by_partial_line(first, second)) is not None:
        yield Joined(text, "partial line")


def joined_by_likeness(first: str, second: str) -> str | None:
    """The parts as one text where the overlap is as good as the same; null where it is not.

    A model may change a sign of what it repeats. What was there stays as it was. A number in which the first
    stops is repeated as it is: else it would go on as another.
    """
    number = _NUMBER.search(first)
    last = number[0] if number else ""
    tried: set[int] = set()
    for length in alignments(first, second):
        if length in tried:
            continue
        tried.add(length)
        if len(tried) > _TRIED:
            return None
        end = _end_of_overlap(first, second, length)
        if second[:end].endswith(last) and _are_alike(first[-length:], second[:end]):
            return first + second[end:]
    return None


def _are_alike(mine: str, theirs: str) -> bool:
    """Blanks do not count: two entries of a list that only look alike are laid out in the same way."""
    before, after = _BLANK.sub("", mine), _BLANK.sub("", theirs)
    begins = SequenceMatcher(None, before[:_ANCHOR], after[:_ANCHOR], autojunk=False)
    return begins.ratio() >= _BEGINS_ALIKE and (
        SequenceMatcher(None, before, after, autojunk=False).ratio() >= _ALIKE
    )


def alignments(first: str, second: str, reach: int = MOST) -> Iterator[int]:
    """How long an overlap would be, by each place near the end of the first that the second has as well."""
    head = second[:_HEAD]
    for back in range(_ANCHOR, min(reach, len(first)) + 1):
        start = len(first) - back
        at = head.find(first[start : start + _ANCHOR])
        if 0 <= at <= start:
            yield at + back


def _exact(first: str, second: str) -> str | None:
    """Joined at the longest end of the first that the second begins with, up to 200 characters.

    A space at the end of the first stays: the model is shown that end without it. A mark that it puts before
    the whole goes.
    """
    for after in dict.fromkeys((second, second.lstrip(), _STRAY.sub("", second, count=1))):
        for before in dict.fromkeys((first, first.rstrip())):
            if length := shared(before, after, LEAST):
                rest = after[length:]
                space = " " if before + " " == first and not rest[:1].isspace() else ""
                return before + space + rest
    return None


def shared(before: str, after: str, least: int) -> int:
    """How long the longest end of `before` is that `after` begins with; 0 if shorter than `least`.

    A model that repeats more than it was asked to is found by the last 200 characters.
    """
    if len(before) > MOST and (at := after.find(before[-MOST:])) > 0 and before.endswith(after[: at + MOST]):
        return at + MOST
    for length in range(min(MOST, len(before), len(after)), least - 1, -1):
        if before.endswith(after[:length]):
            return length
    return 0


def _without_blanks(first: str, second: str) -> str | None:
    """The same for a model that lays its lines out in another way."""
    before = _BLANK.sub("", first[-2 * _HEAD :])
    places = [at for at, mark in enumerate(second[: 2 * _HEAD]) if not mark.isspace()]
    length = shared(before[-MOST:], "".join(second[at] for at in places), LEAST)
    return first.rstrip() + second[places[length - 1] + 1 :] if length else None


def _by_lines(first: str, second: str) -> str | None:
    """Joined where whole lines are the same, however they are indented, with or without a comma."""
    before = [line for line, _ in _lines(first[-2000:])[-_LINES:]]
    after = _lines(second[:2000])[:_LINES]
    for count in range(min(len(before), len(after)), 0, -1):
        lines = [line for line, _ in after[:count]]
        if before[-count:] == lines and sum(map(len, lines)) >= LEAST:
            return _with_one_comma(first.rstrip(), second[after[count - 1][1] :])
    return None


def _by_partial_line(first: str, second: str) -> str | None:
    """Joined where the first stops in the middle of a line, and the second has the whole of it."""
    before = _lines(first[-2000:])
    if len(before) < 2:
        return None
    cut = before[-1][0]
    lines = _lines(second[:2000])[:_LINES]
    for number, (line, end) in enumerate(lines):
        earlier = [text for text, _ in lines[:number]]
        if line.startswith(cut) and len(cut) >= _LEAST_PARTIAL and _ends_with(before[:-1], earlier):
            return first.rstrip().removesuffix(",") + second[end - len(line) + len(cut) :]
    return None


def _ends_with(before: list[tuple[str, int]], lines: list[str]) -> bool:
    return not lines or [text for text, _ in before[-len(lines) :]] == lines


def _end_of_overlap(first: str, second: str, length: int) -> int:
    """Where an overlap of about this length ends in the second: where it ends as the first does."""
    ends = (length + shift for shift in (0, -1, 1, -2, 2))
    return next((end for end in ends if second[:end].endswith(first[-_LAST:])), length)


def _lines(text: str) -> list[tuple[str, int]]:
    """Each line that is not blank, without indentation and last comma, and where that ends in the text."""
    lines, at = [], 0
    for line in text.splitlines(keepends=True):
        bare = line.rstrip().removesuffix(",")
        if bare.strip():
            lines.append((bare.strip(), at + len(bare)))
        at += len(line)
    return lines


def _with_one_comma(before: str, after: str) -> str:
    return before + (after.lstrip().removeprefix(",") if before.endswith(",") else after)
