"""Every failure has a sentence in every language."""

from collections.abc import Iterator

import pytest

import engine.dice.errors
import engine.fetching
from engine.errors import GlyphmasterError
from engine.model.noun import Language
from tests.fakes.library import shipped_locales


def kinds(error: type[GlyphmasterError] = GlyphmasterError) -> Iterator[type[GlyphmasterError]]:
    """All errors of the engine, however deep."""
    yield error
    for narrower in error.__subclasses__():
        yield from kinds(narrower)


@pytest.mark.parametrize("language", ["en", "de", "it"])
def test_every_error_can_be_said(language: Language) -> None:
    """A person who meets a failure reads what happened and what to do, never a class name."""
    modules = {"engine.errors", engine.fetching.__name__, engine.dice.errors.__name__}
    keys = {error.key for error in kinds() if error.__module__ in modules}
    locale = shipped_locales()[language]
    blanks = (
        "status",
        "character",
        "name",
        "most",
        "who",
        "model",
        "problem",
        "num_ctx",
        "needed",
        "value",
        "allowed",
        "days",
        "least",
        "seated",
        "place",
        "sign",
        "chain",
    )

    for key in sorted(keys):
        said = locale.say(f"errors.{key}", **dict.fromkeys(blanks, "…"))

        assert said.endswith((".", "…"))
