"""Which promise is measured by which file, and running one of them in a folder of its own."""

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.bench.reliability.outcome import Measure, Outcome, Scale


@dataclass(frozen=True)
class Promise:
    """file: in this package, with a coroutine `measure(scale, folder) -> Outcome`."""

    what: str
    file: str

    @property
    def is_measured(self) -> bool:
        """Whether there is such a file."""
        return find_spec(self._module) is not None

    def measure(self) -> Measure:
        """What measures it."""
        measure: Measure = import_module(self._module).measure
        return measure

    @property
    def _module(self) -> str:
        return f"{__package__}.{self.file}"


PROMISES: Mapping[str, Promise] = {
    "P1": Promise("A committed turn survives a killed process", "p1_killed"),
    "P2": Promise("A tool takes effect once", "p2_once"),
    "P3": Promise("A click is acknowledged", "p3_clicks"),
    "P4": Promise("Every turn ends with a post", "p4_posts"),
    "P5": Promise("Bad model output cannot break the state", "p5_bad_output"),
    "P6": Promise("Cut text is never used", "p6_cut"),
    "P7": Promise("Old buttons have a defined end", "p7_buttons"),
    "P8": Promise("Discord never refuses our payload", "p8_payloads"),
    "P9": Promise("The model sees what we think it sees", "p9_context"),
    "P10": Promise("Text gives no power", "p10_untrusted"),
    "P11": Promise("Channels do not mix and turns do not overlap", "p11_tables"),
    "P12": Promise("Stop and start are clean", "p12_stopped"),
}


async def measured(name: str, scale: Scale) -> Outcome:
    """The outcome of one promise. What nothing measures was not tried."""
    promise = PROMISES[name]
    if not promise.is_measured:
        return Outcome(name, promise.what, "nothing measures it yet", tries=0, failures=0)
    with TemporaryDirectory(prefix=f"{name}-") as folder:
        return await promise.measure()(scale, Path(folder))
