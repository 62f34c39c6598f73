"""Dice that fall as a test wrote it down."""

from collections.abc import Iterable

from engine.draws import Draws


class WrittenDice(Draws):
    """Gives these numbers in this order; one die more than that is a fault of the test."""

    def __init__(self, values: Iterable[int]) -> None:
        super().__init__(0, "written")
        self._values = list(values)
        self.sides: list[int] = []

    def die(self, sides: int) -> int:
        value = self._values.pop(0)
        assert 1 <= value <= sides
        self.sides.append(sides)
        return value

    @property
    def is_used_up(self) -> bool:
        """All of them have fallen."""
        return not self._values
