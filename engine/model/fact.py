"""What the engine found to be so in a turn, as data: the narrator tells it, nobody may deny it."""

from engine.model.noun import Noun, Scalar


class Fact(Noun):
    """One thing that is true of this turn.

    code: a locale key below `facts.` ("check-passed"); players and offline prose read it there.
    args: the blanks of that sentence; a model gets code and args as JSON.
    secret: true keeps it from players (the narrator and the DM still see it).
    """

    code: str
    args: dict[str, Scalar] = {}
    secret: bool = False
