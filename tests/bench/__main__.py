"""`python -m tests.bench [NAME …]`: measure, print a table, end with 1 if a limit is broken."""

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import structlog

from tests.bench import engine_time, many_tables, merging, start, story
from tests.bench.figures import Figure, table

PARTS = {
    "engine": engine_time.run,
    "tables": many_tables.run,
    "start": start.run,
    "merging": merging.run,
}
WITH_A_SERVER = {"story": story.run}


def main(names: list[str]) -> int:
    """All parts that need no server, or those named."""
    known = PARTS | WITH_A_SERVER
    unknown = [name for name in names if name not in known]
    if unknown:
        sys.stderr.write(f"There is no part called {', '.join(unknown)}. There are: {', '.join(known)}.\n")
        return 2
    structlog.configure(logger_factory=structlog.ReturnLoggerFactory())
    figures: list[Figure] = []
    for name in names or PARTS:
        with TemporaryDirectory() as folder:
            figures += known[name](Path(folder))
    sys.stdout.write(table(figures) + "\n")
    return 0 if all(figure.is_kept for figure in figures) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
