"""Imports point one way, and each contract notices when one does not."""

import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("bot", "cogs", "engine", "data", "prompts")

BREACHES = {
    "one-way": ("engine/turn.py", "import cogs.replies"),
    "no-io": ("engine/tables.py", "import random"),
    "cogs": ("cogs/render.py", "import sqlalchemy"),
    "composition": ("bot/client.py", "import bot.adapters.system"),
    "adapters": ("bot/adapters/system.py", "import bot.adapters.ollama"),
    "engine-rooms": ("engine/history.py", "import engine.turn"),
    "masters": ("engine/offline_gm.py", "import engine.model_gm"),
}
"""Contract, and a file with the import that breaks it."""


def lint(project: Path, *options: str) -> "subprocess.CompletedProcess[str]":
    command = [str(Path(sys.executable).with_name("lint-imports")), "--no-cache", *options]
    return subprocess.run(command, cwd=project, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The project's code alone, to be broken."""
    project = tmp_path_factory.mktemp("project")
    for package in PACKAGES:
        shutil.copytree(ROOT / package, project / package, ignore=shutil.ignore_patterns("*.json", "local"))
    shutil.copy(ROOT / "pyproject.toml", project)
    return project


def test_there_is_a_breach_for_each_contract() -> None:
    """A contract that nobody has seen fail may be empty."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))

    assert [c["id"] for c in project["tool"]["importlinter"]["contracts"]] == list(BREACHES)


@pytest.mark.parametrize("contract", BREACHES)
def test_a_deliberate_breach_is_caught(contract: str, copy: Path) -> None:
    """The direction of imports is a promise, not a habit."""
    file, line = BREACHES[contract]
    whole = (copy / file).read_text(encoding="utf-8")
    (copy / file).write_text(f"{whole}\n{line}\n", encoding="utf-8")
    try:
        done = lint(copy, "--contract", contract)
    finally:
        (copy / file).write_text(whole, encoding="utf-8")

    assert done.returncode == 1, done.stdout + done.stderr
    assert "1 broken" in done.stdout


def test_a_room_that_no_contract_names_is_caught(copy: Path) -> None:
    """A new part of the engine takes its place among the others."""
    stranger = copy / "engine" / "stranger.py"
    stranger.write_text('"""Nobody placed it."""\n', encoding="utf-8")
    try:
        done = lint(copy, "--contract", "engine-rooms")
    finally:
        stranger.unlink()

    assert done.returncode == 1
