"""`glyphmaster doctor`: would play work as it is set up, and how well?"""

from collections.abc import Sequence

import typer

from bot.cli_start import started
from bot.settings import default_home
from engine.errors import SetupError


def doctor() -> None:
    """Look at settings, database and Ollama, and try the model. Exit code 1 if play would not work."""
    # Imported here, because `--help` should not wait for all of it.
    from bot.app import examined, faults_of_database, load_library, prepare  # noqa: PLC0415
    from bot.doctor import settings_report  # noqa: PLC0415
    from bot.doctor_report import Finding, last_line, line_of, page_of  # noqa: PLC0415
    from bot.stopping import run  # noqa: PLC0415

    try:
        settings = started()
    except SetupError as error:
        typer.echo(page_of(settings_report(error), load_library(default_home()).locale("en")))
        raise typer.Exit(1) from None
    locale = load_library(settings.home).locale(settings.language)
    unprepared: list[SetupError] = []
    try:
        prepare(settings)
    except SetupError as error:
        unprepared.append(error)

    async def database() -> Sequence[str]:
        for error in unprepared:
            raise error
        return await faults_of_database(settings)

    def tell(finding: Finding) -> None:
        typer.echo(line_of(finding, locale))

    works: list[bool] = []

    async def look() -> None:
        report = await examined(settings, database, tell)
        typer.echo("\n" + last_line(report, locale))
        works.append(report.works)

    code = run(look)
    raise typer.Exit(code or (0 if works == [True] else 1))
