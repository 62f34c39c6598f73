"""`glyphmaster run`: the game master in Discord."""

import typer

from bot.cli_start import started
from engine.errors import SetupError


def run() -> None:
    """Connect to Discord and play in its channels until stopped."""
    settings = started(is_server=True)
    if settings.discord_token is None:
        raise SetupError(
            "DISCORD_TOKEN is not set. Make an application with a bot on "
            "https://discord.com/developers/applications, switch on Message Content Intent on its Bot page, "
            "copy the token from there, and set it: DISCORD_TOKEN=… glyphmaster run. Without Discord, "
            "`glyphmaster play` plays in this terminal."
        )
    # Imported here, because the other commands should not wait for discord.py.
    from bot.app import prepare  # noqa: PLC0415
    from bot.discord_table import play  # noqa: PLC0415
    from bot.stopping import run as run_until_stopped  # noqa: PLC0415

    prepare(settings)
    token = settings.discord_token.get_secret_value()
    raise typer.Exit(run_until_stopped(lambda: play(settings, token)))
