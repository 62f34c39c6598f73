"""What all nouns of the game have in common: they are frozen, and nothing unnamed gets in."""

from typing import Annotated, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, StringConstraints

Scalar: TypeAlias = str | int | float | bool | None
"""A single JSON value: what a fact's argument may be."""

Flag: TypeAlias = bool | int | str
"""The value of a world flag."""

Surface = Literal["discord", "terminal"]
Language = Literal["en", "de", "it"]

Label = Annotated[str, StringConstraints(min_length=1, max_length=34)]
"""Fits a Discord button on a phone without being cut."""


class Noun(BaseModel):
    """A value that is never edited: a change makes a new one with `model_copy`."""

    # Infinity and NaN are no JSON: a state that held one would come back from the store as another.
    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)
