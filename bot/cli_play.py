"""`glyphmaster play`: a game in this terminal."""

from typing import Annotated, Literal

import typer

from bot.cli_start import started
from engine.model.noun import Language

Narrator = Literal["ai", "scripted"]
"""Who may be asked for at the start; `:narrator` in the game knows more."""


def play(
    adventure: Annotated[
        str | None,
        typer.Argument(
            help="Id or title of an adventure; `glyphmaster pack list` shows all.", show_default=False
        ),
    ] = None,
    narrator: Annotated[
        Narrator | None,
        typer.Option(
            help="Who tells: the model, or the adventure's own texts.", show_default="ai, if it answers"
        ),
    ] = None,
    language: Annotated[
        Language | None, typer.Option(help="Language of a new game.", show_default="GLYPHMASTER_LANGUAGE")
    ] = None,
    game: Annotated[
        str | None,
        typer.Option(help="Name of the game to begin or go on with.", show_default="the adventure's id"),
    ] = None,
) -> None:
    """Play in this terminal, or from a pipe. Each turn is saved; the same name goes on where you left."""
    settings = started()
    # Imported here, because `--help` should not wait for all of it.
    from bot.app import prepare  # noqa: PLC0415
    from bot.stopping import run  # noqa: PLC0415
    from bot.terminal import play as play_in_terminal  # noqa: PLC0415
    from bot.terminal_door import Wish  # noqa: PLC0415

    prepare(settings)
    wish = Wish(
        adventure=adventure,
        narrator=narrator,
        language=language,
        game=game,
    )
    raise typer.Exit(run(lambda: play_in_terminal(settings, wish)))
