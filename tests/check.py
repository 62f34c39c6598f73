"""All checks of the project, in the order in which they fail fastest: `python -m tests.check [NAME …]`."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CHECKS: dict[str, tuple[str, ...]] = {
    "format": ("-m", "ruff", "format", "--check", "."),
    "lint": ("-m", "ruff", "check", "."),
    "types": ("-m", "mypy"),
    "imports": (
        "-c",
        "from importlinter.cli import lint_imports_command; lint_imports_command()",
        "--no-cache",
    ),
    "tests": ("-m", "pytest"),
}
"""What Python is given for each."""


def main(names: list[str]) -> int:
    """Run these checks (all, if none is named). The first that fails ends it; its exit code is ours."""
    unknown = [name for name in names if name not in CHECKS]
    if unknown:
        sys.stderr.write(f"No check is called {', '.join(unknown)}. There are: {', '.join(CHECKS)}.\n")
        return 2
    for name in names or list(CHECKS):
        sys.stdout.write(f"--- {name}\n")
        sys.stdout.flush()
        done = subprocess.run([sys.executable, *CHECKS[name]], cwd=ROOT, check=False)
        if done.returncode:
            sys.stderr.write(f"The check '{name}' failed.\n")
            return done.returncode
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
