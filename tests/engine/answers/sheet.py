"""A small noun that shows at a glance what was read: numbers, lists, words and texts."""

from typing import Literal

from engine.model.noun import Noun


class Place(Noun):
    """Where it happens."""

    text: str | None = None
    danger: Literal["calm", "tense", "combat"] | None = None


class Person(Noun):
    """Whom it happens to."""

    id: str
    wounds: int | None = None
    items: tuple[str, ...] = ()


class Sheet(Noun):
    """What happened."""

    place: Place | None = None
    people: tuple[Person, ...] | None = None
    moves: tuple[str, ...] | None = None


def of(
    text: str | None = None, *moves: str, danger: Literal["calm", "tense", "combat"] | None = None
) -> Sheet:
    """A sheet of this place and these moves."""
    place = Place(text=text, danger=danger) if text or danger else None
    return Sheet(place=place, moves=moves or None)


def hurt(**wounds: int | None) -> Sheet:
    """A sheet of who was hurt, and how much; null where that could not be read."""
    return Sheet(people=tuple(Person(id=who, wounds=much) for who, much in wounds.items()))
