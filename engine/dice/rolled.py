"""What a roll came to: every die, whether it counts, and the total."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Die:
    """One die that fell. is_kept: it counts."""

    sides: int
    value: int
    is_kept: bool = True


@dataclass(frozen=True)
class Rolled:
    """A roll. expression: as it was written; text: with every die, as it is shown ("2d6 (3, 4) + 1 = 8")."""

    expression: str
    total: int
    dice: tuple[Die, ...]
    text: str

    @property
    def natural(self) -> int | None:
        """What the only die that counts shows; null if several count, or none."""
        kept = [die.value for die in self.dice if die.is_kept]
        return kept[0] if len(kept) == 1 else None
