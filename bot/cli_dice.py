"""`glyphmaster dice`: roll, write a game's rolls into a file, and check such a file."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from bot.cli_start import started

app = typer.Typer(help="Dice: roll them, export a game's rolls, check an export.", no_args_is_help=True)

WRONG, UNREADABLE, SEALED = 1, 2, 3
"""Exit codes of `verify`: something is not true; no receipts; the secret is not shown yet."""


@app.command("roll")
def roll_(
    expression: Annotated[list[str], typer.Argument(help="For example 2d6+3, 4d6kh3 or d20 adv.")],
) -> None:
    """Roll dice here and now. Exit code 1 if they cannot be read."""
    settings = started()
    from bot.app import load_library, rolled_here  # noqa: PLC0415 - `--help` should not wait for it
    from cogs.replies import what_happened  # noqa: PLC0415 - as above
    from engine.dice.errors import DiceError  # noqa: PLC0415 - as above

    locale = load_library(settings.home).locale(settings.language)
    try:
        rolled = rolled_here(" ".join(expression))
    except DiceError as error:
        typer.echo(what_happened(error, locale), err=True)
        typer.echo(error.pointed(), err=True)
        raise typer.Exit(1) from error
    typer.echo(f"{rolled.text}  # {rolled.comment}" if rolled.comment else rolled.text)


@app.command()
def export(
    game: Annotated[str, typer.Argument(help="The game's id or name.")],
    file: Annotated[Path | None, typer.Option("--to", help="A file; without it, the screen.")] = None,
) -> None:
    """Write all rolls of a game; with the secret that they came from once the story is finished."""
    settings = started()
    from bot.app import load_library, receipts_of  # noqa: PLC0415 - as above
    from bot.stopping import run  # noqa: PLC0415 - as above

    say = load_library(settings.home).locale(settings.language).say
    found: list[tuple[str, int, bool]] = []

    async def look() -> None:
        kept = await receipts_of(settings, game)
        found.append((kept.model_dump_json(indent=2), len(kept.rolls), bool(kept.secrets)))

    if code := run(look):
        raise typer.Exit(code)
    ((text, count, is_shown),) = found
    if file is None:
        sys.stdout.write(text + "\n")
    else:
        file.write_text(text + "\n", encoding="utf-8")
        typer.echo(say("cli.dice.exported", count=count, file=str(file)))
    if not is_shown:
        typer.echo(say("cli.dice.without-secret"), err=True)


@app.command()
def verify(
    file: Annotated[Path, typer.Argument(help="What `export` wrote, or the file from Discord.")],
    promise: Annotated[
        str, typer.Option(help="The SHA-256 that the game showed at its beginning, if you noted it.")
    ] = "",
) -> None:
    """Work every die out again. Exit codes: 0 all true, 1 something is not, 2 no dice, 3 not shown yet."""
    settings = started()
    from bot.app import load_library  # noqa: PLC0415 - as above
    from bot.dice_files import read_receipts  # noqa: PLC0415 - as above
    from engine.dice.verifying import WRONG as WRONG_FINDINGS  # noqa: PLC0415 - as above
    from engine.dice.verifying import verified  # noqa: PLC0415 - as above

    say = load_library(settings.home).locale(settings.language).say
    kept = read_receipts(file)
    verdicts = verified(kept)
    for verdict in verdicts:
        receipt = verdict.receipt
        typer.echo(
            say(
                f"cli.dice.verdict.{verdict.finding}",
                what=receipt.what or "roll",
                where=say("cli.dice.beside")
                if receipt.turn is None
                else say("cli.dice.turn", turn=receipt.turn),
                dice=", ".join(f"d{sides} {value}" for sides, value in receipt.dice),
                ruling="; ".join(f"{r.outcome} {r.reason}".strip() for r in receipt.rulings) or "-",
            )
        )
    for commitment in kept.commitments:
        typer.echo(say("cli.dice.promise", commitment=commitment))
    findings = {verdict.finding for verdict in verdicts}
    if promise and promise.strip().casefold() not in kept.commitments:
        typer.echo(say("cli.dice.other-promise", promise=promise[:64]))
        raise typer.Exit(WRONG)
    if findings & WRONG_FINDINGS:
        typer.echo(say("cli.dice.wrong"))
        raise typer.Exit(WRONG)
    if "sealed" in findings or not kept.secrets:
        typer.echo(say("cli.dice.sealed"))
        raise typer.Exit(SEALED)
    typer.echo(say("cli.dice.right", count=len(verdicts)))
