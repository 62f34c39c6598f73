"""Print the README's test command: the one fenced `sh` block that installs the extra `dev`."""

import re
import sys
from pathlib import Path


def test_command(readme: str) -> str:
    """The block as it stands there. Raises ValueError unless there is exactly one."""
    blocks = re.findall(r"^```sh\n(.*?)^```$", readme, flags=re.MULTILINE | re.DOTALL)
    found = [block.strip() for block in blocks if "[dev]" in block]
    if len(found) != 1:
        raise ValueError(f"README.md has {len(found)} sh blocks that install the extra dev, not 1")
    return found[0]


if __name__ == "__main__":
    sys.stdout.write(test_command(Path("README.md").read_text(encoding="utf-8")) + "\n")
