"""What happened before the word-for-word log, in few lines: made from the timeline, without any model."""

from collections.abc import Sequence

from engine.words.neutral import neutral_line
from engine.words.tokens import Measure

_ENTRY_LETTERS = 160


def summary(timeline: Sequence[str], before: str, tokens: int, measure: Measure) -> str:
    """One line for each entry, oldest first, at most `tokens` in all; the same input gives the same text.

    timeline: what happened before the log's first turn. before: the last summary, whose entries may be
    older than the timeline remembers. If not all fits, half of the room is for the newest entries and
    half for a selection of the older ones at even distances, the very first always among them.
    """
    older = [line for line in before.splitlines() if line]
    entries = [line for entry in timeline if (line := neutral_line(entry, _ENTRY_LETTERS))]
    lines = list(dict.fromkeys([*older, *entries]))
    if _cost(lines, measure) <= tokens:
        return "\n".join(lines)
    newest = _newest(lines, tokens // 2, measure)
    older = lines[: len(lines) - len(newest)]
    spare = tokens - _cost(newest, measure)
    for count in range(len(older), 0, -1):
        chosen = [older[index * len(older) // count] for index in range(count)]
        if _cost(chosen, measure) <= spare:
            return "\n".join([*chosen, *newest])
    return "\n".join(newest)


def _newest(lines: Sequence[str], tokens: int, measure: Measure) -> list[str]:
    newest: list[str] = []
    for line in reversed(lines):
        if _cost([line, *newest], measure) > tokens:
            break
        newest.insert(0, line)
    return newest


def _cost(lines: Sequence[str], measure: Measure) -> int:
    return sum(measure.tokens(line) + 1 for line in lines)
