"""What a roll came to: every die, whether it counts, and the total."""

from dataclasses import dataclass
from typing import Literal

Mark = Literal["", "rerolled", "exploded"]


@dataclass(frozen=True)
class Die:
    """One die that fell. value: what counts; shows: what it showed, where the two differ.

    is_kept: it counts. mark: it was rolled again (then another lies in its place), or brought one more.
    """

    sides: int
    value: int
    is_kept: bool = True
    mark: Mark = ""
    shows: int | None = None


@dataclass(frozen=True)
class Rolled:
    """A roll. expression: as it was written; text: with every die, as it is shown ("2d6 (3, 4) + 1 = 8").

    dice: in the order in which they fell. comment: what it was rolled for. is_cut: dice would have been
    rolled again or exploded even more often than is allowed.

    In the text, [4] does not count, 1→5 was rolled again, 6! brought one more, 1⇒2 counts as 2.
    """

    expression: str
    total: int
    dice: tuple[Die, ...]
    text: str
    comment: str = ""
    is_cut: bool = False

    @property
    def natural(self) -> int | None:
        """What the only die that counts shows; null if several count, or none."""
        kept = [die for die in self.dice if die.is_kept]
        if len(kept) != 1:
            return None
        return kept[0].value if kept[0].shows is None else kept[0].shows

    @property
    def kept(self) -> tuple[int, ...]:
        """What counts, die by die."""
        return tuple(die.value for die in self.dice if die.is_kept)

    @property
    def dropped(self) -> tuple[int, ...]:
        """What fell and does not count."""
        return tuple(die.value for die in self.dice if not die.is_kept)
