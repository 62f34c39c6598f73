"""Why an expression is not rolled: each error points at the letter and says what would be right.

DiceError              nothing fell, nothing was saved
    NotDice            it cannot be read from here on
    NothingToRoll      there is no expression
    TooLong, TooDeep, TooManyDice, TooManySides, NumberTooLarge, TooManySteps   over a limit
    ZeroSides, NoDice  a die without sides, a roll without dice
    NoSuchDie          a die that has no place on the chain cannot step along it
    DividedByZero      a divisor came to 0
    AlwaysExplodes, AlwaysRerolls   every side would go on for ever
    NotForThis         a change that does not fit what it stands behind
"""

from engine.errors import PlayerError
from engine.model.noun import Scalar


class DiceError(PlayerError):
    """expression: as it was written. position: of the letter that it is about, from 0.

    blanks: sign (the letters there), place (counted from 1), and what the sentence needs besides.
    """

    key = "dice.not-dice"

    def __init__(self, expression: str, position: int, sign: str = "", **blanks: Scalar) -> None:
        self.expression = expression
        self.position = max(0, min(position, len(expression)))
        shown = sign or expression[self.position : self.position + 1]
        super().__init__(place=self.position + 1, sign=shown[:20], **blanks)

    def pointed(self) -> str:
        """The expression, and below it a caret under the letter: two lines for type of one width."""
        first = max(0, self.position - 40)
        line = " ".join(self.expression[first : self.position + 30].split("\n"))
        return f"{line}\n{' ' * (self.position - first)}^"


class NotDice(DiceError):
    """It cannot be read from here on."""


class NothingToRoll(DiceError):
    """There is no expression."""

    key = "dice.nothing-to-roll"


class TooLong(DiceError):
    """Too many letters. blanks: most."""

    key = "dice.too-long"


class TooDeep(DiceError):
    """Too many brackets in brackets. blanks: most."""

    key = "dice.too-deep"


class TooManyDice(DiceError):
    """Too many dice. blanks: most."""

    key = "dice.too-many-dice"


class TooManySides(DiceError):
    """A die with too many sides. blanks: most."""

    key = "dice.too-many-sides"


class TooManySteps(DiceError):
    """More steps than the chain has. blanks: most."""

    key = "dice.too-many-steps"


class NumberTooLarge(DiceError):
    """A number, or what the dice come to, is too large. blanks: most."""

    key = "dice.number-too-large"


class ZeroSides(DiceError):
    """A die without sides."""

    key = "dice.zero-sides"


class NoDice(DiceError):
    """A roll of no dice, like 0d6."""

    key = "dice.no-dice"


class NoSuchDie(DiceError):
    """A die that is not on the chain cannot step along it. blanks: chain."""

    key = "dice.not-on-the-chain"


class DividedByZero(DiceError):
    """A divisor came to 0. Dice may have fallen before it; they count for nothing."""

    key = "dice.divided-by-zero"


class AlwaysExplodes(DiceError):
    """Every side would explode."""

    key = "dice.always-explodes"


class AlwaysRerolls(DiceError):
    """Every side would be rolled again."""

    key = "dice.always-rerolls"


class NotForThis(DiceError):
    """A change of dice that does not fit what it stands behind."""

    key = "dice.not-for-this"
