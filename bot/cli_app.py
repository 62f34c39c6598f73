"""All commands of `glyphmaster`, each in a file of its own."""

from importlib.metadata import PackageNotFoundError, version
from typing import Annotated

import typer

from bot import cli_db, cli_dice, cli_doctor, cli_pack, cli_play, cli_run, cli_setup

app = typer.Typer(
    name="glyphmaster",
    help="A game master for Discord and the terminal: a local model tells, a deterministic engine decides.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Settings come from the environment and from glyphmaster.toml; README lists them all.",
)
app.command("setup")(cli_setup.setup)
app.command("run")(cli_run.run)
app.command("play")(cli_play.play)
app.command("doctor")(cli_doctor.doctor)
app.add_typer(cli_pack.app, name="pack")
app.add_typer(cli_db.app, name="db")
app.add_typer(cli_dice.app, name="dice")


def _show_version(is_wanted: bool) -> None:
    if is_wanted:
        try:
            typer.echo(f"glyphmaster {version('glyphmaster')}")
        except PackageNotFoundError:  # a clone that nobody has installed
            typer.echo("glyphmaster (from a clone)")
        raise typer.Exit


@app.callback()
def glyphmaster(
    is_version: Annotated[
        bool,
        typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version and leave."),
    ] = False,
) -> None:
    """Without a command: show what there is."""
