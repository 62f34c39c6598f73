"""Chance that a test writes down beforehand, or that is the same in every run."""

from collections import deque
from collections.abc import Iterable
from hashlib import blake2b
from itertools import count


class SeededEntropy:
    """Implements `engine.ports.Entropy`: looks like chance, is the same for the same seed."""

    def __init__(self, seed: int = 0) -> None:
        self._seed = seed
        self._draws = count()

    def bits(self, count: int) -> int:
        """A whole number of `count` bits."""
        number = 0
        for _ in range(0, count, 512):
            number = number << 512 | self._block()
        return number & (1 << count) - 1

    def uniform(self, low: float, high: float) -> float:
        """A number between the two."""
        return low + (high - low) * self.bits(53) / (1 << 53)

    def _block(self) -> int:
        text = f"{self._seed}:{next(self._draws)}".encode()
        return int.from_bytes(blake2b(text, digest_size=64).digest(), "big")


class ScriptedEntropy:
    """Implements `engine.ports.Entropy`: gives what the test wrote, in order, then falls back to a seed.

    bits: numbers that must fit what is asked for. parts: where between low and high, 0 to 1.
    """

    def __init__(self, bits: Iterable[int] = (), parts: Iterable[float] = (), seed: int = 0) -> None:
        self._bits = deque(bits)
        self._parts = deque(parts)
        self._after = SeededEntropy(seed)

    def bits(self, count: int) -> int:
        """The next number of the script."""
        if not self._bits:
            return self._after.bits(count)
        number = self._bits.popleft()
        if not 0 <= number < 1 << count:
            raise AssertionError(f"the script says {number}, which is not a number of {count} bits")
        return number

    def uniform(self, low: float, high: float) -> float:
        """The next place of the script between the two."""
        return low + (high - low) * self._parts.popleft() if self._parts else self._after.uniform(low, high)
