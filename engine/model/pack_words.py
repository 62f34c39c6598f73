"""What the data of every pack is written with: ids, texts, conditions on the world's flags, effects on it."""

from typing import Annotated

from pydantic import Field, StringConstraints

from engine.model.noun import Flag, Noun

Slug = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_-]{0,39}$")]
"""An id: small letters, digits, "-" and "_"; starts with a letter."""
Line = Annotated[str, StringConstraints(min_length=1, max_length=400)]
Prose = Annotated[str, StringConstraints(min_length=1, max_length=1500)]
Words = Annotated[tuple[Line, ...], Field(min_length=1)]
"""What a player may call it, without article, the common name first."""


class Effects(Noun):
    """What follows when something is done. All optional; flags are compared by `Condition`."""

    flags: dict[Slug, Flag] = {}
    timeline: Line | None = None
    opens_threads: tuple[Slug, ...] = ()
    closes_threads: tuple[Slug, ...] = ()
    knowledge: Line | None = None
    """What the acting character now knows."""
    goes_to: Slug | None = None
    """Scene to which the party moves."""
    eases_pressure: int = 0
    """How many steps the pressure clock goes back."""


class Condition(Noun):
    """All flags in `flags` have these values, and none of those in `without` is set to anything but false."""

    flags: dict[Slug, Flag] = {}
    without: tuple[Slug, ...] = ()

    def holds(self, flags: dict[str, Flag]) -> bool:
        """Whether the world's flags are so. A missing flag counts as false."""
        return all(flags.get(k, False) == v for k, v in self.flags.items()) and not any(
            flags.get(k, False) for k in self.without
        )
