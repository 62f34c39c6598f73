"""An expression as it was understood, before a die falls."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

Way = Literal["k", "p", "rr", "ro", "ra", "e", "mi", "ma"]
"""keep, put away, roll again for good, roll again once, roll one more, explode, at least, at most."""
Compared = Literal["=", "<", ">", "<=", ">=", "h", "l"]


@dataclass(frozen=True)
class Selector:
    """Which dice: those that compare so with the number, or so many of the highest or lowest."""

    compared: Compared
    number: int

    def picks(self, value: int) -> bool:
        """Whether this value is one; not for the highest and lowest, which need all of them.

        >>> [Selector(">=", 5).picks(5), Selector("<", 5).picks(5)]
        [True, False]
        """
        match self.compared:
            case "<":
                return value < self.number
            case ">":
                return value > self.number
            case "<=":
                return value <= self.number
            case ">=":
                return value >= self.number
            case _:
                return value == self.number


@dataclass(frozen=True)
class Change:
    """What happens to dice that have fallen. position: of the letter where it stands."""

    way: Way
    selector: Selector
    position: int
    written: str


@dataclass(frozen=True)
class Number:
    """A plain number; it can be changed by nothing."""

    value: int


@dataclass(frozen=True)
class Dice:
    """Dice of one kind. written: as they are shown. steps: along the chain, already counted into sides."""

    count: int
    sides: int
    written: str
    position: int
    changes: tuple[Change, ...] = ()


@dataclass(frozen=True)
class Bracket:
    """What stands in brackets. is_set: with a comma; only the members of a set can be kept and put away."""

    members: tuple["Node", ...]
    is_set: bool = False
    changes: tuple[Change, ...] = ()


@dataclass(frozen=True)
class Negative:
    """Less than nothing."""

    node: "Node"


@dataclass(frozen=True)
class Row:
    """Members and what stands between them (+ - or * /), worked out from left to right."""

    first: "Node"
    rest: tuple[tuple[str, "Node", int], ...]


Node: TypeAlias = Number | Dice | Bracket | Negative | Row


@dataclass(frozen=True)
class Expression:
    """All that was written. comment: what it is rolled for, "" if nobody said."""

    text: str
    node: Node
    comment: str = ""
