"""`glyphmaster setup`: from nothing to a bot that can be invited, by questions or by flags."""

import os
import sys
from typing import Annotated

import typer
from pydantic import SecretStr

from bot.cli_start import started
from bot.settings import FILE_NAME, settings_file
from engine.errors import SetupError
from engine.model.noun import Language


def setup(
    language: Annotated[Language | None, typer.Option(help="Language of games.", show_default=False)] = None,
    token_from_env: Annotated[
        bool, typer.Option("--token-from-env", help="Take the token from DISCORD_TOKEN and leave it there.")
    ] = False,
    token_from_stdin: Annotated[
        bool, typer.Option("--token-from-stdin", help="Read the token from the first line of the input.")
    ] = False,
    no_discord: Annotated[bool, typer.Option("--no-discord", help="Leave Discord out.")] = False,
    ollama_host: Annotated[str | None, typer.Option(help="Where Ollama answers.", show_default=False)] = None,
    model: Annotated[str | None, typer.Option(help="The model to play with.", show_default=False)] = None,
    no_pull: Annotated[bool, typer.Option("--no-pull", help="Fetch no model.")] = False,
    no_measure: Annotated[bool, typer.Option("--no-measure", help="Time no turn.")] = False,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Ask nothing: take every default.")] = False,
) -> None:
    """Set everything up: token, invitation, Ollama, a model for this machine, and glyphmaster.toml.

    Without a terminal nothing is asked, and no model is fetched unless `--yes` says so. Exit code 1 if
    Discord does not take the token.
    """
    settings = started()
    # Imported here, because `--help` should not wait for all of it.
    from bot.app import asked_server, load_library, this_clock  # noqa: PLC0415
    from bot.setup.bar import Bar  # noqa: PLC0415
    from bot.setup.flow import set_up  # noqa: PLC0415
    from bot.setup.machine import this_machine  # noqa: PLC0415
    from bot.setup.questions import AtTerminal, Questions, Unasked  # noqa: PLC0415
    from bot.setup.wishes import Shop, Wishes  # noqa: PLC0415
    from bot.stopping import run  # noqa: PLC0415
    from engine.ports import Locale  # noqa: PLC0415

    token = _token(no_discord=no_discord, from_env=token_from_env, from_stdin=token_from_stdin)
    asks = sys.stdin.isatty() and not yes and not token_from_stdin

    def ask_in(locale: Locale) -> Questions:
        return AtTerminal.speaking(locale) if asks else Unasked()

    def pulls() -> bool | None:
        return False if no_pull else None if asks else yes

    clock = this_clock()
    shop = Shop(
        settings=settings,
        path=settings_file() or settings.home / FILE_NAME,
        library=load_library(settings.home),
        clock=clock,
        machine=lambda: this_machine(clock),
        server=asked_server,
        ask_in=ask_in,
        show=typer.echo,
        progress=Bar,
    )
    wishes = Wishes(
        token=token,
        keeps_token=token_from_env,
        ollama_host=ollama_host,
        model=model,
        language=language,
        pulls=pulls(),
        measures=False if no_measure else None,
    )
    works: list[bool] = []

    async def do() -> None:
        works.append(await set_up(shop, wishes))

    code = run(do)
    raise typer.Exit(code or (0 if works == [True] else 1))


def _token(*, no_discord: bool, from_env: bool, from_stdin: bool) -> SecretStr | None:
    """What the flags say of the token; "" = leave Discord out, null = ask."""
    if no_discord:
        return SecretStr("")
    if from_env:
        if not os.environ.get("DISCORD_TOKEN"):
            raise SetupError("DISCORD_TOKEN is not set, so --token-from-env finds no token there.")
        return SecretStr(os.environ["DISCORD_TOKEN"])
    if from_stdin:
        line = sys.stdin.readline().strip()
        if not line:
            raise SetupError("The input has no first line, so --token-from-stdin finds no token there.")
        return SecretStr(line)
    return None
