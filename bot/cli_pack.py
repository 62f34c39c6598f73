"""`glyphmaster pack`: the adventures that are there, and whether one that you write is right."""

from pathlib import Path
from typing import Annotated

import typer

from bot.cli_start import started

app = typer.Typer(help="Adventures: list them, or check a file of your own.", no_args_is_help=True)


@app.command("list")
def list_packs() -> None:
    """List all adventures, and what is wrong with those of your own that are left out."""
    settings = started()
    from bot.app import load_library  # noqa: PLC0415 - `--help` should not wait for it

    library = load_library(settings.home)
    say = library.locale(settings.language).say
    cards = library.adventures(settings.language)
    if not cards:
        typer.echo(say("cli.pack.none"))
    for card in cards:
        typer.echo(say("cli.pack.item", id=card.id, title=card.title))
        players = {"least": card.players.least, "most": card.players.most}
        languages = ", ".join(card.languages)
        typer.echo(say("cli.pack.about", length=card.length, languages=languages, **players))
    for problem in library.problems:
        typer.echo(say("cli.pack.left-out", problem=problem), err=True)


@app.command("check")
def check_pack(
    file: Annotated[Path, typer.Argument(help="A pack's JSON file, or a folder with one file per language.")],
) -> None:
    """Check a pack: each fault is named with its place and with what would be right. Exit code 1 if any."""
    settings = started()
    from bot.app import faults_of_pack, load_library  # noqa: PLC0415 - as above

    library = load_library(settings.home)
    say = library.locale(settings.language).say
    faults = faults_of_pack(file, library)
    if not faults:
        typer.echo(say("cli.pack.right", file=str(file)))
        return
    typer.echo(say("cli.pack.wrong", file=str(file)))
    for fault in faults:
        typer.echo(say("cli.pack.fault", fault=fault))
    raise typer.Exit(1)
