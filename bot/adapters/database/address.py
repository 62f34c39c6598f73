"""Where the games are kept: the address of the database, and what is wrong with one that cannot be used."""

from pathlib import Path

from engine.errors import SetupError

SCHEME = "sqlite+aiosqlite:///"
EXAMPLE = f"{SCHEME}/home/me/glyphmaster/game.db"


def database_path(url: str) -> Path:
    """The file that an address names, absolute. Raises SetupError for any other kind of address.

    >>> database_path("sqlite+aiosqlite:////srv/game.db").as_posix()
    '/srv/game.db'
    """
    name = url.removeprefix(SCHEME)
    if not url.startswith(SCHEME) or not name or name.startswith(":") or "?" in url:
        raise SetupError(
            f"GLYPHMASTER_DATABASE_URL is {_without_password(url)!r}, which is not the address of a SQLite "
            f"file. It must be {SCHEME}<path of the file>, for example {EXAMPLE}"
        )
    return Path(name).expanduser().absolute()


def _without_password(url: str) -> str:
    scheme, _, rest = url.partition("://")
    return f"{scheme}://…@{rest.rpartition('@')[2]}" if "@" in rest else url
