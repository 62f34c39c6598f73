"""What a newcomer is told to run is what continuous integration runs."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.check import CHECKS, main

ROOT = Path(__file__).resolve().parent.parent


def readme_command(readme: Path) -> "subprocess.CompletedProcess[str]":
    script = ROOT / ".ci" / "readme_command.py"
    return subprocess.run(
        [sys.executable, str(script)], cwd=readme.parent, capture_output=True, text=True, check=False
    )


def test_continuous_integration_runs_the_readmes_test_command_as_it_is_printed() -> None:
    """If the README's command breaks, so does the build."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")

    command = readme_command(ROOT / "README.md").stdout.strip()

    assert f"```sh\n{command}\n```" in readme
    assert "-m pytest" in command
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    assert "python3 .ci/readme_command.py" in script
    assert 'bash -euo pipefail -c "$command"' in script


def test_a_readme_without_its_test_command_stops_continuous_integration(tmp_path: Path) -> None:
    """A build that ran nothing would be green."""
    (tmp_path / "README.md").write_text("# Nothing to run\n", encoding="utf-8")

    done = readme_command(tmp_path / "README.md")

    assert done.returncode != 0
    assert "0 sh blocks" in done.stderr


def test_the_readme_has_exactly_two_commands_to_copy() -> None:
    """One installs and plays, one installs and passes the tests."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")

    blocks = [part.split("```")[0].strip() for part in readme.split("```sh\n")[1:]]

    assert [block.rsplit("/", 1)[-1] for block in blocks] == ["glyphmaster play", "python -m pytest"]


def test_continuous_integration_runs_every_other_check_too() -> None:
    """Nothing that a contributor checks is left out."""
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")

    assert [name for name in CHECKS if name != "tests"] == script.split("tests.check ")[1].split()


def test_a_check_that_does_not_exist_is_refused_by_name(capsys: pytest.CaptureFixture[str]) -> None:
    """A typo must not look like a green check."""
    assert main(["lnit"]) == 2
    assert "lnit" in capsys.readouterr().err
