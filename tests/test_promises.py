"""What we promise a table, each in short: `python -m tests.bench.reliability` tries them at full length."""

from collections.abc import Iterator

import pytest
import structlog

from tests.bench.reliability.__main__ import main
from tests.bench.reliability.outcome import Outcome, table
from tests.bench.reliability.promises import PROMISES, Promise, measured

_THERE = [name for name, promise in PROMISES.items() if promise.is_measured]


@pytest.fixture(autouse=True)
def without_a_log() -> Iterator[None]:
    """Thousands of turns that fail on purpose would fill a report with lines that nobody reads."""
    structlog.configure(logger_factory=structlog.ReturnLoggerFactory())
    yield
    structlog.reset_defaults()


@pytest.mark.parametrize("name", _THERE)
async def test_a_promise_is_kept(name: str) -> None:
    """Whoever plays can rely on it; a promise that nothing tried is no promise."""
    outcome = await measured(name, "short")

    assert outcome.faults == ()
    assert outcome.failures == 0
    assert outcome.tries > 0
    assert (outcome.promise, outcome.what) == (name, PROMISES[name].what)


def test_a_promise_that_nothing_tried_is_not_kept() -> None:
    """A table of promises must not look better than what was done for it."""
    assert not Outcome("P0", "Nothing fails", "nowhere", tries=0, failures=0).is_kept
    assert not Promise("Nothing fails", "p0_nothing").is_measured


def test_the_table_can_stand_in_a_page_as_it_is() -> None:
    """What was measured is read by people."""
    outcomes = [Outcome("P0", "Nothing fails", "the engine", tries=1000, failures=2, figures="in 3 s")]

    assert table(outcomes).splitlines()[2] == "| P0 | Nothing fails | the engine | 1,000 | 2 | in 3 s |"


def test_a_promise_that_does_not_exist_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    """A slip on the command line measures nothing by mistake."""
    assert main(["P99"]) == 2
    assert "P99" in capsys.readouterr().err
