"""The dice chain: bigger and smaller dice instead of bonuses."""

CHAIN = (3, 4, 5, 6, 7, 8, 10, 12, 14, 16, 20, 24, 30)
"""Sides, smallest first."""


def stepped(sides: int, steps: int) -> int:
    """The die so many steps up (or down) the chain; a step past either end leaves it there.

    A die that is not on the chain stays as it is.

    >>> [stepped(20, 1), stepped(20, -2), stepped(30, 3), stepped(3, -1), stepped(100, 1)]
    [24, 14, 30, 3, 100]
    """
    if sides not in CHAIN:
        return sides
    return CHAIN[max(0, min(len(CHAIN) - 1, CHAIN.index(sides) + steps))]
