"""What chance decides in a turn: dice that fall the same way whenever the same turn is played again.

Every turn has a seed of its own, which chance made (`engine.ports.Entropy`). What falls in it follows from
that seed, the call that rolls and how often it has rolled, so that anybody can work it out once more.
"""

from hashlib import sha256

_BITS = 256
SEED_BITS = 63
"""Of a seed: SQLite's whole numbers have 63 bits beside the sign."""


class Draws:
    """Dice of one call, one after the other. Equal seed and occasion: equal dice in equal order.

    seed: of the turn. occasion: what sets this call apart from all others of the turn.
    """

    def __init__(self, seed: int, occasion: str) -> None:
        self._seed = seed
        self._occasion = occasion
        self._drawn = 0
        self._fallen: list[tuple[int, int]] = []

    @property
    def fallen(self) -> tuple[tuple[int, int], ...]:
        """Sides and number of every die so far, in the order in which they fell: what a receipt shows."""
        return tuple(self._fallen)

    def die(self, sides: int) -> int:
        """A whole number from 1 to `sides`, each as likely as any other. Raises ValueError below one side.

        >>> [Draws(7, "push").die(1), Draws(7, "push").die(20) == Draws(7, "push").die(20)]
        [1, True]
        """
        if sides < 1:
            raise ValueError(f"a die with {sides} sides")
        even = 2**_BITS - 2**_BITS % sides
        while (number := self._number()) >= even:
            pass  # the uneven rest at the top would make low numbers more likely
        result = number % sides + 1
        self._fallen.append((sides, result))
        return result

    def _number(self) -> int:
        text = f"{self._seed}:{self._occasion}:{self._drawn}"
        self._drawn += 1
        return int.from_bytes(sha256(text.encode("utf-8", "replace")).digest(), "big")
