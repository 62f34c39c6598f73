"""Which addresses name a database."""

from pathlib import Path

import pytest

from bot.adapters.database import database_path
from engine.errors import SetupError


@pytest.mark.parametrize(
    ("url", "path"),
    [
        ("sqlite+aiosqlite:////srv/my games/100%.db", Path("/srv/my games/100%.db")),
        ("sqlite+aiosqlite:///game.db", Path.cwd() / "game.db"),
        ("sqlite+aiosqlite:///~/game.db", Path.home() / "game.db"),
    ],
)
def test_an_address_names_a_file(url: str, path: Path) -> None:
    """The games are where the setting says."""
    assert database_path(url) == path


@pytest.mark.parametrize(
    "url",
    [
        "",
        "game.db",
        "sqlite:///game.db",
        "sqlite+aiosqlite://",
        "sqlite+aiosqlite:///",
        "sqlite+aiosqlite:///:memory:",
        "sqlite+aiosqlite:///game.db?mode=ro",
        "postgresql+asyncpg://anna:hunter2@db/games",
    ],
)
def test_any_other_address_is_refused_with_an_example(url: str) -> None:
    """Whoever set it up sees what would be right, and no password."""
    with pytest.raises(SetupError, match=r"for example sqlite\+aiosqlite:////") as refused:
        database_path(url)

    assert "GLYPHMASTER_DATABASE_URL" in str(refused.value)
    assert "hunter2" not in str(refused.value)
