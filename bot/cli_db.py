"""`glyphmaster db`: bring the database to this version, copy it, bring a copy back, check it."""

from pathlib import Path
from typing import Annotated

import typer

from bot.cli_start import started

app = typer.Typer(help="The database: upgrade, copy, restore, check.", no_args_is_help=True)


@app.command()
def upgrade() -> None:
    """Make the database, or bring it to this version (a copy is made first). Each start does this too."""
    settings = started()
    from bot.app import load_library, prepare  # noqa: PLC0415 - `--help` should not wait for it

    prepare(settings)
    say = load_library(settings.home).locale(settings.language).say
    typer.echo(say("cli.db.upgraded", path=settings.database_url))


@app.command()
def backup() -> None:
    """Copy the database, also while it is being played in. This copy stays until you delete it."""
    settings = started()
    from bot.app import copy_database, load_library  # noqa: PLC0415 - as above

    say = load_library(settings.home).locale(settings.language).say
    typer.echo(say("cli.db.copied", path=copy_database(settings)))


@app.command()
def restore(
    file: Annotated[Path, typer.Argument(help="A copy of the database, such as those in `backups`.")],
) -> None:
    """Put a copy in the database's place while nobody plays. The database from before is kept beside it."""
    settings = started()
    from bot.app import load_library, restore_database  # noqa: PLC0415 - as above

    say = load_library(settings.home).locale(settings.language).say
    done = restore_database(settings, file)
    typer.echo(say("cli.db.restored", path=str(done.path), copy=str(file)))
    if done.before != done.now:
        typer.echo(say("cli.db.brought-up", before=done.before, now=done.now))
    if done.kept is not None:
        typer.echo(say("cli.db.kept", path=str(done.kept)))


@app.command()
def check() -> None:
    """Check that the database is whole and that every game's log adds up to its state. Exit code 1 if not."""
    settings = started()
    from bot.app import faults_of_database, load_library  # noqa: PLC0415 - as above
    from bot.stopping import run  # noqa: PLC0415 - as above

    say = load_library(settings.home).locale(settings.language).say
    faults: list[str] = []

    async def look() -> None:
        faults.extend(await faults_of_database(settings))

    if code := run(look):
        raise typer.Exit(code)
    if not faults:
        typer.echo(say("cli.db.sound", path=settings.database_url))
        return
    typer.echo(say("cli.db.unsound", path=settings.database_url))
    for fault in faults:
        typer.echo(say("cli.db.fault", fault=fault))
    raise typer.Exit(1)
