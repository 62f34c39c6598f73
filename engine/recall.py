"""What comes back to mind when somebody speaks of it: old entries that are about what is done now.

The newest events stand in every prompt; of the older ones only those that the players' own words touch.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence

MOST = 2
_LEAST_LETTERS = 4
_STEM_LETTERS = 6
"""So that "quarries" is about the quarry, in any of our languages."""
_RARE = 4
"""A word tells entries apart if at most one in so many has it."""
_WORD = re.compile(r"[^\W\d_]{2,}")


def recalled(entries: Sequence[str], said: Iterable[str]) -> tuple[str, ...]:
    """The entries that these words are about, at most MOST, in their own order; mostly none.

    >>> recalled(["The Harl sisters own the quarry.", "It rained.", "A bell rang."], ["Who owns the quarry?"])
    ('The Harl sisters own the quarry.',)
    """
    wanted = {stem for text in said for stem in _stems(text)}
    stems = [_stems(entry) for entry in entries]
    often = Counter(stem for of_entry in stems for stem in of_entry)
    most_often = max(1, len(entries) // _RARE)
    weights = [
        sum(1 / often[stem] for stem in of_entry & wanted if often[stem] <= most_often) for of_entry in stems
    ]
    newest_first = sorted(range(len(entries)), key=lambda place: (weights[place], place), reverse=True)
    chosen = sorted(place for place in newest_first[:MOST] if weights[place] > 0)
    return tuple(entries[place] for place in chosen)


def _stems(text: str) -> frozenset[str]:
    words = (word.casefold() for word in _WORD.findall(text))
    return frozenset(word[:_STEM_LETTERS] for word in words if len(word) >= _LEAST_LETTERS)
