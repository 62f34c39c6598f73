"""The schemas that are published for authors and editors."""

import pytest

from bot.schemas import FOLDER, PUBLISHED, schema_text


@pytest.mark.parametrize("name", PUBLISHED)
def test_a_published_schema_is_current(name: str) -> None:
    """An author's editor must not call wrong what the game accepts: run `python -m bot.schemas`."""
    assert (FOLDER / f"{name}.schema.json").read_text(encoding="utf-8") == schema_text(name)


def test_nothing_else_is_published() -> None:
    """A schema of something that is gone misleads."""
    assert {file.name for file in FOLDER.iterdir()} == {f"{name}.schema.json" for name in PUBLISHED}
