"""Roll a dice expression."""

from engine.dice.falling import fall
from engine.dice.reading import read
from engine.dice.rolled import Rolled
from engine.draws import Draws


def roll(expression: str, draws: Draws) -> Rolled:
    """What it comes to. Raises DiceError; but for a division by what the dice made 0, none has fallen then.

    >>> roll("2d6kh1 + 3", Draws(7, "a door")).total
    5
    """
    return fall(read(expression), draws)
