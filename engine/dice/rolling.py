"""Roll a dice expression."""

import re

from engine.dice.rolled import Die, Rolled
from engine.draws import Draws

_TERM = re.compile(r"\s*([+-]?)\s*(?:(\d*)d(\d+)|(\d+))")


def roll(expression: str, draws: Draws) -> Rolled:
    """What it comes to."""
    total, dice, shown = 0, list[Die](), list[str]()
    for sign, count, sides, number in _TERM.findall(expression.lower()):
        factor = -1 if sign == "-" else 1
        if sides:
            fallen = [Die(int(sides), draws.die(int(sides))) for _ in range(int(count or 1))]
            dice += fallen
            total += factor * sum(die.value for die in fallen)
            shown.append(f"{sign}{count}d{sides} ({', '.join(str(die.value) for die in fallen)})")
        else:
            total += factor * int(number)
            shown.append(f"{sign}{number}")
    return Rolled(expression, total, tuple(dice), f"{' '.join(shown)} = {total}")
