"""What every command does first: read the settings and open the log."""

from bot.log import FILE_NAME, start_logging
from bot.settings import Settings, load


def started(*, is_server: bool = False) -> Settings:
    """The settings, with logging under way. Raises SetupError.

    is_server: log to stderr; otherwise the screen belongs to a person and the log goes into the home folder.
    """
    settings = load()
    start_logging(settings, None if is_server else settings.home / FILE_NAME)
    return settings
