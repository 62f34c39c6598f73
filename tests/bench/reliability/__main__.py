"""`python -m tests.bench.reliability [P1 P5 …] [--short]`: keep our promises, or say which are broken.

Prints a table that can stand in the README; ends with 1 if a promise is broken or was not tried.
"""

import asyncio
import sys
from time import perf_counter

import structlog

from tests.bench.reliability.outcome import Outcome, Scale, table
from tests.bench.reliability.promises import PROMISES, measured

_FAULTS_SHOWN = 5


def main(words: list[str]) -> int:
    """All promises, or those named, as promised or in short."""
    scale: Scale = "short" if "--short" in words else "full"
    names = [word.upper() for word in words if word != "--short"] or list(PROMISES)
    if unknown := [name for name in names if name not in PROMISES]:
        sys.stderr.write(f"Nothing is called {', '.join(unknown)}. There are: {', '.join(PROMISES)}.\n")
        return 2
    structlog.configure(logger_factory=structlog.ReturnLoggerFactory())
    outcomes = [_with_progress(name, scale) for name in names]
    sys.stdout.write(table(outcomes) + "\n" + "".join(_broken(o) for o in outcomes if not o.is_kept))
    return 0 if all(outcome.is_kept for outcome in outcomes) else 1


def _with_progress(name: str, scale: Scale) -> Outcome:
    sys.stderr.write(f"{name:4} {PROMISES[name].what} …\n")
    started = perf_counter()
    try:
        outcome = asyncio.run(measured(name, scale))
    except Exception as error:  # one measure that breaks must not cost the table of all others
        what = PROMISES[name].what
        outcome = Outcome(name, what, "its measure broke", tries=0, failures=0, faults=(repr(error),))
    said = "kept" if outcome.is_kept else "BROKEN" if outcome.tries else "not tried"
    sys.stderr.write(f"     {said}: {outcome.tries:,} tries in {perf_counter() - started:.1f} s\n")
    return outcome


def _broken(outcome: Outcome) -> str:
    said = "BROKEN" if outcome.tries else "NOT TRIED"
    lines = [
        f"\n{said}: {outcome.promise} {outcome.what} ({outcome.where})",
        *(f"- {fault}" for fault in outcome.faults[:_FAULTS_SHOWN]),
    ]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
