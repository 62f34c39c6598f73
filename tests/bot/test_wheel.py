"""A built wheel, installed elsewhere, plays: nothing that the game needs stays behind in the clone."""

import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

from tests.bot.processes import Command

PIP = (sys.executable, "-m", "pip", "--disable-pip-version-check", "install")
CLONE = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built without isolation: the build back end is among the extra `dev`."""
    folder = tmp_path_factory.mktemp("dist")
    subprocess.run(
        [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder), str(CLONE)],
        check=True,
        capture_output=True,
        timeout=60,
    )
    [built] = folder.glob("glyphmaster-*.whl")
    return built


def test_a_wheel_plays_two_turns_far_from_the_clone(wheel: Path, tmp_path: Path) -> None:
    """Most people never see the clone."""
    there = tmp_path / "there"
    install = [*PIP, "--no-deps", "--no-index", "--target", str(there), str(wheel)]
    subprocess.run(install, check=True, capture_output=True, timeout=60)
    installed = Command(tmp_path / "home", (sys.executable, str(there / "bin" / "glyphmaster")), there)
    look = Command(tmp_path / "home", (sys.executable, "-c", "import bot; print(bot.__file__)"), there)

    code, out, err = installed.run("play", "echo", typed="1\n1\n2\n:state\n")
    _, played, _ = look.run()

    assert Path(played).is_relative_to(there)
    assert (code, err) == (0, "")
    assert "Where things stand (turn 2)" in out


def test_a_wheel_holds_the_five_packages_and_nothing_of_a_person(wheel: Path) -> None:
    """Tests stay in the clone; nobody's games or settings travel."""
    with ZipFile(wheel) as archive:
        names = archive.namelist()

    tops = {name.split("/")[0] for name in names}
    assert {top for top in tops if not top.endswith(".dist-info")} == {
        "bot",
        "cogs",
        "data",
        "engine",
        "prompts",
    }
    assert not [name for name in names if "/local/" in name or name.endswith((".db", ".log", ".pyc"))]
    assert [name for name in names if name.endswith("entry_points.txt")]
