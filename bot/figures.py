"""Counts what happens at the tables, for whoever watches over the process."""

from collections import Counter
from collections.abc import Iterator, Mapping

from engine.events import Done, Event, Failed, Gathered, Stopped, Waiting
from engine.model.turn import Turn
from engine.parts import WhoTells
from engine.ports import Announcer


class Figures:
    """Implements Announcer: counts, then passes on. No names and no words are kept, only numbers."""

    def __init__(self, announcer: Announcer) -> None:
        self._announcer = announcer
        self._turns: Counter[str] = Counter()
        self._failures = 0
        self._seconds: Counter[str] = Counter()
        self._timed: Counter[str] = Counter()
        self._busy: set[str] = set()

    @property
    def busy(self) -> int:
        """Tables at which a turn is under way; one that waits for a person is not."""
        return len(self._busy)

    async def announce(self, event: Event) -> None:
        self._count(event)
        await self._announcer.announce(event)

    def text(self, telling: WhoTells) -> str:
        """In Prometheus' text format (version 0.0.4)."""
        groups: tuple[tuple[str, str, str, Mapping[str, float]], ...] = (
            ("turns_total", "counter", "Turns that were told and stored.", _by("told_by", self._turns)),
            ("failures_total", "counter", "Turns that did not work out.", {"": self._failures}),
            ("step_seconds", "summary", "Seconds by step of a turn.", dict(self._steps())),
            ("tables_busy", "gauge", "Tables at which a turn is under way.", {"": self.busy}),
            ("model_tells", "gauge", "1 while the model tells, 0 while it is out of reach.",
             {"": telling.teller == "model"}),
        )  # fmt: skip
        return "".join(_lines(*group) for group in groups)

    def _count(self, event: Event) -> None:
        match event:
            case Gathered():
                self._busy.add(event.session.id)
            case Waiting() | Stopped():
                self._busy.discard(event.session.id)
            case Failed():
                self._failures += 1
                self._busy.discard(event.session.id)
            case Done():
                self._busy.discard(event.session.id)
                self._turns[event.turn.told_by or "nobody"] += 1
                for step, seconds in seconds_of(event.turn).items():
                    self._seconds[step] += seconds  # type: ignore[assignment]  # a Counter adds any numbers
                    self._timed[step] += 1
            case _:
                pass

    def _steps(self) -> Iterator[tuple[str, float]]:
        for step in sorted(self._timed):
            yield f'_sum{{step="{step}"}}', self._seconds[step]
            yield f'_count{{step="{step}"}}', self._timed[step]


def seconds_of(turn: Turn) -> dict[str, float]:
    """Its steps as they were timed; else what each request to the model took; and the whole."""
    steps: dict[str, float] = dict(turn.times)
    if not steps:
        for usage in turn.usage:
            steps[usage.purpose] = steps.get(usage.purpose, 0.0) + usage.total_s
    if turn.ended_at is not None:
        steps["whole"] = (turn.ended_at - turn.began_at).total_seconds()
    return steps


def _by(label: str, counted: Mapping[str, int]) -> dict[str, float]:
    return {f'{{{label}="{name}"}}': count for name, count in sorted(counted.items())}


def _lines(name: str, kind: str, what: str, values: Mapping[str, float]) -> str:
    full = f"glyphmaster_{name}"
    rows = "".join(f"{full}{end} {float(value):g}\n" for end, value in values.items())
    return f"# HELP {full} {what}\n# TYPE {full} {kind}\n{rows}"
