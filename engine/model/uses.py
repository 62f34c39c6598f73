"""What models are used for in a game, and which of these uses have one of their own."""

from typing import Literal

from engine.model.noun import Noun

ModelUse = Literal["storytelling", "rules", "record", "voices", "guesses", "search"]
"""storytelling: the narrative. rules: which tools settle what players typed. record: what the story changed.

voices: the tones of glyph voices. guesses: how near a guessed meaning is. search: the rulebook by meaning.
"""


class ModelUses(Noun):
    """Models by use, as the model server names them; null = the model that does everything else."""

    storytelling: str | None = None
    rules: str | None = None
    record: str | None = None
    voices: str | None = None
    guesses: str | None = None
    search: str | None = None

    def of(self, use: ModelUse) -> str | None:
        """The model of its own that this use has."""
        match use:
            case "storytelling":
                return self.storytelling
            case "rules":
                return self.rules
            case "record":
                return self.record
            case "voices":
                return self.voices
            case "guesses":
                return self.guesses
            case "search":
                return self.search

    def but(self, use: ModelUse, model: str | None) -> "ModelUses":
        """The same with another model for this use; null takes its own away."""
        return self.model_copy(update={use: model})
