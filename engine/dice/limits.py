"""How much a roll may ask for: the same for players, DMs, packs and models."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    """The most of each. What is over is refused before a die falls.

    letters: of the expression with its comment. nesting: brackets in brackets, and signs before them.
    dice_at_once: of one kind ("100d6"). dice: of the whole expression. number: written in it.
    again: dice that fall besides, because others are rolled again or explode; what would go on, ends there.
    """

    letters: int = 200
    nesting: int = 20
    dice_at_once: int = 100
    dice: int = 200
    sides: int = 1000
    steps: int = 12
    number: int = 1_000_000
    total: int = 10**15
    again: int = 100


LIMITS = Limits()
