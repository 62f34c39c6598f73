"""Fits the rest of an answer in by its structure: what is begun again takes the place of what was there."""

import re
from collections.abc import Collection, Iterator
from difflib import SequenceMatcher

from engine.looping.cut_point import CutPoint, Element, Level, scan
from engine.looping.overlap import LEAST, MOST, Joined, alignments

_BLANK = re.compile(r"\s+")
_NAME = re.compile(r'\s*,?\s*("[^"\\\n]{1,80}")\s*:')
_FIRST_NAME = re.compile(r'\{\s*"([^"\\\n]{1,80})"\s*:')
_LEADING = re.compile(r"[\s,]*")
_FIRST_TEXT = re.compile(r'\s*"[^"\\]*(?:\\.[^"\\]*)*"', re.DOTALL)
_ID = re.compile(
    r'\s*\{\s*"(?:\w{0,40}_)?id"\s*:\s*(?:"[^"\\]*(?:\\.[^"\\]*)*"|[^\s,{}\[\]"]+(?=\s*[,}]))',
    re.DOTALL,
)
_LEAST_WORD = 2
"""Letters of a word that is said again, from its beginning on."""
_LONG = 2000
_ALIKE = 0.7
_LEAST_ALIKE, _MOST_ALIKE = 8, 40
_LEAST_LETTERS = 4
"""The same in the middle of a word."""


def joined_by_structure(first: str, second: str, members: Collection[str]) -> Iterator[Joined]:
    """The first up to where the second begins anew, and the second; the innermost place first.

    members: names of the top-level members. An object that begins with one of them is no entry of a list.
    """
    cut = scan(first)
    rest = second[_LEADING.match(second).end() :]  # type: ignore[union-attr]  # it matches anything
    name = _FIRST_NAME.match(rest)
    if name and name[1] in members:
        return
    for start in dict.fromkeys(_places(first, cut, rest)):
        yield Joined(first[:start] + rest, "structure")


def joined_plainly(first: str, second: str) -> str | None:
    """One behind the other, where that is all that it can mean; null where it is not.

    A word or number is never put together from two parts that do not overlap, and a sentence that seems to
    begin again is joined where it does, or not at all.
    """
    cut = scan(first)
    if not cut.levels or cut.is_in_word or not cut.is_strict:
        return None
    if cut.is_in_text:
        return _text_goes_on(first, second)
    if second[:1].isalnum():
        return None  # it may be the end of a number or word
    needs_comma = cut.levels[-1].due == "next" and second.lstrip()[:1] not in (",", "}", "]", ":")
    return f"{first},{second}" if needs_comma else first + second


def _places(first: str, cut: CutPoint, rest: str) -> Iterator[int]:
    """Where in the first the rest may begin anew."""
    if name := _NAME.match(rest):
        for level in reversed(cut.levels):
            yield from (element.start for element in reversed(_of(level)) if element.name == name[1])
    for level in reversed(cut.levels):
        value = level.open.value if level.open else None
        if value is not None and _is_begun_again(first[value:], rest):
            yield value
    if cut.levels and (innermost_list := next((x for x in reversed(cut.levels) if x.kind == "["), None)):
        yield from _entries_again(first, innermost_list, rest)


def _of(level: Level) -> list[Element]:
    return [*level.elements, level.open] if level.open else level.elements


def _is_begun_again(begun: str, rest: str) -> bool:
    """Whether the rest begins with all that there is of this value; a long one is found by its end.

    A digit after a digit may be the next one as well.
    """
    if len(begun) > _LONG or (begun[-1:].isalnum() and begun[0] not in '"{[' and rest[:1].isalnum()):
        return False
    bare = _BLANK.sub("", begun)
    return _BLANK.sub("", rest[: 2 * len(begun) + 40]).startswith(bare)


def _entries_again(first: str, level: Level, rest: str) -> Iterator[int]:
    """The entry of a list that is told again; else the one that is cut, if the rest is an entry."""
    opening = _opening(rest)
    if opening:
        for element in level.elements:
            if _opening(first[element.start : element.end]) == opening:
                yield element.start
                return
    if level.open and first[level.open.start] == rest[:1] == "{" and rest[1:].lstrip().startswith('"'):
        yield level.open.start


def _opening(entry: str) -> str:
    """What tells an entry from another: a text itself, of an object its id; "" if it has neither."""
    found = (_ID if entry.lstrip().startswith("{") else _FIRST_TEXT).match(entry)
    return _BLANK.sub("", found[0]) if found else ""


def _is_said_again(first: str, second: str) -> bool:
    """It is no rest: it begins with about the same that was there, so something was meant to overlap."""
    if any(length <= MOST for length in alignments(first, second, _MOST_ALIKE)):
        return True
    lengths = range(_LEAST_ALIKE, min(_MOST_ALIKE, len(first), len(second)) + 1)
    matcher = SequenceMatcher(autojunk=False)
    for length in lengths:
        matcher.set_seqs(first[-length:], second[:length])
        if matcher.real_quick_ratio() >= _ALIKE and matcher.quick_ratio() >= _ALIKE <= matcher.ratio():
            return True
    return False


def _text_goes_on(first: str, second: str) -> str | None:
    """A text goes on in the middle of a sentence; a last word that is begun again is there once."""
    if not second or second[0] in '"{}[],' or "\n" in second.split('"', 1)[0]:
        return None
    for length in range(min(LEAST - 1, len(second)), _LEAST_WORD - 1, -1):
        is_at_word = not first[-length - 1 : -length].isalnum() and bool(second[:length].strip())
        if (is_at_word or length >= _LEAST_LETTERS) and first.endswith(second[:length]):
            return first + second[length:]
    if (first[-1].isalnum() and second[0].isupper()) or _is_said_again(first, second):
        return None
    return first + second
