"""A fight: its round, the order in which those in it act, and what has been decided in it."""

from engine.model.noun import Noun


class Combatant(Noun):
    """Somebody in the order. id: of a character or a creature."""

    id: str
    initiative: int


class Fight(Noun):
    """A fight that is going on. round: from 1, the one that is about to be fought.

    order: highest initiative first. surprised: who does not act in round 1. held: by id of whoever is held,
    who holds them. checked: what morale was rolled for already ("first", "half").
    """

    round: int = 1
    scene_id: str | None = None
    order: tuple[Combatant, ...] = ()
    surprised: tuple[str, ...] = ()
    held: dict[str, str] = {}
    checked: tuple[str, ...] = ()
